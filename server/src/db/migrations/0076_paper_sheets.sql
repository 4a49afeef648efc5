CREATE TABLE "sheet_entries" (
	"ballot_id" integer PRIMARY KEY NOT NULL,
	"entered_by" integer,
	"answers" jsonb,
	CONSTRAINT "sheet_entries_whole" CHECK (num_nonnulls("sheet_entries"."entered_by", "sheet_entries"."answers") <> 1)
);
--> statement-breakpoint
ALTER TABLE "ballots" ADD COLUMN "group" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "papers" ADD COLUMN "needs_two_people" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD COLUMN "is_on_paper" boolean;--> statement-breakpoint
ALTER TABLE "sheet_entries" ADD CONSTRAINT "sheet_entries_ballot_id_ballots_id_fk" FOREIGN KEY ("ballot_id") REFERENCES "public"."ballots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_entries" ADD CONSTRAINT "sheet_entries_entered_by_users_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sheet_entries_by" ON "sheet_entries" USING btree ("entered_by");--> statement-breakpoint
-- Ballots that exist get the group that their row has now.
UPDATE "ballots" SET "group" = m."group" FROM "circle_members" m WHERE m.id = "ballots"."member_id" AND m."group" <> '';
