ALTER TABLE "users" ADD COLUMN "english_name" "tsvector" GENERATED ALWAYS AS (to_tsvector('english'::regconfig, regexp_replace(translate(regexp_replace(replace(replace(replace(replace(translate(regexp_replace(normalize(first_name || ' ' || last_name || ' ' || coalesce(username, ''), NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u3099\u309a]', '', 'g'), 'đðħıłŋøŧĐÐĦŁŊØŦẞÆŒÞ', 'ddhilnotddhlnotßæœþ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '([\u1100-\u115f\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff])', ' \1', 'g'), '<_', '  '), '(\S{100})', '\1 ', 'g'))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "post_media" ADD COLUMN "captions" text;--> statement-breakpoint
ALTER TABLE "politicians" ADD COLUMN "english_name" "tsvector" GENERATED ALWAYS AS (to_tsvector('english'::regconfig, regexp_replace(translate(regexp_replace(replace(replace(replace(replace(translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u3099\u309a]', '', 'g'), 'đðħıłŋøŧĐÐĦŁŊØŦẞÆŒÞ', 'ddhilnotddhlnotßæœþ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '([\u1100-\u115f\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff])', ' \1', 'g'), '<_', '  '), '(\S{100})', '\1 ', 'g'))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_english_name" ON "users" USING gin ("english_name") WITH (fastupdate=false) WHERE "users"."is_active";--> statement-breakpoint
CREATE INDEX "politicians_english_name" ON "politicians" USING gin ("english_name");--> statement-breakpoint
-- Keywords had the author's or the official's name of the time. Making the index anew is faster than changing it row by row.
DROP INDEX "posts_search";--> statement-breakpoint
UPDATE "posts" SET "keywords" = "found"."words" FROM (
  SELECT "id" AS "post_id", (SELECT coalesce(string_agg(DISTINCT "part", ' '), '')
    FROM unnest("hashtags") AS "name",
      string_to_table(regexp_replace("name", '([[:lower:]])([[:upper:]])', '\1 \2', 'g'), ' ') AS "part") AS "words"
  FROM "posts"
) AS "found" WHERE "post_id" = "id" AND "keywords" <> "words";--> statement-breakpoint
CREATE INDEX "posts_search" ON "posts" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
UPDATE "polls" SET "keywords" = "categories"."name" FROM "categories"
  WHERE "categories"."id" = "category_id" AND "politician_id" IS NOT NULL AND "keywords" <> "categories"."name";
