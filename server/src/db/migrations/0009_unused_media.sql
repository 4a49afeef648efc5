CREATE TABLE "unused_media" (
	"file" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unused_media_oldest" ON "unused_media" USING btree ("created_at");