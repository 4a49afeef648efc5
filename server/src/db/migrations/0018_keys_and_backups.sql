CREATE TABLE "last_backup" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	CONSTRAINT "last_backup_one_row" CHECK ("last_backup"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "site_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "voter_keys" ADD COLUMN "key_set" integer DEFAULT 1 NOT NULL;