ALTER TABLE "site" ADD COLUMN "setup_closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "mail_tested_at" timestamp with time zone;