ALTER TABLE "poll_votes" ADD COLUMN "pair_id" integer;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD COLUMN "is_drawn" boolean;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "twin_id" integer;--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_twin_id_polls_id_fk" FOREIGN KEY ("twin_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "poll_votes_pair" ON "poll_votes" USING btree ("pair_id","voter_id") WHERE "poll_votes"."pair_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "polls_twin" ON "polls" USING btree ("twin_id") WHERE "polls"."twin_id" is not null;--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_two_wordings" CHECK ("polls"."twin_id" <> "polls"."id");