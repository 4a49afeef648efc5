CREATE TABLE "participants" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"first_voted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "participants" ("user_id", "first_voted_at") SELECT "id", "first_voted_at" FROM "users" WHERE "first_voted_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "first_voted_at";
