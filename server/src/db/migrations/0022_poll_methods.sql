ALTER TABLE "polls" ADD COLUMN "accounts_at_close" integer;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_blocked" ON "users" USING btree ("id") WHERE "users"."blocked_at" is not null;--> statement-breakpoint
-- The demo of earlier versions.
UPDATE "polls" SET "is_sample" = true FROM "users" "creator" WHERE "creator"."id" = "polls"."creator_id"
  AND lower("creator"."email") ~ '^(demo@wtpu|admin@wtpu|large[0-9]+@wtpu|[^@]+@citizens)[.]example$';
