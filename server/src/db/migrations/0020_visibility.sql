DROP INDEX "posts_shown";--> statement-breakpoint
DROP INDEX "users_search_name";--> statement-breakpoint
DROP INDEX "users_search_username";--> statement-breakpoint
DROP INDEX "users_search_words";--> statement-breakpoint
DROP INDEX "users_search_similar";--> statement-breakpoint
DROP INDEX "posts_of_user";--> statement-breakpoint
DROP INDEX "posts_hidden_of_user";--> statement-breakpoint
DROP INDEX "comments_of_politician";--> statement-breakpoint
DROP INDEX "comments_of_post";--> statement-breakpoint
DROP INDEX "comments_of_discussion";--> statement-breakpoint
DROP INDEX "comments_of_discussion_popular";--> statement-breakpoint
DROP INDEX "comments_replies";--> statement-breakpoint
DROP INDEX "comments_recent_of_discussions";--> statement-breakpoint
DROP INDEX "discussions_oldest";--> statement-breakpoint
DROP INDEX "discussions_latest";--> statement-breakpoint
DROP INDEX "discussions_popular";--> statement-breakpoint
DROP INDEX "discussions_replies";--> statement-breakpoint
DROP INDEX "discussions_views";--> statement-breakpoint
DROP INDEX "discussions_category_oldest";--> statement-breakpoint
DROP INDEX "discussions_category_latest";--> statement-breakpoint
DROP INDEX "discussions_category_popular";--> statement-breakpoint
DROP INDEX "discussions_category_replies";--> statement-breakpoint
DROP INDEX "discussions_category_views";--> statement-breakpoint
DROP INDEX "discussions_created";--> statement-breakpoint
DROP INDEX "polls_removed";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_active" boolean GENERATED ALWAYS AS (deleted_at is null and blocked_at is null) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "is_visible" boolean GENERATED ALWAYS AS (deleted_at is null and removed_at is null) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "is_visible" boolean GENERATED ALWAYS AS (deleted_at is null and removed_at is null) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "discussions" ADD COLUMN "is_visible" boolean GENERATED ALWAYS AS (deleted_at is null and removed_at is null) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "is_visible" boolean GENERATED ALWAYS AS (removed_at is null) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_visible" ON "posts" USING btree ("id") WHERE "posts"."is_visible";--> statement-breakpoint
CREATE INDEX "users_search_name" ON "users" USING btree ("search_name" text_pattern_ops) WHERE (users.is_active and users.email_verified_at is not null);--> statement-breakpoint
CREATE INDEX "users_search_username" ON "users" USING btree (lower("username") text_pattern_ops) WHERE (users.is_active and users.email_verified_at is not null);--> statement-breakpoint
CREATE INDEX "users_search_words" ON "users" USING gin ("search_words") WITH (fastupdate=false) WHERE (users.is_active and users.email_verified_at is not null);--> statement-breakpoint
CREATE INDEX "users_search_similar" ON "users" USING gin ("search_name" gin_trgm_ops) WHERE (users.is_active and users.email_verified_at is not null);--> statement-breakpoint
CREATE INDEX "posts_of_user" ON "posts" USING btree ("user_id","id") WHERE "posts"."is_visible";--> statement-breakpoint
CREATE INDEX "posts_hidden_of_user" ON "posts" USING btree ("user_id","id") WHERE not "posts"."is_visible";--> statement-breakpoint
CREATE INDEX "comments_of_politician" ON "comments" USING btree ("politician_id","id") WHERE "comments"."politician_id" is not null and "comments"."is_visible";--> statement-breakpoint
CREATE INDEX "comments_of_post" ON "comments" USING btree ("post_id","id") WHERE "comments"."post_id" is not null and "comments"."is_visible";--> statement-breakpoint
CREATE INDEX "comments_of_discussion" ON "comments" USING btree ("discussion_id","id") WHERE "comments"."discussion_id" is not null and "comments"."parent_id" is null and (comments.is_visible or comments.reply_count > 0);--> statement-breakpoint
CREATE INDEX "comments_of_discussion_popular" ON "comments" USING btree ("discussion_id",("like_count" - "dislike_count"),"id") WHERE "comments"."discussion_id" is not null and "comments"."parent_id" is null and (comments.is_visible or comments.reply_count > 0);--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("parent_id","id") WHERE "comments"."parent_id" is not null and (comments.is_visible or comments.reply_count > 0);--> statement-breakpoint
CREATE INDEX "comments_recent_of_discussions" ON "comments" USING btree ("created_at","discussion_id") WHERE "comments"."discussion_id" is not null and "comments"."is_visible";--> statement-breakpoint
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
CREATE INDEX "polls_removed" ON "polls" USING btree ("id") WHERE not "polls"."is_visible";