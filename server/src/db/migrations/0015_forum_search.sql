DROP INDEX "comments_search";--> statement-breakpoint
DROP INDEX "discussions_search";--> statement-breakpoint
CREATE INDEX "title_words_start" ON "title_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "comments_search" ON "comments" USING gin ("search") WITH (fastupdate=false) WHERE "comments"."discussion_id" is not null;--> statement-breakpoint
CREATE INDEX "discussions_search" ON "discussions" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
-- Search chooses between the newest rows and the index by how common a word is. The default sample knows the commonest only.
ALTER TABLE "discussions" ALTER COLUMN "search" SET STATISTICS 300;--> statement-breakpoint
ALTER TABLE "comments" ALTER COLUMN "search" SET STATISTICS 300;
