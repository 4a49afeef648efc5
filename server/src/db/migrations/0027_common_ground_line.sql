CREATE TABLE "common_ground_line_polls" (
	"poll_id" integer PRIMARY KEY NOT NULL,
	"verdict" text,
	"option" smallint NOT NULL,
	"other" smallint,
	"end" smallint,
	"thirds" jsonb NOT NULL,
	"steps" jsonb,
	CONSTRAINT "common_ground_line_polls_verdict_known" CHECK ("common_ground_line_polls"."verdict" in ('agree', 'cross', 'one_side'))
);
--> statement-breakpoint
ALTER TABLE "common_ground_members" ALTER COLUMN "group" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "common_ground" ADD COLUMN "line_status" text DEFAULT 'too_few' NOT NULL;--> statement-breakpoint
ALTER TABLE "common_ground" ADD COLUMN "line_voters" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "common_ground" ADD COLUMN "line_reliability" real;--> statement-breakpoint
ALTER TABLE "common_ground_members" ADD COLUMN "third" smallint;--> statement-breakpoint
ALTER TABLE "common_ground_line_polls" ADD CONSTRAINT "common_ground_line_polls_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "common_ground" ADD CONSTRAINT "common_ground_line_status_known" CHECK ("common_ground"."line_status" in ('too_few', 'no_structure', 'no_line', 'line'));--> statement-breakpoint
ALTER TABLE "common_ground_members" ADD CONSTRAINT "common_ground_members_third_known" CHECK ("common_ground_members"."third" between 0 and 2);