CREATE TABLE "moderation_actions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "moderation_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" integer NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moderation_actions_actor_given" CHECK ("moderation_actions"."actor" <> ''),
	CONSTRAINT "moderation_actions_reason_given" CHECK ("moderation_actions"."reason" <> ''),
	CONSTRAINT "moderation_actions_action_known" CHECK ("moderation_actions"."action" in ('remove', 'block', 'unblock')),
	CONSTRAINT "moderation_actions_kind_known" CHECK ("moderation_actions"."subject_kind" in ('poll', 'comment', 'account'))
);
--> statement-breakpoint
DROP INDEX "politician_ratings_state";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "politician_comments" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "politician_comments" ADD COLUMN "removal_reason" text;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "polls_removed" ON "polls" USING btree ("id") WHERE "polls"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "politician_ratings_state" ON "politician_ratings" USING btree ("politician_id","state","created_at","user_id","type");--> statement-breakpoint
ALTER TABLE "politician_comments" ADD CONSTRAINT "politician_comments_removed_for_a_reason" CHECK (("politician_comments"."removed_at" is null) = ("politician_comments"."removal_reason" is null));--> statement-breakpoint
CREATE FUNCTION refuse_changed_moderation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'moderation actions are append-only' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER moderation_actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "moderation_actions"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changed_moderation();
