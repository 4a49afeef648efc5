ALTER TABLE "reports" ADD COLUMN "profile_name" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "profile_bio" text;