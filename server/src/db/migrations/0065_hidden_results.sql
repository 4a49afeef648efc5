ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_action_known";--> statement-breakpoint
ALTER TABLE "poll_totals" ADD COLUMN "hidden_votes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "audience" text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "reveal" text DEFAULT 'always' NOT NULL;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "revealed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "shows_turnout" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "eligible" integer;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "quorum" integer;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "quorum_percent" smallint;--> statement-breakpoint
CREATE INDEX "polls_to_reveal" ON "polls" USING btree ("closes_at") WHERE "polls"."reveal" <> 'always' and "polls"."revealed_at" is null;--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_action_known" CHECK ("moderation_actions"."action" in ('keep', 'remove', 'warn', 'suspend', 'block', 'unblock', 'pin', 'unpin', 'lock', 'unlock', 'slow', 'unslow', 'merge', 'undo', 'grant', 'revoke', 'verify', 'unverify', 'feature', 'unfeature', 'tie', 'untie', 'category', 'import', 'identity', 'settings', 'invite', 'publish', 'account', 'take_out', 'release'));--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_reveal" CHECK (case "polls"."reveal" when 'always' then "polls"."revealed_at" is null else "polls"."closes_at" is not null end);--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_quorum" CHECK (num_nonnulls("polls"."quorum", "polls"."quorum_percent") < 2 and coalesce("polls"."quorum", 1) > 0
        and ("polls"."quorum_percent" is null or "polls"."quorum_percent" between 1 and 100 and "polls"."eligible" is not null));