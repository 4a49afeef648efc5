DROP INDEX "pending_answers_due";--> statement-breakpoint
ALTER TABLE "pending_answers" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "pending_answers_due" ON "pending_answers" USING btree ("poll_id","user_id") WHERE "pending_answers"."state" = 'due';