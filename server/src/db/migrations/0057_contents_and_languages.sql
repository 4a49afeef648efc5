ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_kind_known";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "bio_lang" text;--> statement-breakpoint
ALTER TABLE "politician_messages" ADD COLUMN "lang" text;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "lang" text;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_bio_lang_valid" CHECK ("users"."bio_lang" ~ '^[a-z]{2,3}$');--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_kind_known" CHECK ("moderation_actions"."subject_kind" in ('poll', 'post', 'discussion', 'comment', 'tag', 'account', 'politician', 'category', 'site', 'user'));--> statement-breakpoint
ALTER TABLE "politician_messages" ADD CONSTRAINT "politician_messages_lang_valid" CHECK ("politician_messages"."lang" ~ '^[a-z]{2,3}$');--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_lang_valid" CHECK ("polls"."lang" ~ '^[a-z]{2,3}$');--> statement-breakpoint
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
  select 'user', id, id, concat_ws(' ', nullif(trim(first_name || ' ' || last_name), ''), '@' || username), bio, bio_lang,
    '/user/' || id, created_at, is_active, deleted_at is not null from users);