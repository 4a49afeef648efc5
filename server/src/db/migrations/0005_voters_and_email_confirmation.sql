CREATE SEQUENCE "public"."voter_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "email_confirmations" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voter_keys" (
	"email_key" "bytea" PRIMARY KEY NOT NULL,
	"voter_id" integer DEFAULT nextval('voter_numbers') NOT NULL
);
--> statement-breakpoint
DROP INDEX "mails_due";--> statement-breakpoint
DROP INDEX "politician_messages_politician";--> statement-breakpoint
DROP INDEX "politician_messages_user";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "voter_id" integer DEFAULT nextval('voter_numbers') NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "priority" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "politician_ratings" ADD COLUMN "voter_id" integer;--> statement-breakpoint
UPDATE "politician_ratings" SET "voter_id" = u."voter_id" FROM "users" u WHERE u."id" = "politician_ratings"."user_id";--> statement-breakpoint
ALTER TABLE "politician_ratings" ALTER COLUMN "voter_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD COLUMN "voter_id" integer;--> statement-breakpoint
UPDATE "poll_votes" SET "voter_id" = u."voter_id" FROM "users" u WHERE u."id" = "poll_votes"."user_id";--> statement-breakpoint
ALTER TABLE "poll_votes" ALTER COLUMN "voter_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_confirmations_user" ON "email_confirmations" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "email_confirmations_expired" ON "email_confirmations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "voter_keys_voter" ON "voter_keys" USING btree ("voter_id");--> statement-breakpoint
CREATE INDEX "users_voter" ON "users" USING btree ("voter_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("priority","next_attempt_at","id");--> statement-breakpoint
CREATE INDEX "politician_messages_politician" ON "politician_messages" USING btree ("politician_id","created_at");--> statement-breakpoint
CREATE INDEX "politician_messages_user" ON "politician_messages" USING btree ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "politician_ratings" ADD CONSTRAINT "politician_ratings_voter" UNIQUE("politician_id","voter_id");--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_voter" UNIQUE("poll_id","voter_id");