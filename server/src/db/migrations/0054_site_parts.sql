ALTER TABLE "site" ADD COLUMN "parts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "parts_version" integer DEFAULT 0 NOT NULL;