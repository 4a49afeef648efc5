CREATE TABLE "poll_roll_calls" (
	"poll_id" integer PRIMARY KEY NOT NULL,
	"roll_call_id" integer NOT NULL,
	"yea_option_id" integer NOT NULL,
	"nay_option_id" integer NOT NULL,
	CONSTRAINT "poll_roll_calls_options_differ" CHECK ("poll_roll_calls"."yea_option_id" <> "poll_roll_calls"."nay_option_id")
);
--> statement-breakpoint
CREATE TABLE "roll_call_corrections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roll_call_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"roll_call_id" integer NOT NULL,
	"field" text NOT NULL,
	"member_id" integer,
	"before" text,
	"after" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "roll_call_corrections_name_member" CHECK (("roll_call_corrections"."field" = 'position') = ("roll_call_corrections"."member_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "roll_call_members" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roll_call_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"congress" smallint NOT NULL,
	"chamber" text NOT NULL,
	"number" integer NOT NULL,
	"bioguide" text NOT NULL,
	"name" text NOT NULL,
	"sort_name" text NOT NULL,
	"party" text NOT NULL,
	"state" text NOT NULL,
	"politician_id" integer,
	CONSTRAINT "roll_call_members_party_known" CHECK ("roll_call_members"."party" in ('D', 'R', 'I'))
);
--> statement-breakpoint
CREATE TABLE "roll_call_positions" (
	"roll_call_id" integer NOT NULL,
	"member_id" integer NOT NULL,
	"position" text NOT NULL,
	CONSTRAINT "roll_call_positions_roll_call_id_member_id_pk" PRIMARY KEY("roll_call_id","member_id"),
	CONSTRAINT "roll_call_positions_known" CHECK ("roll_call_positions"."position" in ('yea', 'nay', 'present', 'not_voting'))
);
--> statement-breakpoint
CREATE TABLE "roll_calls" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roll_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"congress" smallint NOT NULL,
	"chamber" text NOT NULL,
	"number" integer NOT NULL,
	"session" smallint NOT NULL,
	"official_number" integer NOT NULL,
	"date" date NOT NULL,
	"question" text NOT NULL,
	"bill" text,
	"description" text NOT NULL,
	"title" text GENERATED ALWAYS AS (case when length(description) > 300 then left(description, 299) || '…'
          when description <> '' then description else coalesce(bill, question) end) STORED NOT NULL,
	"category" text NOT NULL,
	"result" text NOT NULL,
	"yeas" integer DEFAULT 0 NOT NULL,
	"nays" integer DEFAULT 0 NOT NULL,
	"present" integer DEFAULT 0 NOT NULL,
	"not_voting" integer DEFAULT 0 NOT NULL,
	"democrats" text,
	"republicans" text,
	"keywords" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english'::regconfig, regexp_replace(translate(regexp_replace(normalize(keywords, NFKD), '[\u0300-\u036f]', '', 'g'), '<_', '  '), '(\S{100})', '\1 ', 'g')), 'A') || setweight(to_tsvector('english'::regconfig, regexp_replace(translate(regexp_replace(normalize(description, NFKD), '[\u0300-\u036f]', '', 'g'), '<_', '  '), '(\S{100})', '\1 ', 'g')), 'B')) STORED NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "roll_calls_chamber_known" CHECK ("roll_calls"."chamber" in ('house', 'senate')),
	CONSTRAINT "roll_calls_category_known" CHECK ("roll_calls"."category" in ('passage', 'nomination', 'amendment', 'procedure'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "district" smallint;--> statement-breakpoint
ALTER TABLE "politicians" ADD COLUMN "district" smallint;--> statement-breakpoint
ALTER TABLE "poll_roll_calls" ADD CONSTRAINT "poll_roll_calls_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_roll_calls" ADD CONSTRAINT "poll_roll_calls_roll_call_id_roll_calls_id_fk" FOREIGN KEY ("roll_call_id") REFERENCES "public"."roll_calls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_roll_calls" ADD CONSTRAINT "poll_roll_calls_yea_option" FOREIGN KEY ("poll_id","yea_option_id") REFERENCES "public"."poll_options"("poll_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_roll_calls" ADD CONSTRAINT "poll_roll_calls_nay_option" FOREIGN KEY ("poll_id","nay_option_id") REFERENCES "public"."poll_options"("poll_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_call_corrections" ADD CONSTRAINT "roll_call_corrections_roll_call_id_roll_calls_id_fk" FOREIGN KEY ("roll_call_id") REFERENCES "public"."roll_calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_call_corrections" ADD CONSTRAINT "roll_call_corrections_member_id_roll_call_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."roll_call_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_call_members" ADD CONSTRAINT "roll_call_members_politician_id_politicians_id_fk" FOREIGN KEY ("politician_id") REFERENCES "public"."politicians"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_call_positions" ADD CONSTRAINT "roll_call_positions_roll_call_id_roll_calls_id_fk" FOREIGN KEY ("roll_call_id") REFERENCES "public"."roll_calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_call_positions" ADD CONSTRAINT "roll_call_positions_member_id_roll_call_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."roll_call_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "poll_roll_calls_roll_call" ON "poll_roll_calls" USING btree ("roll_call_id");--> statement-breakpoint
CREATE INDEX "roll_call_corrections_of_roll_call" ON "roll_call_corrections" USING btree ("roll_call_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "roll_call_members_number" ON "roll_call_members" USING btree ("source","congress","chamber","number");--> statement-breakpoint
CREATE INDEX "roll_call_members_politician" ON "roll_call_members" USING btree ("politician_id");--> statement-breakpoint
CREATE INDEX "roll_call_members_bioguide" ON "roll_call_members" USING btree ("bioguide");--> statement-breakpoint
CREATE INDEX "roll_call_positions_member" ON "roll_call_positions" USING btree ("member_id","roll_call_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "roll_calls_number" ON "roll_calls" USING btree ("source","congress","chamber","number");--> statement-breakpoint
CREATE INDEX "roll_calls_newest" ON "roll_calls" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "roll_calls_chamber" ON "roll_calls" USING btree ("chamber","date","id");--> statement-breakpoint
CREATE INDEX "roll_calls_category" ON "roll_calls" USING btree ("category","date","id");--> statement-breakpoint
CREATE INDEX "roll_calls_search" ON "roll_calls" USING gin ("search");--> statement-breakpoint
-- Written by hand:
CREATE TRIGGER poll_roll_calls_final BEFORE INSERT OR UPDATE OR DELETE ON "poll_roll_calls"
  FOR EACH ROW EXECUTE FUNCTION reject_new_text_after_votes();
