ALTER TABLE "users" ADD COLUMN "last_seen_on" date DEFAULT (now() at time zone 'UTC')::date;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "seen_since" date;--> statement-breakpoint
CREATE INDEX "users_last_seen" ON "users" USING btree ("last_seen_on","id") WHERE "users"."last_seen_on" is not null;--> statement-breakpoint
-- A session's row stays for 30 days after it ended, so accounts without one were last seen before that.
UPDATE "users" SET "last_seen_on" = CASE WHEN "deleted_at" IS NULL THEN coalesce(
  (SELECT max("rotated_at" AT TIME ZONE 'UTC')::date FROM "sessions" WHERE "user_id" = "users"."id"),
  greatest(("created_at" AT TIME ZONE 'UTC')::date, (now() AT TIME ZONE 'UTC')::date - 30)) END;--> statement-breakpoint
INSERT INTO "site" ("seen_since") SELECT (now() AT TIME ZONE 'UTC')::date - 30 WHERE EXISTS (SELECT FROM "users")
  ON CONFLICT ("is_only") DO UPDATE SET "seen_since" = excluded."seen_since";
