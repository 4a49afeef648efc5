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
	"text" text NOT NULL,
	"hashtags" text[] DEFAULT '{}' NOT NULL,
	"search_text" text NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"comment_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removal_reason" text,
	CONSTRAINT "posts_removed_for_a_reason" CHECK (("posts"."removed_at" is null) = ("posts"."removal_reason" is null)),
	CONSTRAINT "posts_counts_positive" CHECK ("posts"."like_count" >= 0 and "posts"."comment_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"politician_id" integer,
	"post_id" integer,
	"user_id" integer NOT NULL,
	"text" text NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removal_reason" text,
	CONSTRAINT "comments_one_parent" CHECK (num_nonnulls("comments"."politician_id", "comments"."post_id") = 1),
	CONSTRAINT "comments_removed_for_a_reason" CHECK (("comments"."removed_at" is null) = ("comments"."removal_reason" is null)),
	CONSTRAINT "comments_likes_positive" CHECK ("comments"."like_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reactions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"post_id" integer,
	"comment_id" integer,
	"user_id" integer NOT NULL,
	"value" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reactions_one_subject" CHECK (num_nonnulls("reactions"."post_id", "reactions"."comment_id") = 1),
	CONSTRAINT "reactions_value_known" CHECK ("reactions"."value" in (1, -1))
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"post_id" integer,
	"comment_id" integer,
	"text" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "revisions_one_subject" CHECK (num_nonnulls("revisions"."post_id", "revisions"."comment_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_kind_known";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "posts_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "hashtag_authors" ADD CONSTRAINT "hashtag_authors_hashtag_id_hashtags_id_fk" FOREIGN KEY ("hashtag_id") REFERENCES "public"."hashtags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hashtag_authors" ADD CONSTRAINT "hashtag_authors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_hashtags" ADD CONSTRAINT "post_hashtags_hashtag_id_hashtags_id_fk" FOREIGN KEY ("hashtag_id") REFERENCES "public"."hashtags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_hashtags" ADD CONSTRAINT "post_hashtags_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_hashtags" ADD CONSTRAINT "post_hashtags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_media" ADD CONSTRAINT "post_media_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_politician_id_politicians_id_fk" FOREIGN KEY ("politician_id") REFERENCES "public"."politicians"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hashtags_key" ON "hashtags" USING btree ("key");--> statement-breakpoint
CREATE INDEX "hashtags_trending" ON "hashtags" USING btree ("recent_authors","recent_uses","id") WHERE "hashtags"."recent_authors" > 0;--> statement-breakpoint
CREATE INDEX "hashtags_most_used" ON "hashtags" USING btree ("use_count","id") WHERE "hashtags"."use_count" > 0;--> statement-breakpoint
CREATE INDEX "post_hashtags_post" ON "post_hashtags" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "post_hashtags_recent" ON "post_hashtags" USING btree ("created_at") WHERE "post_hashtags"."recent";--> statement-breakpoint
CREATE INDEX "posts_shown" ON "posts" USING btree ("id") WHERE "posts"."deleted_at" is null and "posts"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "posts_of_user" ON "posts" USING btree ("user_id","id") WHERE "posts"."deleted_at" is null and "posts"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "posts_search" ON "posts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "comments_of_politician" ON "comments" USING btree ("politician_id","id") WHERE "comments"."politician_id" is not null and "comments"."deleted_at" is null and "comments"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "comments_of_post" ON "comments" USING btree ("post_id","id") WHERE "comments"."post_id" is not null and "comments"."deleted_at" is null and "comments"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "comments_recent_of_politicians" ON "comments" USING btree ("created_at","politician_id") WHERE "comments"."politician_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_user" ON "comments" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reactions_once_per_post" ON "reactions" USING btree ("post_id","user_id") WHERE "reactions"."post_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reactions_once_per_comment" ON "reactions" USING btree ("comment_id","user_id") WHERE "reactions"."comment_id" is not null;--> statement-breakpoint
CREATE INDEX "reactions_user" ON "reactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "revisions_of_post" ON "revisions" USING btree ("post_id","id") WHERE "revisions"."post_id" is not null;--> statement-breakpoint
CREATE INDEX "revisions_of_comment" ON "revisions" USING btree ("comment_id","id") WHERE "revisions"."comment_id" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_posts_count_positive" CHECK ("users"."posts_count" >= 0);--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_kind_known" CHECK ("moderation_actions"."subject_kind" in ('poll', 'post', 'comment', 'account'));--> statement-breakpoint
INSERT INTO "comments" ("id", "politician_id", "user_id", "text", "like_count", "created_at", "deleted_at", "removed_at", "removal_reason")
  OVERRIDING SYSTEM VALUE
  SELECT "id", "politician_id", "user_id", "text", "like_count", "created_at", "deleted_at", "removed_at", "removal_reason"
  FROM "politician_comments" ORDER BY "id";--> statement-breakpoint
INSERT INTO "reactions" ("id", "comment_id", "user_id", "value", "created_at")
  OVERRIDING SYSTEM VALUE
  SELECT "id", "comment_id", "user_id", 1, "created_at" FROM "politician_comment_likes" ORDER BY "id";--> statement-breakpoint
SELECT setval('comments_id_seq', (SELECT max("id") FROM "comments")), setval('reactions_id_seq', (SELECT max("id") FROM "reactions"));
