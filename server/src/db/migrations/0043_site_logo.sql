CREATE TABLE "logo_files" (
	"name" text PRIMARY KEY NOT NULL,
	"body" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "logo" jsonb;