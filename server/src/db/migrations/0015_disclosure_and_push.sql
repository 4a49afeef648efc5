ALTER TABLE "users" ADD COLUMN "common_ground_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "group_reactions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "failures" smallint DEFAULT 0 NOT NULL;