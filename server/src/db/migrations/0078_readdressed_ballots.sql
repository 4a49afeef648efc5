DROP INDEX "circle_members_of_voter";--> statement-breakpoint
DROP INDEX "circle_members_code";--> statement-breakpoint
ALTER TABLE "ballots" ADD COLUMN "ended_links" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ballots" ADD COLUMN "voter_id" integer;--> statement-breakpoint
-- Until now, a ballot was always that of the mailbox which its row has.
UPDATE "ballots" SET "voter_id" = m."voter_id" FROM "circle_members" m WHERE m.id = "ballots"."member_id";--> statement-breakpoint
ALTER TABLE "ballots" ALTER COLUMN "voter_id" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "circle_members_code" ON "circle_members" USING btree ("code_hash","circle_id") WHERE "circle_members"."code_hash" is not null;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_voter" UNIQUE("voter_id","paper_id");
