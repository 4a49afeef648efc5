CREATE TABLE "mailed_answers" (
	"poll_id" integer NOT NULL,
	"voter_id" integer NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"option_id" integer,
	"email" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"given_from" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mailed_answers_poll_id_voter_id_pk" PRIMARY KEY("poll_id","voter_id"),
	CONSTRAINT "mailed_answers_kept_until_decided" CHECK (("mailed_answers"."state" = 'waiting') = ("mailed_answers"."option_id" is not null) and ("mailed_answers"."state" = 'waiting') = ("mailed_answers"."email" is not null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_mailbox" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "poll_totals" ADD COLUMN "by_mailbox" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "answered_by_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mailed_answers" ADD CONSTRAINT "mailed_answers_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_answers" ADD CONSTRAINT "mailed_answers_poll_id_option_id_poll_options_poll_id_id_fk" FOREIGN KEY ("poll_id","option_id") REFERENCES "public"."poll_options"("poll_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mailed_answers_token" ON "mailed_answers" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "mailed_answers_option" ON "mailed_answers" USING btree ("poll_id","option_id");--> statement-breakpoint
CREATE INDEX "mailed_answers_old" ON "mailed_answers" USING btree ("created_at");