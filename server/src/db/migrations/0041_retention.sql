CREATE TABLE "retention_warnings" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"seen_on" date NOT NULL,
	"queued_at" timestamp with time zone,
	"first_sent_on" date,
	"second_sent_on" date
);
--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "retention_years" smallint;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "retention_ran_on" date;--> statement-breakpoint
ALTER TABLE "retention_warnings" ADD CONSTRAINT "retention_warnings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_retention_years" CHECK ("site"."retention_years" between 1 and 10);