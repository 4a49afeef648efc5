CREATE TABLE "common_ground" (
	"id" smallint PRIMARY KEY NOT NULL,
	"next_run_at" timestamp with time zone NOT NULL,
	"computed_at" timestamp with time zone,
	"status" text DEFAULT 'too_few' NOT NULL,
	"voters" integer DEFAULT 0 NOT NULL,
	"polls" integer DEFAULT 0 NOT NULL,
	"groups" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"map" jsonb,
	CONSTRAINT "common_ground_one_row" CHECK ("common_ground"."id" = 1),
	CONSTRAINT "common_ground_status_known" CHECK ("common_ground"."status" in ('too_few', 'no_groups', 'groups'))
);
--> statement-breakpoint
CREATE TABLE "common_ground_members" (
	"voter_id" integer PRIMARY KEY NOT NULL,
	"group" text NOT NULL,
	CONSTRAINT "common_ground_members_group_known" CHECK ("common_ground_members"."group" in ('A', 'B', 'C', 'D', 'E'))
);
--> statement-breakpoint
CREATE TABLE "common_ground_polls" (
	"poll_id" integer PRIMARY KEY NOT NULL,
	"verdict" text,
	"option" smallint NOT NULL,
	"agreement" real NOT NULL,
	"answers" jsonb NOT NULL,
	CONSTRAINT "common_ground_polls_verdict_known" CHECK ("common_ground_polls"."verdict" in ('agree', 'divide'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "in_common_ground" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "group_agreement" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "valued_across_groups" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "common_ground_polls" ADD CONSTRAINT "common_ground_polls_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_of_discussion_agreement" ON "comments" USING btree ("discussion_id","group_agreement","id") WHERE "comments"."discussion_id" is not null and "comments"."parent_id" is null and (comments.is_visible or comments.reply_count > 0);--> statement-breakpoint
-- Written by hand:
-- The first run is an hour later, when there can be votes.
INSERT INTO "common_ground" ("id", "next_run_at") VALUES (1, now() + interval '1 hour');
