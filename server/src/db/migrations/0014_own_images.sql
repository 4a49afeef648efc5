ALTER TABLE "politicians" ADD COLUMN "photo" text;--> statement-breakpoint
CREATE INDEX "users_foreign_avatar" ON "users" USING btree ("id") WHERE "users"."avatar" like 'http%';