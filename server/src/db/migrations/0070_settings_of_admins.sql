ALTER TABLE "site" ADD COLUMN "settings" "bytea";--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "settings_version" integer DEFAULT 0 NOT NULL;