CREATE TABLE "withheld_media" (
	"key" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "appeals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "appeals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"action_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" integer,
	"granted" boolean,
	"answer" text,
	CONSTRAINT "appeals_decided_whole" CHECK (num_nulls("appeals"."decided_at", "appeals"."decided_by", "appeals"."granted", "appeals"."answer") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "case_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"case_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_cases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "moderation_cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"content_id" integer NOT NULL,
	"author_id" integer,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"hidden" boolean DEFAULT false NOT NULL,
	"kept_at" timestamp with time zone,
	"report_count" integer DEFAULT 0 NOT NULL,
	"established_count" integer DEFAULT 0 NOT NULL,
	"severity" smallint DEFAULT 0 NOT NULL,
	"claimed_by" integer,
	"claimed_at" timestamp with time zone,
	CONSTRAINT "moderation_cases_kind_known" CHECK ("moderation_cases"."kind" in ('post', 'comment', 'discussion', 'poll', 'user')),
	CONSTRAINT "moderation_cases_hidden_while_open" CHECK (not "moderation_cases"."hidden" or "moderation_cases"."closed_at" is null)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"case_id" integer NOT NULL,
	"reporter_id" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"network" text NOT NULL,
	"established" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by" integer,
	CONSTRAINT "reports_reason_known" CHECK ("reports"."reason" in ('spam', 'harassment', 'hate', 'voting_misinformation', 'private_information', 'illegal', 'other'))
);
--> statement-breakpoint
ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_action_known";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD COLUMN "rule" smallint;--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD COLUMN "days" smallint;--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD COLUMN "undoes" integer;--> statement-breakpoint
ALTER TABLE "discussions" ADD COLUMN "hidden_tags" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_action_id_moderation_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."moderation_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decided_by_moderation_actions_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."moderation_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_once" ON "appeals" USING btree ("action_id");--> statement-breakpoint
CREATE INDEX "appeals_open" ON "appeals" USING btree ("id") WHERE "appeals"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "appeals_of_user" ON "appeals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "case_notes_of_case" ON "case_notes" USING btree ("case_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_content" ON "moderation_cases" USING btree ("kind","content_id");--> statement-breakpoint
CREATE INDEX "moderation_cases_open" ON "moderation_cases" USING btree ("severity","established_count",(-"id")) WHERE "moderation_cases"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "moderation_cases_closed" ON "moderation_cases" USING btree ("closed_at","id") WHERE "moderation_cases"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "moderation_cases_of_author" ON "moderation_cases" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX "moderation_cases_claimed" ON "moderation_cases" USING btree ("claimed_by");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once" ON "reports" USING btree ("case_id","reporter_id");--> statement-breakpoint
CREATE INDEX "reports_of_reporter" ON "reports" USING btree ("reporter_id","id");--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_undoes_moderation_actions_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."moderation_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "posts_removed" ON "posts" USING btree ("id") WHERE "posts"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "moderation_actions_of_user" ON "moderation_actions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "moderation_actions_of_subject" ON "moderation_actions" USING btree ("subject_kind","subject_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_actions_undone_once" ON "moderation_actions" USING btree ("undoes");--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_rule_known" CHECK (rule between 1 and 8);--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_undo_names_action" CHECK (("moderation_actions"."action" = 'undo') = ("moderation_actions"."undoes" is not null));--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_action_known" CHECK ("moderation_actions"."action" in ('keep', 'remove', 'warn', 'suspend', 'block', 'unblock', 'pin', 'unpin', 'lock', 'unlock', 'merge', 'undo'));