ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_action_known";--> statement-breakpoint
ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_kind_known";--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_action_known" CHECK ("moderation_actions"."action" in ('keep', 'remove', 'warn', 'suspend', 'block', 'unblock', 'pin', 'unpin', 'lock', 'unlock', 'slow', 'unslow', 'merge', 'undo', 'grant', 'revoke', 'verify', 'unverify', 'feature', 'unfeature', 'category', 'import'));--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_kind_known" CHECK ("moderation_actions"."subject_kind" in ('poll', 'post', 'discussion', 'comment', 'tag', 'account', 'politician', 'category'));--> statement-breakpoint
-- Written by hand:
UPDATE "categories" SET "position" = "id";
