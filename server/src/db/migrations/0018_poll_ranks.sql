CREATE TABLE "poll_ranks" (
	"poll_id" integer PRIMARY KEY NOT NULL,
	"total_votes" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "polls_most_votes";--> statement-breakpoint
ALTER TABLE "poll_ranks" ADD CONSTRAINT "poll_ranks_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "poll_ranks_most_votes" ON "poll_ranks" USING btree ("total_votes","poll_id");--> statement-breakpoint
CREATE FUNCTION rank_new_polls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO poll_ranks (poll_id, total_votes) SELECT id, total_votes FROM inserted;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER polls_ranked AFTER INSERT ON "polls"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION rank_new_polls();--> statement-breakpoint
INSERT INTO "poll_ranks" ("poll_id", "total_votes") SELECT "id", "total_votes" FROM "polls";
