CREATE TABLE "former_usernames" (
	"username" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"given_up_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_usernames_user" ON "former_usernames" USING btree ("user_id","given_up_at");--> statement-breakpoint
ALTER TABLE "site" DROP COLUMN "setup_tries";--> statement-breakpoint
CREATE FUNCTION reject_former_username() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM former_usernames WHERE username = lower(NEW.username) AND user_id <> NEW.id) THEN
    RAISE EXCEPTION 'this username was given up by another user' USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_username_key';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- After the row and its index entry, so that who gives the name up at the same time has committed.
CREATE TRIGGER users_former_username AFTER INSERT OR UPDATE OF "username" ON "users"
  FOR EACH ROW EXECUTE FUNCTION reject_former_username();
