CREATE TABLE "reason_judgements" (
	"reason_id" integer NOT NULL,
	"voter_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"is_fair" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reason_judgements_reason_id_voter_id_pk" PRIMARY KEY("reason_id","voter_id")
);
--> statement-breakpoint
CREATE TABLE "reasons" (
	"id" integer PRIMARY KEY NOT NULL,
	"poll_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"option_id" integer NOT NULL,
	"idempotency_key" uuid,
	"text" text NOT NULL,
	"text_hash" "bytea" NOT NULL,
	"lang" text,
	"is_named" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"shown_at" timestamp with time zone DEFAULT date_trunc('hour', now()) + interval '1 hour' NOT NULL,
	"judgement_count" integer DEFAULT 0 NOT NULL,
	"fair_count" integer DEFAULT 0 NOT NULL,
	"judging_place" real GENERATED ALWAYS AS (case when judgement_count < 30 then judgement_count
          else 30 + abs(fair_count::real / judgement_count - 0.5) end) STORED NOT NULL,
	"fairness" real,
	"judged_by" text,
	"judged_parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removal_reason" text,
	"is_visible" boolean GENERATED ALWAYS AS (deleted_at is null and removed_at is null) STORED NOT NULL,
	CONSTRAINT "reasons_lang_valid" CHECK ("reasons"."lang" ~ '^[a-z]{2,3}$'),
	CONSTRAINT "reasons_judged_by_known" CHECK (judged_by in ('line', 'groups', 'answers')),
	CONSTRAINT "reasons_removed_for_a_reason" CHECK (("reasons"."removed_at" is null) = ("reasons"."removal_reason" is null)),
	CONSTRAINT "reasons_counts_fit" CHECK ("reasons"."fair_count" between 0 and "reasons"."judgement_count")
);
--> statement-breakpoint
DROP VIEW "public"."contents";--> statement-breakpoint
ALTER TABLE "revisions" DROP CONSTRAINT "revisions_one_subject";--> statement-breakpoint
ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_kind_known";--> statement-breakpoint
ALTER TABLE "moderation_cases" DROP CONSTRAINT "moderation_cases_kind_known";--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "reason_id" integer;--> statement-breakpoint
ALTER TABLE "reason_judgements" ADD CONSTRAINT "reason_judgements_reason_id_reasons_id_fk" FOREIGN KEY ("reason_id") REFERENCES "public"."reasons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reason_judgements" ADD CONSTRAINT "reason_judgements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reasons" ADD CONSTRAINT "reasons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reasons" ADD CONSTRAINT "reasons_poll_id_user_id_poll_votes_poll_id_user_id_fk" FOREIGN KEY ("poll_id","user_id") REFERENCES "public"."poll_votes"("poll_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reasons" ADD CONSTRAINT "reasons_poll_id_option_id_poll_options_poll_id_id_fk" FOREIGN KEY ("poll_id","option_id") REFERENCES "public"."poll_options"("poll_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reason_judgements_user" ON "reason_judgements" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reason_judgements_voter" ON "reason_judgements" USING btree ("voter_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reasons_once" ON "reasons" USING btree ("poll_id","user_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reasons_not_copied" ON "reasons" USING btree ("poll_id","text_hash") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reasons_idempotency_key" ON "reasons" USING btree ("user_id","idempotency_key") WHERE "reasons"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "reasons_user" ON "reasons" USING btree ("user_id","poll_id");--> statement-breakpoint
CREATE INDEX "reasons_newest" ON "reasons" USING btree ("poll_id","shown_at","id") WHERE "reasons"."is_visible";--> statement-breakpoint
CREATE INDEX "reasons_to_judge" ON "reasons" USING btree ("poll_id","option_id","judging_place") WHERE "reasons"."is_visible";--> statement-breakpoint
CREATE INDEX "reasons_best" ON "reasons" USING btree ("poll_id","option_id","fairness","id") WHERE "reasons"."is_visible" and "reasons"."fairness" is not null;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_reason_id_reasons_id_fk" FOREIGN KEY ("reason_id") REFERENCES "public"."reasons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "revisions_of_reason" ON "revisions" USING btree ("reason_id","id") WHERE "revisions"."reason_id" is not null;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_one_subject" CHECK (num_nonnulls("revisions"."post_id", "revisions"."discussion_id", "revisions"."comment_id", "revisions"."reason_id") = 1);--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_kind_known" CHECK ("moderation_actions"."subject_kind" in ('post', 'comment', 'discussion', 'poll', 'reason', 'user', 'account', 'tag', 'politician', 'category', 'site'));--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_kind_known" CHECK ("moderation_cases"."kind" in ('post', 'comment', 'discussion', 'poll', 'reason', 'user'));--> statement-breakpoint
CREATE VIEW "public"."contents" AS (
  select 'post' as kind, id, user_id as author_id, '' as title, text, lang, '/boiler-room?post=' || id as path, created_at, is_visible,
    deleted_at is not null as is_deleted from posts
  union all
  select 'comment', id, user_id, '', text, lang,
    case when discussion_id is not null then '/forums/' || discussion_id || '?comment=' || id
      when post_id is not null then '/boiler-room?post=' || post_id else '/politicians/' || politician_id end,
    created_at, is_visible, deleted_at is not null from comments
  union all
  select 'discussion', id, user_id, title, description, lang, '/forums/' || id, created_at, is_visible,
    deleted_at is not null from discussions
  union all
  select 'poll', id, creator_id, question, description || E'\n' || coalesce((select string_agg('- ' || poll_options.text, E'\n'
      order by position) from poll_options where poll_id = polls.id), ''), lang, '/polls/' || id, created_at, is_visible,
    false from polls
  union all
  select 'reason', id, user_id, '', text, lang, '/polls/' || poll_id, created_at, is_visible, deleted_at is not null from reasons
  union all
  select 'user', id, id, concat_ws(' ', nullif(trim(first_name || ' ' || last_name), ''), '@' || username), bio, bio_lang,
    '/user/' || id, created_at, is_active, deleted_at is not null from users);--> statement-breakpoint
-- Sites that have chosen their parts keep what they have.
UPDATE "site" SET "parts" = jsonb_set("parts", '{off}', ("parts" -> 'off') || '["reasons"]') WHERE "parts" ? 'off';
