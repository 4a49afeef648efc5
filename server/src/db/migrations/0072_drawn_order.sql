ALTER TABLE "mailed_answers" ADD COLUMN "rotation" smallint;--> statement-breakpoint
ALTER TABLE "pending_answers" ADD COLUMN "rotation" smallint;--> statement-breakpoint
ALTER TABLE "poll_arrivals" ADD COLUMN "drawn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "poll_arrivals" ADD COLUMN "stood_first" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD COLUMN "rotation" smallint;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "drawn_options" smallint;