CREATE TABLE "open_mail_domains" (
	"domain" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_domain" text;--> statement-breakpoint
CREATE INDEX "users_mail_domain" ON "users" USING btree ("created_at","mail_domain") WHERE "users"."mail_domain" is not null;