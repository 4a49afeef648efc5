CREATE TABLE "mail_deliveries" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"outcome" text NOT NULL,
	CONSTRAINT "mail_deliveries_outcome_known" CHECK ("mail_deliveries"."outcome" in ('accepted', 'rejected', 'expired'))
);
--> statement-breakpoint
ALTER TABLE "mail_deliveries" ADD CONSTRAINT "mail_deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;