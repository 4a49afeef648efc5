ALTER TABLE "polls" ADD COLUMN "imported_from" text;--> statement-breakpoint
CREATE INDEX "polls_imported" ON "polls" USING btree ("imported_from") WHERE "polls"."imported_from" is not null;