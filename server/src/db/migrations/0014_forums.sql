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
	"request_key" uuid,
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
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english'::regconfig, regexp_replace(translate(title, '<_', '  '), '(\S{100})', '\1 ', 'g')), 'A') || setweight(to_tsvector('english'::regconfig, regexp_replace(translate(description, '<_', '  '), '(\S{100})', '\1 ', 'g')), 'B')) STORED NOT NULL,
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
ALTER TABLE "comments" DROP CONSTRAINT "comments_likes_positive";--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT "comments_one_parent";--> statement-breakpoint
ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_reason_given";--> statement-breakpoint
ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_action_known";--> statement-breakpoint
ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_kind_known";--> statement-breakpoint
ALTER TABLE "reactions" DROP CONSTRAINT "reactions_one_subject";--> statement-breakpoint
ALTER TABLE "revisions" DROP CONSTRAINT "revisions_one_subject";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "discussion_id" integer;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "parent_id" integer;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "path" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "depth" smallint GENERATED ALWAYS AS (cardinality(path)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "dislike_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "reply_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "pinned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (case when discussion_id is not null then to_tsvector('english'::regconfig, regexp_replace(translate(text, '<_', '  '), '(\S{100})', '\1 ', 'g')) end) STORED;--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD COLUMN "actor_id" integer;--> statement-breakpoint
ALTER TABLE "reactions" ADD COLUMN "discussion_id" integer;--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "discussion_id" integer;--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "discussion_tags" ADD CONSTRAINT "discussion_tags_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_tags" ADD CONSTRAINT "discussion_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_visits" ADD CONSTRAINT "discussion_visits_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_visits" ADD CONSTRAINT "discussion_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_counters" ADD CONSTRAINT "forum_counters_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discussion_tags_tag" ON "discussion_tags" USING btree ("tag_id","discussion_id");--> statement-breakpoint
CREATE INDEX "discussion_visits_age" ON "discussion_visits" USING btree ("visited_at");--> statement-breakpoint
CREATE INDEX "discussions_oldest" ON "discussions" USING btree ("id") WHERE "discussions"."deleted_at" is null and "discussions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "discussions_latest" ON "discussions" USING btree ("updated_at","id") WHERE "discussions"."deleted_at" is null and "discussions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "discussions_popular" ON "discussions" USING btree (("comment_count" + "view_count"),"id") WHERE "discussions"."deleted_at" is null and "discussions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "discussions_replies" ON "discussions" USING btree ("comment_count","id") WHERE "discussions"."deleted_at" is null and "discussions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "discussions_views" ON "discussions" USING btree ("view_count","id") WHERE "discussions"."deleted_at" is null and "discussions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "discussions_category_oldest" ON "discussions" USING btree ("category_id","id") WHERE "discussions"."deleted_at" is null and "discussions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "discussions_category_latest" ON "discussions" USING btree ("category_id","updated_at","id") WHERE "discussions"."deleted_at" is null and "discussions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "discussions_category_popular" ON "discussions" USING btree ("category_id",("comment_count" + "view_count"),"id") WHERE "discussions"."deleted_at" is null and "discussions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "discussions_category_replies" ON "discussions" USING btree ("category_id","comment_count","id") WHERE "discussions"."deleted_at" is null and "discussions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "discussions_category_views" ON "discussions" USING btree ("category_id","view_count","id") WHERE "discussions"."deleted_at" is null and "discussions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "discussions_created" ON "discussions" USING btree ("created_at") WHERE "discussions"."deleted_at" is null and "discussions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "discussions_user" ON "discussions" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "discussions_request_key" ON "discussions" USING btree ("user_id","request_key") WHERE "discussions"."request_key" is not null;--> statement-breakpoint
CREATE INDEX "discussions_search" ON "discussions" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "tags_slug_key" ON "tags" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "tags_most_used" ON "tags" USING btree ("discussion_count","id") WHERE "tags"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "tags_slug_prefix" ON "tags" USING btree ("slug" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "title_words_similar" ON "title_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "title_words_start" ON "title_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_of_discussion" ON "comments" USING btree ("discussion_id","id") WHERE "comments"."discussion_id" is not null and "comments"."parent_id" is null and ((deleted_at is null and removed_at is null) or reply_count > 0);--> statement-breakpoint
CREATE INDEX "comments_of_discussion_popular" ON "comments" USING btree ("discussion_id",("like_count" - "dislike_count"),"id") WHERE "comments"."discussion_id" is not null and "comments"."parent_id" is null and ((deleted_at is null and removed_at is null) or reply_count > 0);--> statement-breakpoint
CREATE INDEX "comments_pinned" ON "comments" USING btree ("discussion_id","pinned_at") WHERE "comments"."pinned_at" is not null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("parent_id","id") WHERE "comments"."parent_id" is not null and ((deleted_at is null and removed_at is null) or reply_count > 0);--> statement-breakpoint
CREATE INDEX "comments_recent_of_discussions" ON "comments" USING btree ("created_at","discussion_id") WHERE "comments"."discussion_id" is not null and "comments"."deleted_at" is null and "comments"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "comments_removed" ON "comments" USING btree ("user_id","discussion_id") WHERE "comments"."discussion_id" is not null and "comments"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "comments_search" ON "comments" USING gin ("search") WITH (fastupdate=false) WHERE "comments"."discussion_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reactions_once_per_discussion" ON "reactions" USING btree ("discussion_id","user_id") WHERE "reactions"."discussion_id" is not null;--> statement-breakpoint
CREATE INDEX "reactions_recent_of_discussions" ON "reactions" USING btree ("created_at","discussion_id") WHERE "reactions"."discussion_id" is not null;--> statement-breakpoint
CREATE INDEX "revisions_of_discussion" ON "revisions" USING btree ("discussion_id","id") WHERE "revisions"."discussion_id" is not null;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_replies_in_discussions" CHECK (("comments"."parent_id" is null) = (cardinality("comments"."path") = 0) and ("comments"."parent_id" is null or "comments"."discussion_id" is not null));--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_pinned_at_top" CHECK ("comments"."pinned_at" is null or ("comments"."discussion_id" is not null and "comments"."parent_id" is null));--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_counts_positive" CHECK ("comments"."like_count" >= 0 and "comments"."dislike_count" >= 0 and "comments"."reply_count" >= 0);--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_one_parent" CHECK (num_nonnulls("comments"."politician_id", "comments"."post_id", "comments"."discussion_id") = 1);--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_reason_given" CHECK ("moderation_actions"."reason" <> '' or "moderation_actions"."action" in ('pin', 'unpin', 'unlock'));--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_action_known" CHECK ("moderation_actions"."action" in ('remove', 'block', 'unblock', 'pin', 'unpin', 'lock', 'unlock', 'merge'));--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_kind_known" CHECK ("moderation_actions"."subject_kind" in ('poll', 'post', 'discussion', 'comment', 'tag', 'account'));--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_one_subject" CHECK (num_nonnulls("reactions"."post_id", "reactions"."discussion_id", "reactions"."comment_id") = 1);--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_title_of_discussion" CHECK (("revisions"."title" is null) = ("revisions"."discussion_id" is null));--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_one_subject" CHECK (num_nonnulls("revisions"."post_id", "revisions"."discussion_id", "revisions"."comment_id") = 1);--> statement-breakpoint
-- Search chooses between the newest rows and the index by how common a word is. The default sample knows the commonest only.
ALTER TABLE "discussions" ALTER COLUMN "search" SET STATISTICS 300;--> statement-breakpoint
ALTER TABLE "comments" ALTER COLUMN "search" SET STATISTICS 300;
