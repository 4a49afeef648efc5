CREATE TABLE "web_files" (
	"name" text PRIMARY KEY NOT NULL,
	"body" "bytea" NOT NULL,
	"compressed" boolean NOT NULL,
	"current_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "web_files_current_at" ON "web_files" USING btree ("current_at");