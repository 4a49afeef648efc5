CREATE TABLE "poll_arrivals" (
	"poll_id" integer PRIMARY KEY NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL,
	"home" integer DEFAULT 0 NOT NULL,
	"list" integer DEFAULT 0 NOT NULL,
	"link" integer DEFAULT 0 NOT NULL,
	"embed" integer DEFAULT 0 NOT NULL,
	"notice" integer DEFAULT 0 NOT NULL,
	"other" integer DEFAULT 0 NOT NULL,
	"under_week" integer DEFAULT 0 NOT NULL,
	"under_month" integer DEFAULT 0 NOT NULL,
	"under_year" integer DEFAULT 0 NOT NULL,
	"older" integer DEFAULT 0 NOT NULL,
	"openings" integer DEFAULT 0 NOT NULL,
	"shown" jsonb
);
--> statement-breakpoint
ALTER TABLE "poll_arrivals" ADD CONSTRAINT "poll_arrivals_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Polls that are older have no row, because not all of their votes would be counted.
CREATE OR REPLACE FUNCTION count_new_polls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO poll_totals (poll_id) SELECT id FROM inserted;
  INSERT INTO poll_arrivals (poll_id) SELECT id FROM inserted;
  RETURN NULL;
END $$;
