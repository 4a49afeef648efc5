ALTER TABLE "users" ADD COLUMN "texts_emptied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "chosen_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_texts_to_empty" ON "users" USING btree ("deleted_at") WHERE (deleted_at is not null and texts_emptied_at is null);