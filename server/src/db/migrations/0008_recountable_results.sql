CREATE TABLE "sealed_ballots" (
	"poll_id" integer NOT NULL,
	"piece" integer NOT NULL,
	"lines" "bytea" NOT NULL,
	CONSTRAINT "sealed_ballots_poll_id_piece_pk" PRIMARY KEY("poll_id","piece")
);
--> statement-breakpoint
CREATE TABLE "tally_keys" (
	"entry_id" integer PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tally_log" (
	"id" integer PRIMARY KEY NOT NULL,
	"poll_id" integer,
	"entry" text NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "tally_log_poll" UNIQUE("poll_id"),
	CONSTRAINT "tally_log_numbered" CHECK ("tally_log"."id" >= 0)
);
--> statement-breakpoint
ALTER TABLE "poll_votes" ADD COLUMN "ballot" uuid DEFAULT encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 16), 'hex')::uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "tally_keys" ADD CONSTRAINT "tally_keys_entry_id_tally_log_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."tally_log"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Written by hand:
CREATE FUNCTION reject_changed_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the tally log and sealed ballots are append-only' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER tally_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "tally_log"
  FOR EACH STATEMENT EXECUTE FUNCTION reject_changed_tally();--> statement-breakpoint
CREATE TRIGGER sealed_ballots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "sealed_ballots"
  FOR EACH STATEMENT EXECUTE FUNCTION reject_changed_tally();--> statement-breakpoint
-- Also in a session with session_replication_role = replica, which skips ordinary triggers.
ALTER TABLE "tally_log" ENABLE ALWAYS TRIGGER "tally_log_append_only";--> statement-breakpoint
ALTER TABLE "sealed_ballots" ENABLE ALWAYS TRIGGER "sealed_ballots_append_only";
--> statement-breakpoint
-- Finds a vote by key. Where few polls have most votes, PostgreSQL would read the table from its start.
CREATE OR REPLACE FUNCTION reject_new_text_after_votes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  poll integer := CASE WHEN TG_TABLE_NAME = 'polls' THEN (to_jsonb(OLD)->>'id')::integer
    ELSE coalesce(to_jsonb(NEW)->>'poll_id', to_jsonb(OLD)->>'poll_id')::integer END;
BEGIN
  -- The lock makes a vote that is being written either visible here or wait for the new text.
  PERFORM 1 FROM polls WHERE id = poll FOR UPDATE;
  PERFORM 1 FROM poll_votes WHERE poll_id = poll ORDER BY user_id LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the text of a poll cannot change once somebody has voted' USING ERRCODE = 'check_violation', CONSTRAINT = 'poll_text_final';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
