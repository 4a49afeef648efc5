CREATE TABLE "politician_comment_likes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "politician_comment_likes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"comment_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "politician_comment_likes_once" UNIQUE("comment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "politician_comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "politician_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"politician_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"text" text NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "politician_comments_likes_positive" CHECK ("politician_comments"."like_count" >= 0)
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
CREATE TABLE "counters" (
	"name" text PRIMARY KEY NOT NULL,
	"value" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX "polls_politician";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "first_voted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "schedule_zone" text;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "total_votes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "politician_comment_likes" ADD CONSTRAINT "politician_comment_likes_comment_id_politician_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."politician_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "politician_comment_likes" ADD CONSTRAINT "politician_comment_likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "politician_comments" ADD CONSTRAINT "politician_comments_politician_id_politicians_id_fk" FOREIGN KEY ("politician_id") REFERENCES "public"."politicians"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "politician_comments" ADD CONSTRAINT "politician_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "politician_messages" ADD CONSTRAINT "politician_messages_politician_id_politicians_id_fk" FOREIGN KEY ("politician_id") REFERENCES "public"."politicians"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "politician_messages" ADD CONSTRAINT "politician_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "politician_comment_likes_user" ON "politician_comment_likes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "politician_comments_wall" ON "politician_comments" USING btree ("politician_id","id");--> statement-breakpoint
CREATE INDEX "politician_comments_recent" ON "politician_comments" USING btree ("created_at","politician_id");--> statement-breakpoint
CREATE INDEX "politician_comments_user" ON "politician_comments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "politician_messages_politician" ON "politician_messages" USING btree ("politician_id","id");--> statement-breakpoint
CREATE INDEX "politician_messages_user" ON "politician_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "politician_ratings_state" ON "politician_ratings" USING btree ("politician_id","state","type");--> statement-breakpoint
CREATE INDEX "polls_category" ON "polls" USING btree ("category_id","published_at","id");--> statement-breakpoint
CREATE INDEX "polls_most_votes" ON "polls" USING btree ("total_votes","id");--> statement-breakpoint
CREATE INDEX "polls_creator" ON "polls" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "polls_search" ON "polls" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "polls_politician" ON "polls" USING btree ("politician_id","published_at","id");--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_total_positive" CHECK ("polls"."total_votes" >= 0);
--> statement-breakpoint
UPDATE "polls" SET
  "total_votes" = (SELECT coalesce(sum(o."vote_count"), 0) FROM "poll_options" o WHERE o."poll_id" = "polls"."id"),
  "search_text" = ' ' || trim(regexp_replace(lower(concat_ws(' ', "polls"."question", "polls"."description", c."name", p."name")), '[^[:alnum:]]+', ' ', 'g')) || ' '
  FROM "polls" self JOIN "categories" c ON c."id" = self."category_id" LEFT JOIN "politicians" p ON p."id" = self."politician_id"
  WHERE self."id" = "polls"."id";--> statement-breakpoint
UPDATE "users" SET "first_voted_at" = v."first" FROM
  (SELECT "user_id", min("created_at") AS "first" FROM "poll_votes" GROUP BY "user_id") v WHERE v."user_id" = "users"."id";--> statement-breakpoint
INSERT INTO "counters" ("name", "value") SELECT 'participants', count(*) FROM "users" WHERE "first_voted_at" IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION refuse_new_text_after_votes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  poll integer := CASE WHEN TG_TABLE_NAME = 'polls' THEN (to_jsonb(OLD)->>'id')::integer
    ELSE coalesce(to_jsonb(NEW)->>'poll_id', to_jsonb(OLD)->>'poll_id')::integer END;
BEGIN
  -- Locked, so that a vote under way is either seen here or waits for the new text.
  PERFORM 1 FROM polls WHERE id = poll FOR UPDATE;
  IF EXISTS (SELECT 1 FROM poll_votes WHERE poll_id = poll) THEN
    RAISE EXCEPTION 'the text of a poll cannot change once somebody has voted' USING ERRCODE = 'check_violation', CONSTRAINT = 'poll_text_final';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;--> statement-breakpoint
CREATE TRIGGER polls_text_final BEFORE UPDATE OF "question", "description", "category_id", "politician_id" ON "polls"
  FOR EACH ROW WHEN ((OLD."question", OLD."description", OLD."category_id", OLD."politician_id") IS DISTINCT FROM (NEW."question", NEW."description", NEW."category_id", NEW."politician_id"))
  EXECUTE FUNCTION refuse_new_text_after_votes();--> statement-breakpoint
CREATE TRIGGER poll_options_text_final BEFORE UPDATE OF "text", "poll_id", "position" ON "poll_options"
  FOR EACH ROW WHEN ((OLD."text", OLD."poll_id", OLD."position") IS DISTINCT FROM (NEW."text", NEW."poll_id", NEW."position"))
  EXECUTE FUNCTION refuse_new_text_after_votes();--> statement-breakpoint
CREATE TRIGGER poll_options_none_added_or_removed BEFORE INSERT OR DELETE ON "poll_options"
  FOR EACH ROW EXECUTE FUNCTION refuse_new_text_after_votes();
