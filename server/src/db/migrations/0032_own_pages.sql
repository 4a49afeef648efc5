CREATE TABLE "site_pages" (
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"what_changed" text NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_pages_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "terms_seen" integer DEFAULT 0 NOT NULL;