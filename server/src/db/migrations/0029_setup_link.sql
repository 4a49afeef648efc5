ALTER TABLE "site" ADD COLUMN "setup_hash" "bytea";--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "setup_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "setup_tries" integer DEFAULT 0 NOT NULL;