CREATE TABLE "ballots" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ballots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"paper_id" integer NOT NULL,
	"member_id" integer NOT NULL,
	"seed" "bytea" NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"is_late" boolean DEFAULT false NOT NULL,
	"delivery" text,
	"server_answer" text,
	"idempotency_key" uuid,
	CONSTRAINT "ballots_member" UNIQUE("paper_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "circle_keepers" (
	"circle_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "circle_keepers_circle_id_user_id_pk" PRIMARY KEY("circle_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "circle_members" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "circle_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"circle_id" integer NOT NULL,
	"voter_id" integer NOT NULL,
	"email" text,
	"code_hash" "bytea",
	"name" text DEFAULT '' NOT NULL,
	"list_id" text DEFAULT '' NOT NULL,
	"group" text DEFAULT '' NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"struck_at" timestamp with time zone,
	"reminders_stopped_at" timestamp with time zone,
	CONSTRAINT "circle_members_voter" UNIQUE("circle_id","voter_id"),
	CONSTRAINT "circle_members_reachable" CHECK ("circle_members"."email" is not null or "circle_members"."code_hash" is not null)
);
--> statement-breakpoint
CREATE TABLE "circles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "circles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"reply_to" text,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paper_polls" (
	"poll_id" integer PRIMARY KEY NOT NULL,
	"paper_id" integer NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "paper_polls_position" UNIQUE("paper_id","position")
);
--> statement-breakpoint
CREATE TABLE "papers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "papers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"circle_id" integer NOT NULL,
	"title" text NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"kit" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"questions" jsonb NOT NULL,
	"category_id" integer NOT NULL,
	"reveal" text NOT NULL,
	"shows_turnout" boolean DEFAULT false NOT NULL,
	"quorum_count" integer,
	"quorum_percent" smallint,
	"is_changeable" boolean DEFAULT false NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"reminded_at" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "papers_one_quorum" CHECK ("papers"."quorum_count" is null or "papers"."quorum_percent" is null),
	CONSTRAINT "papers_reminders" CHECK (cardinality("papers"."reminded_at") <= 3)
);
--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_member_id_circle_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."circle_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circle_keepers" ADD CONSTRAINT "circle_keepers_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circle_keepers" ADD CONSTRAINT "circle_keepers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circle_members" ADD CONSTRAINT "circle_members_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circles" ADD CONSTRAINT "circles_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_polls" ADD CONSTRAINT "paper_polls_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_polls" ADD CONSTRAINT "paper_polls_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ballots_token" ON "ballots" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "ballots_code" ON "ballots" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "ballots_rows" ON "ballots" USING btree ("paper_id","id");--> statement-breakpoint
CREATE INDEX "ballots_delivery" ON "ballots" USING btree ("paper_id","delivery","id");--> statement-breakpoint
CREATE INDEX "ballots_of_member" ON "ballots" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "circle_keepers_user" ON "circle_keepers" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "circle_members_code" ON "circle_members" USING btree ("circle_id","code_hash") WHERE "circle_members"."code_hash" is not null;--> statement-breakpoint
CREATE INDEX "circle_members_rows" ON "circle_members" USING btree ("circle_id","id");--> statement-breakpoint
CREATE INDEX "circle_members_of_voter" ON "circle_members" USING btree ("voter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "circles_name" ON "circles" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "circles_created_by" ON "circles" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "papers_circle" ON "papers" USING btree ("circle_id","id");--> statement-breakpoint
CREATE INDEX "papers_category" ON "papers" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "papers_created_by" ON "papers" USING btree ("created_by");