-- The last release does not know the table.
ALTER TABLE "undone_votes" RENAME TO "undone_choices";--> statement-breakpoint
ALTER TABLE "undone_choices" RENAME CONSTRAINT "undone_votes_poll_id_polls_id_fk" TO "undone_choices_poll_id_polls_id_fk";--> statement-breakpoint
ALTER TABLE "undone_choices" RENAME CONSTRAINT "undone_votes_user_id_users_id_fk" TO "undone_choices_user_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "undone_votes_user" RENAME TO "undone_choices_user";--> statement-breakpoint
ALTER TABLE "undone_choices" DROP CONSTRAINT "undone_votes_poll_id_voter_id_pk";--> statement-breakpoint
ALTER TABLE "undone_choices" ALTER COLUMN "poll_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "politicians" ADD COLUMN "undone_ratings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "undone_choices" ADD COLUMN "politician_id" integer;--> statement-breakpoint
ALTER TABLE "undone_choices" ADD CONSTRAINT "undone_choices_politician_id_politicians_id_fk" FOREIGN KEY ("politician_id") REFERENCES "public"."politicians"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undone_choices" ADD CONSTRAINT "undone_choices_poll" UNIQUE("poll_id","voter_id");--> statement-breakpoint
ALTER TABLE "undone_choices" ADD CONSTRAINT "undone_choices_politician" UNIQUE("politician_id","voter_id");--> statement-breakpoint
ALTER TABLE "undone_choices" ADD CONSTRAINT "undone_choices_of_one" CHECK (num_nonnulls("undone_choices"."poll_id", "undone_choices"."politician_id") = 1);