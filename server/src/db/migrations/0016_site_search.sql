DROP INDEX "comments_search";--> statement-breakpoint
ALTER TABLE "comments" drop column "search";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english'::regconfig, regexp_replace(translate(text, '<_', '  '), '(\S{100})', '\1 ', 'g'))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_name" text GENERATED ALWAYS AS (trim(lower(regexp_replace(regexp_replace(normalize(first_name || ' ' || last_name, NFKD), '[\u0300-\u036f]', '', 'g'), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g')))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_words" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(trim(lower(regexp_replace(regexp_replace(normalize(first_name || ' ' || last_name, NFKD), '[\u0300-\u036f]', '', 'g'), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g'))), ' '), ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english'::regconfig, regexp_replace(translate(text, '<_', '  '), '(\S{100})', '\1 ', 'g'))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english'::regconfig, regexp_replace(translate(question, '<_', '  '), '(\S{100})', '\1 ', 'g')), 'A') || setweight(to_tsvector('english'::regconfig, regexp_replace(translate(description, '<_', '  '), '(\S{100})', '\1 ', 'g')), 'B') || setweight(to_tsvector('english'::regconfig, regexp_replace(translate(search_text, '<_', '  '), '(\S{100})', '\1 ', 'g')), 'C')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_search_name" ON "users" USING btree ("search_name" text_pattern_ops) WHERE deleted_at is null and blocked_at is null and email_verified_at is not null;--> statement-breakpoint
CREATE INDEX "users_search_username" ON "users" USING btree (lower("username") text_pattern_ops) WHERE deleted_at is null and blocked_at is null and email_verified_at is not null;--> statement-breakpoint
CREATE INDEX "users_search_words" ON "users" USING gin ("search_words") WITH (fastupdate=false) WHERE deleted_at is null and blocked_at is null and email_verified_at is not null;--> statement-breakpoint
CREATE INDEX "users_search_similar" ON "users" USING gin ("search_name" gin_trgm_ops) WHERE deleted_at is null and blocked_at is null and email_verified_at is not null;--> statement-breakpoint
CREATE INDEX "posts_search_site" ON "posts" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "polls_search_words" ON "polls" USING gin ("search") WITH (fastupdate=true,gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "comments_search" ON "comments" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
-- Search chooses between the newest rows and the index by how common a word is. The default sample knows the commonest only.
ALTER TABLE "comments" ALTER COLUMN "search" SET STATISTICS 300;--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "search" SET STATISTICS 300;--> statement-breakpoint
ALTER TABLE "polls" ALTER COLUMN "search" SET STATISTICS 300;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "search_words" SET STATISTICS 300;--> statement-breakpoint
-- Typos in questions of polls are corrected like those in titles of discussions.
INSERT INTO "title_words" SELECT DISTINCT word FROM "polls", regexp_split_to_table(trim("search_text"), ' ') word
WHERE length(word) BETWEEN 3 AND 40 ON CONFLICT DO NOTHING;
