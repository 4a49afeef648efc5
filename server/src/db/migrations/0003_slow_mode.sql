ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_reason_given";--> statement-breakpoint
ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_action_known";--> statement-breakpoint
ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_kind_known";--> statement-breakpoint
ALTER TABLE "discussions" ADD COLUMN "is_slow" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "politicians" ADD COLUMN "is_slow" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_reason_given" CHECK ("moderation_actions"."reason" <> '' or "moderation_actions"."action" in ('pin', 'unpin', 'unlock', 'slow', 'unslow'));--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_action_known" CHECK ("moderation_actions"."action" in ('keep', 'remove', 'warn', 'suspend', 'block', 'unblock', 'pin', 'unpin', 'lock', 'unlock', 'slow', 'unslow', 'merge', 'undo'));--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_kind_known" CHECK ("moderation_actions"."subject_kind" in ('poll', 'post', 'discussion', 'comment', 'tag', 'account', 'politician'));