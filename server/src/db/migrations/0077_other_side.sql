DROP INDEX "reasons_once";--> statement-breakpoint
-- When keys of before were made is not known, so no poll of before counts as one whose key was lost.
ALTER TABLE "site_keys" ADD COLUMN "created_at" timestamp with time zone DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_keys" ALTER COLUMN "created_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "asks_other_side" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reasons" ADD COLUMN "of_other_side" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reasons" ADD COLUMN "is_fair_account" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "reasons_once" ON "reasons" USING btree ("poll_id","user_id","of_other_side") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "reasons" ADD CONSTRAINT "reasons_accounts_without_name" CHECK (case when "reasons"."of_other_side" then not "reasons"."is_named" else not "reasons"."is_fair_account" end);