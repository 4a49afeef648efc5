CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE SEQUENCE "public"."voter_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"times" timestamp with time zone[] NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_confirmations" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "known_networks" (
	"user_id" integer NOT NULL,
	"network" text NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_networks_user_id_network_pk" PRIMARY KEY("user_id","network")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "password_resets_tries" CHECK ("password_resets"."tries" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"remember" boolean DEFAULT false NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rotated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" text,
	"email" text,
	"voter_id" integer DEFAULT nextval('voter_numbers') NOT NULL,
	"email_verified_at" timestamp with time zone,
	"password_hash" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"state" text,
	"bio" text DEFAULT '' NOT NULL,
	"avatar" text,
	"role" text DEFAULT 'user' NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"show_email" boolean DEFAULT false NOT NULL,
	"newsletter" boolean DEFAULT false NOT NULL,
	"terms_version" text,
	"terms_accepted_at" timestamp with time zone,
	"followers_count" integer DEFAULT 0 NOT NULL,
	"following_count" integer DEFAULT 0 NOT NULL,
	"posts_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"is_active" boolean GENERATED ALWAYS AS (deleted_at is null and blocked_at is null) STORED NOT NULL,
	"search_name" text GENERATED ALWAYS AS (trim(lower(regexp_replace(regexp_replace(normalize(first_name || ' ' || last_name, NFKD), '[\u0300-\u036f]', '', 'g'), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g')))) STORED NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, trim(lower(regexp_replace(regexp_replace(normalize(first_name || ' ' || last_name, NFKD), '[\u0300-\u036f]', '', 'g'), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g'))))) STORED NOT NULL,
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('user', 'moderator', 'admin')),
	CONSTRAINT "users_posts_count_positive" CHECK ("users"."posts_count" >= 0),
	CONSTRAINT "users_follow_counts_positive" CHECK ("users"."followers_count" >= 0 and "users"."following_count" >= 0),
	CONSTRAINT "users_named_until_deleted" CHECK ("users"."deleted_at" is not null or ("users"."email" is not null and "users"."username" is not null))
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"follower_id" integer NOT NULL,
	"followed_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_follower_id_followed_id_pk" PRIMARY KEY("follower_id","followed_id"),
	CONSTRAINT "follows_not_oneself" CHECK ("follows"."follower_id" <> "follows"."followed_id")
);
--> statement-breakpoint
CREATE TABLE "hashtag_authors" (
	"hashtag_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"recent_uses" integer NOT NULL,
	CONSTRAINT "hashtag_authors_hashtag_id_user_id_pk" PRIMARY KEY("hashtag_id","user_id"),
	CONSTRAINT "hashtag_authors_uses_positive" CHECK ("hashtag_authors"."recent_uses" > 0)
);
--> statement-breakpoint
CREATE TABLE "hashtags" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hashtags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"name" text NOT NULL,
	"use_count" integer DEFAULT 0 NOT NULL,
	"recent_uses" integer DEFAULT 0 NOT NULL,
	"recent_authors" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "hashtags_counts_positive" CHECK ("hashtags"."use_count" >= 0 and "hashtags"."recent_uses" >= 0 and "hashtags"."recent_authors" >= 0)
);
--> statement-breakpoint
CREATE TABLE "post_hashtags" (
	"hashtag_id" integer NOT NULL,
	"post_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"recent" boolean DEFAULT true NOT NULL,
	CONSTRAINT "post_hashtags_hashtag_id_post_id_pk" PRIMARY KEY("hashtag_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "post_media" (
	"post_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"file" text NOT NULL,
	"poster" text,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	CONSTRAINT "post_media_post_id_position_pk" PRIMARY KEY("post_id","position"),
	CONSTRAINT "post_media_kind_known" CHECK ("post_media"."kind" in ('image', 'video')),
	CONSTRAINT "post_media_size_valid" CHECK ("post_media"."width" >= 0 and "post_media"."height" >= 0)
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"idempotency_key" uuid,
	"text" text NOT NULL,
	"hashtags" text[] DEFAULT '{}' NOT NULL,
	"keywords" text DEFAULT '' NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english'::regconfig, regexp_replace(translate(regexp_replace(normalize(text, NFKD), '[\u0300-\u036f]', '', 'g'), '<_', '  '), '(\S{100})', '\1 ', 'g')), 'A') || setweight(to_tsvector('english'::regconfig, regexp_replace(translate(regexp_replace(normalize(keywords, NFKD), '[\u0300-\u036f]', '', 'g'), '<_', '  '), '(\S{100})', '\1 ', 'g')), 'B')) STORED NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"comment_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removal_reason" text,
	"is_visible" boolean GENERATED ALWAYS AS (deleted_at is null and removed_at is null) STORED NOT NULL,
	CONSTRAINT "posts_removed_for_a_reason" CHECK (("posts"."removed_at" is null) = ("posts"."removal_reason" is null)),
	CONSTRAINT "posts_counts_positive" CHECK ("posts"."like_count" >= 0 and "posts"."comment_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"politician_id" integer,
	"post_id" integer,
	"discussion_id" integer,
	"parent_id" integer,
	"path" integer[] DEFAULT '{}' NOT NULL,
	"depth" smallint GENERATED ALWAYS AS (cardinality(path)) STORED NOT NULL,
	"user_id" integer NOT NULL,
	"idempotency_key" uuid,
	"text" text NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"dislike_count" integer DEFAULT 0 NOT NULL,
	"reply_count" integer DEFAULT 0 NOT NULL,
	"pinned_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removal_reason" text,
	"is_visible" boolean GENERATED ALWAYS AS (deleted_at is null and removed_at is null) STORED NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english'::regconfig, regexp_replace(translate(regexp_replace(normalize(text, NFKD), '[\u0300-\u036f]', '', 'g'), '<_', '  '), '(\S{100})', '\1 ', 'g')), 'A')) STORED NOT NULL,
	CONSTRAINT "comments_one_parent" CHECK (num_nonnulls("comments"."politician_id", "comments"."post_id", "comments"."discussion_id") = 1),
	CONSTRAINT "comments_replies_in_discussions" CHECK (("comments"."parent_id" is null) = (cardinality("comments"."path") = 0) and ("comments"."parent_id" is null or "comments"."discussion_id" is not null)),
	CONSTRAINT "comments_pinned_at_top" CHECK ("comments"."pinned_at" is null or ("comments"."discussion_id" is not null and "comments"."parent_id" is null)),
	CONSTRAINT "comments_removed_for_a_reason" CHECK (("comments"."removed_at" is null) = ("comments"."removal_reason" is null)),
	CONSTRAINT "comments_counts_positive" CHECK ("comments"."like_count" >= 0 and "comments"."dislike_count" >= 0 and "comments"."reply_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "moderation_actions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "moderation_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"actor" text NOT NULL,
	"actor_id" integer,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" integer NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moderation_actions_actor_given" CHECK ("moderation_actions"."actor" <> ''),
	CONSTRAINT "moderation_actions_reason_given" CHECK ("moderation_actions"."reason" <> '' or "moderation_actions"."action" in ('pin', 'unpin', 'unlock')),
	CONSTRAINT "moderation_actions_action_known" CHECK ("moderation_actions"."action" in ('remove', 'block', 'unblock', 'pin', 'unpin', 'lock', 'unlock', 'merge')),
	CONSTRAINT "moderation_actions_kind_known" CHECK ("moderation_actions"."subject_kind" in ('poll', 'post', 'discussion', 'comment', 'tag', 'account'))
);
--> statement-breakpoint
CREATE TABLE "reactions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"post_id" integer,
	"discussion_id" integer,
	"comment_id" integer,
	"user_id" integer NOT NULL,
	"value" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reactions_one_subject" CHECK (num_nonnulls("reactions"."post_id", "reactions"."discussion_id", "reactions"."comment_id") = 1),
	CONSTRAINT "reactions_value_known" CHECK ("reactions"."value" in (1, -1))
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"post_id" integer,
	"discussion_id" integer,
	"comment_id" integer,
	"title" text,
	"text" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "revisions_one_subject" CHECK (num_nonnulls("revisions"."post_id", "revisions"."discussion_id", "revisions"."comment_id") = 1),
	CONSTRAINT "revisions_title_of_discussion" CHECK (("revisions"."title" is null) = ("revisions"."discussion_id" is null))
);
--> statement-breakpoint
CREATE TABLE "discussion_tags" (
	"discussion_id" integer NOT NULL,
	"tag_id" integer NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "discussion_tags_discussion_id_tag_id_pk" PRIMARY KEY("discussion_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "discussion_visits" (
	"discussion_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"counted_at" timestamp with time zone,
	"visited_at" timestamp with time zone DEFAULT now() NOT NULL,
	"previous_visit_at" timestamp with time zone,
	CONSTRAINT "discussion_visits_user_id_discussion_id_pk" PRIMARY KEY("user_id","discussion_id")
);
--> statement-breakpoint
CREATE TABLE "discussions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discussions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"idempotency_key" uuid,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category_id" integer NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"comment_count" integer DEFAULT 0 NOT NULL,
	"view_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"locked_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removal_reason" text,
	"is_visible" boolean GENERATED ALWAYS AS (deleted_at is null and removed_at is null) STORED NOT NULL,
	"keywords" text DEFAULT '' NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english'::regconfig, regexp_replace(translate(regexp_replace(normalize(title, NFKD), '[\u0300-\u036f]', '', 'g'), '<_', '  '), '(\S{100})', '\1 ', 'g')), 'A') || setweight(to_tsvector('english'::regconfig, regexp_replace(translate(regexp_replace(normalize(description, NFKD), '[\u0300-\u036f]', '', 'g'), '<_', '  '), '(\S{100})', '\1 ', 'g')), 'B') || setweight(to_tsvector('english'::regconfig, regexp_replace(translate(regexp_replace(normalize(keywords, NFKD), '[\u0300-\u036f]', '', 'g'), '<_', '  '), '(\S{100})', '\1 ', 'g')), 'C')) STORED NOT NULL,
	CONSTRAINT "discussions_counts_positive" CHECK ("discussions"."like_count" >= 0 and "discussions"."comment_count" >= 0 and "discussions"."view_count" >= 0),
	CONSTRAINT "discussions_removed_for_a_reason" CHECK (("discussions"."removed_at" is null) = ("discussions"."removal_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "forum_counters" (
	"category_id" integer NOT NULL,
	"slot" smallint NOT NULL,
	"discussions" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "forum_counters_category_id_slot_pk" PRIMARY KEY("category_id","slot"),
	CONSTRAINT "forum_counters_positive" CHECK ("forum_counters"."discussions" >= 0 and "forum_counters"."comments" >= 0)
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"discussion_count" integer DEFAULT 0 NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"merged_into" integer,
	CONSTRAINT "tags_count_positive" CHECK ("tags"."discussion_count" >= 0),
	CONSTRAINT "tags_merged_into_another" CHECK ("tags"."merged_into" <> "tags"."id")
);
--> statement-breakpoint
CREATE TABLE "title_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sealed" "bytea" NOT NULL,
	"priority" smallint DEFAULT 0 NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"useful_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unused_media" (
	"file" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "politician_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "politician_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"politician_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"message" text NOT NULL,
	"mailed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "politician_ratings" (
	"politician_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"voter_id" integer NOT NULL,
	"type" text NOT NULL,
	"state" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "politician_ratings_politician_id_user_id_pk" PRIMARY KEY("politician_id","user_id"),
	CONSTRAINT "politician_ratings_voter" UNIQUE("politician_id","voter_id"),
	CONSTRAINT "politician_ratings_type_known" CHECK ("politician_ratings"."type" in ('good', 'bad'))
);
--> statement-breakpoint
CREATE TABLE "politicians" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "politicians_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"party" text NOT NULL,
	"office" text NOT NULL,
	"state" text NOT NULL,
	"profile_image" text,
	"description" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"official_website" text DEFAULT '' NOT NULL,
	"office_address" text DEFAULT '' NOT NULL,
	"sort_name" text NOT NULL,
	"keywords" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple'::regconfig, trim(lower(regexp_replace(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g')))), 'A') || setweight(to_tsvector('simple'::regconfig, trim(lower(regexp_replace(regexp_replace(normalize(keywords, NFKD), '[\u0300-\u036f]', '', 'g'), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g')))), 'B')) STORED NOT NULL,
	"good_job_count" integer DEFAULT 0 NOT NULL,
	"bad_job_count" integer DEFAULT 0 NOT NULL,
	"retired_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "politicians_party_known" CHECK ("politicians"."party" in ('D', 'R', 'I')),
	CONSTRAINT "politicians_office_known" CHECK ("politicians"."office" in ('Sen', 'Rep', 'Gov')),
	CONSTRAINT "politicians_counts_positive" CHECK ("politicians"."good_job_count" >= 0 and "politicians"."bad_job_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"name" text PRIMARY KEY NOT NULL,
	"value" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"first_voted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "poll_options" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "poll_options_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"poll_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"text" text NOT NULL,
	"vote_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "poll_options_position" UNIQUE("poll_id","position"),
	CONSTRAINT "poll_options_of_poll" UNIQUE("poll_id","id"),
	CONSTRAINT "poll_options_count_positive" CHECK ("poll_options"."vote_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "poll_totals" (
	"poll_id" integer PRIMARY KEY NOT NULL,
	"total_votes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "poll_totals_positive" CHECK ("poll_totals"."total_votes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "poll_votes" (
	"poll_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"voter_id" integer NOT NULL,
	"option_id" integer NOT NULL,
	"state" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "poll_votes_poll_id_user_id_pk" PRIMARY KEY("poll_id","user_id"),
	CONSTRAINT "poll_votes_voter" UNIQUE("poll_id","voter_id")
);
--> statement-breakpoint
CREATE TABLE "polls" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "polls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"question" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category_id" integer NOT NULL,
	"politician_id" integer,
	"creator_id" integer,
	"featured" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closes_at" timestamp with time zone,
	"schedule_zone" text,
	"keywords" text DEFAULT '' NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english'::regconfig, regexp_replace(translate(regexp_replace(normalize(question, NFKD), '[\u0300-\u036f]', '', 'g'), '<_', '  '), '(\S{100})', '\1 ', 'g')), 'A') || setweight(to_tsvector('english'::regconfig, regexp_replace(translate(regexp_replace(normalize(description, NFKD), '[\u0300-\u036f]', '', 'g'), '<_', '  '), '(\S{100})', '\1 ', 'g')), 'B') || setweight(to_tsvector('english'::regconfig, regexp_replace(translate(regexp_replace(normalize(keywords, NFKD), '[\u0300-\u036f]', '', 'g'), '<_', '  '), '(\S{100})', '\1 ', 'g')), 'C')) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"idempotency_key" uuid,
	"removed_at" timestamp with time zone,
	"is_visible" boolean GENERATED ALWAYS AS (removed_at is null) STORED NOT NULL,
	CONSTRAINT "polls_close_after_publication" CHECK ("polls"."closes_at" > "polls"."published_at")
);
--> statement-breakpoint
CREATE TABLE "voter_keys" (
	"email_key" "bytea" PRIMARY KEY NOT NULL,
	"voter_id" integer DEFAULT nextval('voter_numbers') NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_networks" ADD CONSTRAINT "known_networks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_users_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_followed_id_users_id_fk" FOREIGN KEY ("followed_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hashtag_authors" ADD CONSTRAINT "hashtag_authors_hashtag_id_hashtags_id_fk" FOREIGN KEY ("hashtag_id") REFERENCES "public"."hashtags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hashtag_authors" ADD CONSTRAINT "hashtag_authors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_hashtags" ADD CONSTRAINT "post_hashtags_hashtag_id_hashtags_id_fk" FOREIGN KEY ("hashtag_id") REFERENCES "public"."hashtags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_hashtags" ADD CONSTRAINT "post_hashtags_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_hashtags" ADD CONSTRAINT "post_hashtags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_media" ADD CONSTRAINT "post_media_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_politician_id_politicians_id_fk" FOREIGN KEY ("politician_id") REFERENCES "public"."politicians"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_tags" ADD CONSTRAINT "discussion_tags_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_tags" ADD CONSTRAINT "discussion_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_visits" ADD CONSTRAINT "discussion_visits_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_visits" ADD CONSTRAINT "discussion_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_counters" ADD CONSTRAINT "forum_counters_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "politician_messages" ADD CONSTRAINT "politician_messages_politician_id_politicians_id_fk" FOREIGN KEY ("politician_id") REFERENCES "public"."politicians"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "politician_messages" ADD CONSTRAINT "politician_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "politician_ratings" ADD CONSTRAINT "politician_ratings_politician_id_politicians_id_fk" FOREIGN KEY ("politician_id") REFERENCES "public"."politicians"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "politician_ratings" ADD CONSTRAINT "politician_ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_options" ADD CONSTRAINT "poll_options_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_totals" ADD CONSTRAINT "poll_totals_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_poll_id_option_id_poll_options_poll_id_id_fk" FOREIGN KEY ("poll_id","option_id") REFERENCES "public"."poll_options"("poll_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_politician_id_politicians_id_fk" FOREIGN KEY ("politician_id") REFERENCES "public"."politicians"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_expired" ON "attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "email_confirmations_user" ON "email_confirmations" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "email_confirmations_expired" ON "email_confirmations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "users_voter" ON "users" USING btree ("voter_id");--> statement-breakpoint
CREATE INDEX "users_most_followed" ON "users" USING btree ("followers_count","id");--> statement-breakpoint
CREATE INDEX "users_state" ON "users" USING btree ("state","followers_count","id");--> statement-breakpoint
CREATE INDEX "users_search_username" ON "users" USING btree (lower("username") text_pattern_ops) WHERE (users.is_active and users.email_verified_at is not null);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search") WITH (fastupdate=false) WHERE (users.is_active and users.email_verified_at is not null);--> statement-breakpoint
CREATE INDEX "users_search_similar" ON "users" USING gin ("search_name" gin_trgm_ops) WHERE (users.is_active and users.email_verified_at is not null);--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("role") WHERE "users"."role" <> 'user';--> statement-breakpoint
CREATE INDEX "follows_newest" ON "follows" USING btree ("follower_id","created_at","followed_id");--> statement-breakpoint
CREATE INDEX "follows_followed" ON "follows" USING btree ("followed_id");--> statement-breakpoint
CREATE UNIQUE INDEX "hashtags_key" ON "hashtags" USING btree ("key");--> statement-breakpoint
CREATE INDEX "hashtags_trending" ON "hashtags" USING btree ("recent_authors","recent_uses","id") WHERE "hashtags"."recent_authors" > 0;--> statement-breakpoint
CREATE INDEX "hashtags_most_used" ON "hashtags" USING btree ("use_count","id") WHERE "hashtags"."use_count" > 0;--> statement-breakpoint
CREATE INDEX "post_hashtags_post" ON "post_hashtags" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "post_hashtags_recent" ON "post_hashtags" USING btree ("created_at") WHERE "post_hashtags"."recent";--> statement-breakpoint
CREATE INDEX "posts_visible" ON "posts" USING btree ("id") WHERE "posts"."is_visible";--> statement-breakpoint
CREATE INDEX "posts_of_user" ON "posts" USING btree ("user_id","id") WHERE "posts"."is_visible";--> statement-breakpoint
CREATE INDEX "posts_hidden_of_user" ON "posts" USING btree ("user_id","id") WHERE not "posts"."is_visible";--> statement-breakpoint
CREATE UNIQUE INDEX "posts_idempotency_key" ON "posts" USING btree ("user_id","idempotency_key") WHERE "posts"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "posts_search" ON "posts" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "comments_of_politician" ON "comments" USING btree ("politician_id","id") WHERE "comments"."politician_id" is not null and "comments"."is_visible";--> statement-breakpoint
CREATE INDEX "comments_of_post" ON "comments" USING btree ("post_id","id") WHERE "comments"."post_id" is not null and "comments"."is_visible";--> statement-breakpoint
CREATE INDEX "comments_of_discussion" ON "comments" USING btree ("discussion_id","id") WHERE "comments"."discussion_id" is not null and "comments"."parent_id" is null and (comments.is_visible or comments.reply_count > 0);--> statement-breakpoint
CREATE INDEX "comments_of_discussion_popular" ON "comments" USING btree ("discussion_id",("like_count" - "dislike_count"),"id") WHERE "comments"."discussion_id" is not null and "comments"."parent_id" is null and (comments.is_visible or comments.reply_count > 0);--> statement-breakpoint
CREATE INDEX "comments_pinned" ON "comments" USING btree ("discussion_id","pinned_at") WHERE "comments"."pinned_at" is not null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("parent_id","id") WHERE "comments"."parent_id" is not null and (comments.is_visible or comments.reply_count > 0);--> statement-breakpoint
CREATE INDEX "comments_recent_of_discussions" ON "comments" USING btree ("created_at","discussion_id") WHERE "comments"."discussion_id" is not null and "comments"."is_visible";--> statement-breakpoint
CREATE INDEX "comments_removed" ON "comments" USING btree ("user_id","discussion_id") WHERE "comments"."discussion_id" is not null and "comments"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "comments_search" ON "comments" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "comments_recent_of_politicians" ON "comments" USING btree ("created_at","politician_id") WHERE "comments"."politician_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_user" ON "comments" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "comments_idempotency_key" ON "comments" USING btree ("user_id","idempotency_key") WHERE "comments"."idempotency_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reactions_once_per_post" ON "reactions" USING btree ("post_id","user_id") WHERE "reactions"."post_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reactions_once_per_discussion" ON "reactions" USING btree ("discussion_id","user_id") WHERE "reactions"."discussion_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reactions_once_per_comment" ON "reactions" USING btree ("comment_id","user_id") WHERE "reactions"."comment_id" is not null;--> statement-breakpoint
CREATE INDEX "reactions_user" ON "reactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reactions_recent_of_discussions" ON "reactions" USING btree ("created_at","discussion_id") WHERE "reactions"."discussion_id" is not null;--> statement-breakpoint
CREATE INDEX "revisions_of_post" ON "revisions" USING btree ("post_id","id") WHERE "revisions"."post_id" is not null;--> statement-breakpoint
CREATE INDEX "revisions_of_comment" ON "revisions" USING btree ("comment_id","id") WHERE "revisions"."comment_id" is not null;--> statement-breakpoint
CREATE INDEX "revisions_of_discussion" ON "revisions" USING btree ("discussion_id","id") WHERE "revisions"."discussion_id" is not null;--> statement-breakpoint
CREATE INDEX "discussion_tags_tag" ON "discussion_tags" USING btree ("tag_id","discussion_id");--> statement-breakpoint
CREATE INDEX "discussion_visits_age" ON "discussion_visits" USING btree ("visited_at");--> statement-breakpoint
CREATE INDEX "discussions_oldest" ON "discussions" USING btree ("id") WHERE "discussions"."is_visible";--> statement-breakpoint
CREATE INDEX "discussions_latest" ON "discussions" USING btree ("updated_at","id") WHERE "discussions"."is_visible";--> statement-breakpoint
CREATE INDEX "discussions_popular" ON "discussions" USING btree (("comment_count" + "view_count"),"id") WHERE "discussions"."is_visible";--> statement-breakpoint
CREATE INDEX "discussions_replies" ON "discussions" USING btree ("comment_count","id") WHERE "discussions"."is_visible";--> statement-breakpoint
CREATE INDEX "discussions_views" ON "discussions" USING btree ("view_count","id") WHERE "discussions"."is_visible";--> statement-breakpoint
CREATE INDEX "discussions_category_oldest" ON "discussions" USING btree ("category_id","id") WHERE "discussions"."is_visible";--> statement-breakpoint
CREATE INDEX "discussions_category_latest" ON "discussions" USING btree ("category_id","updated_at","id") WHERE "discussions"."is_visible";--> statement-breakpoint
CREATE INDEX "discussions_category_popular" ON "discussions" USING btree ("category_id",("comment_count" + "view_count"),"id") WHERE "discussions"."is_visible";--> statement-breakpoint
CREATE INDEX "discussions_category_replies" ON "discussions" USING btree ("category_id","comment_count","id") WHERE "discussions"."is_visible";--> statement-breakpoint
CREATE INDEX "discussions_category_views" ON "discussions" USING btree ("category_id","view_count","id") WHERE "discussions"."is_visible";--> statement-breakpoint
CREATE INDEX "discussions_created" ON "discussions" USING btree ("created_at") WHERE "discussions"."is_visible";--> statement-breakpoint
CREATE INDEX "discussions_user" ON "discussions" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "discussions_idempotency_key" ON "discussions" USING btree ("user_id","idempotency_key") WHERE "discussions"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "discussions_search" ON "discussions" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "tags_slug_key" ON "tags" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "tags_most_used" ON "tags" USING btree ("discussion_count","id") WHERE "tags"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "tags_slug_prefix" ON "tags" USING btree ("slug" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "title_words_similar" ON "title_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "title_words_start" ON "title_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("priority","next_attempt_at","id");--> statement-breakpoint
CREATE INDEX "unused_media_oldest" ON "unused_media" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "politician_messages_politician" ON "politician_messages" USING btree ("politician_id","created_at");--> statement-breakpoint
CREATE INDEX "politician_messages_user" ON "politician_messages" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "politician_ratings_user" ON "politician_ratings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "politician_ratings_recent" ON "politician_ratings" USING btree ("created_at","politician_id");--> statement-breakpoint
CREATE INDEX "politician_ratings_state" ON "politician_ratings" USING btree ("politician_id","state","created_at","user_id","type");--> statement-breakpoint
CREATE UNIQUE INDEX "politicians_external_key" ON "politicians" USING btree ("source","external_id");--> statement-breakpoint
CREATE INDEX "politicians_directory" ON "politicians" USING btree ("sort_name","id");--> statement-breakpoint
CREATE INDEX "politicians_state" ON "politicians" USING btree ("state");--> statement-breakpoint
CREATE INDEX "politicians_search" ON "politicians" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name_key" ON "categories" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "poll_options_distinct" ON "poll_options" USING btree ("poll_id",lower("text"));--> statement-breakpoint
CREATE INDEX "poll_totals_most_votes" ON "poll_totals" USING btree ("total_votes","poll_id");--> statement-breakpoint
CREATE INDEX "poll_votes_user" ON "poll_votes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "poll_votes_recent" ON "poll_votes" USING btree ("created_at","poll_id");--> statement-breakpoint
CREATE INDEX "polls_newest" ON "polls" USING btree ("published_at","id");--> statement-breakpoint
CREATE INDEX "polls_featured" ON "polls" USING btree ("featured","published_at","id");--> statement-breakpoint
CREATE INDEX "polls_closing" ON "polls" USING btree ("closes_at","id");--> statement-breakpoint
CREATE INDEX "polls_politician" ON "polls" USING btree ("politician_id","published_at","id");--> statement-breakpoint
CREATE INDEX "polls_category" ON "polls" USING btree ("category_id","published_at","id");--> statement-breakpoint
CREATE INDEX "polls_creator" ON "polls" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "polls_idempotency_key" ON "polls" USING btree ("creator_id","idempotency_key") WHERE "polls"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "polls_removed" ON "polls" USING btree ("id") WHERE not "polls"."is_visible";--> statement-breakpoint
CREATE INDEX "polls_search" ON "polls" USING gin ("search") WITH (fastupdate=true,gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "voter_keys_voter" ON "voter_keys" USING btree ("voter_id");--> statement-breakpoint
INSERT INTO "categories" ("name") VALUES
  ('Environment'), ('Healthcare'), ('Education'), ('Economy'), ('Defence'), ('Immigration'), ('Technology'), ('General');--> statement-breakpoint
INSERT INTO "counters" ("name", "value") VALUES ('participants', 0);--> statement-breakpoint
-- Counters of users change often. With free space on the same page, such an update leaves the indexes alone.
ALTER TABLE "users" SET (fillfactor = 85);--> statement-breakpoint
-- Search decides by how common a word is. The default sample cannot tell words apart that less than 1 % of rows contain.
ALTER TABLE "posts" ALTER COLUMN "search" SET STATISTICS 300;--> statement-breakpoint
ALTER TABLE "comments" ALTER COLUMN "search" SET STATISTICS 300;--> statement-breakpoint
ALTER TABLE "discussions" ALTER COLUMN "search" SET STATISTICS 300;--> statement-breakpoint
ALTER TABLE "polls" ALTER COLUMN "search" SET STATISTICS 300;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "search" SET STATISTICS 300;--> statement-breakpoint
CREATE FUNCTION reject_new_text_after_votes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  poll integer := CASE WHEN TG_TABLE_NAME = 'polls' THEN (to_jsonb(OLD)->>'id')::integer
    ELSE coalesce(to_jsonb(NEW)->>'poll_id', to_jsonb(OLD)->>'poll_id')::integer END;
BEGIN
  -- The lock makes a vote that is being written either visible here or wait for the new text.
  PERFORM 1 FROM polls WHERE id = poll FOR UPDATE;
  IF EXISTS (SELECT 1 FROM poll_votes WHERE poll_id = poll) THEN
    RAISE EXCEPTION 'the text of a poll cannot change once somebody has voted' USING ERRCODE = 'check_violation', CONSTRAINT = 'poll_text_final';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;--> statement-breakpoint
CREATE TRIGGER polls_text_final BEFORE UPDATE OF "question", "description", "category_id", "politician_id" ON "polls"
  FOR EACH ROW WHEN ((OLD."question", OLD."description", OLD."category_id", OLD."politician_id") IS DISTINCT FROM (NEW."question", NEW."description", NEW."category_id", NEW."politician_id"))
  EXECUTE FUNCTION reject_new_text_after_votes();--> statement-breakpoint
CREATE TRIGGER poll_options_text_final BEFORE UPDATE OF "text", "poll_id", "position" ON "poll_options"
  FOR EACH ROW WHEN ((OLD."text", OLD."poll_id", OLD."position") IS DISTINCT FROM (NEW."text", NEW."poll_id", NEW."position"))
  EXECUTE FUNCTION reject_new_text_after_votes();--> statement-breakpoint
CREATE TRIGGER poll_options_none_added_or_removed BEFORE INSERT OR DELETE ON "poll_options"
  FOR EACH ROW EXECUTE FUNCTION reject_new_text_after_votes();--> statement-breakpoint
CREATE FUNCTION count_new_polls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO poll_totals (poll_id) SELECT id FROM inserted;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER polls_counted AFTER INSERT ON "polls"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_new_polls();--> statement-breakpoint
CREATE FUNCTION reject_changed_moderation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'moderation actions are append-only' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER moderation_actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "moderation_actions"
  FOR EACH STATEMENT EXECUTE FUNCTION reject_changed_moderation();--> statement-breakpoint
-- Also in a session with session_replication_role = replica, which skips ordinary triggers.
ALTER TABLE "moderation_actions" ENABLE ALWAYS TRIGGER "moderation_actions_append_only";
