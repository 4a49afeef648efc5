ALTER TABLE "posts" ADD COLUMN "lang" text;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "lang" text;--> statement-breakpoint
ALTER TABLE "discussions" ADD COLUMN "lang" text;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_lang_valid" CHECK ("posts"."lang" ~ '^[a-z]{2,3}$');--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_lang_valid" CHECK ("comments"."lang" ~ '^[a-z]{2,3}$');--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_lang_valid" CHECK ("discussions"."lang" ~ '^[a-z]{2,3}$');