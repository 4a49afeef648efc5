CREATE TABLE "pending_answers" (
	"user_id" integer NOT NULL,
	"poll_id" integer NOT NULL,
	"option_id" integer,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pending_answers_user_id_poll_id_pk" PRIMARY KEY("user_id","poll_id"),
	CONSTRAINT "pending_answers_choice_until_decided" CHECK (("pending_answers"."state" in ('waiting', 'due')) = ("pending_answers"."option_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "pending_answers" ADD CONSTRAINT "pending_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_answers" ADD CONSTRAINT "pending_answers_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_answers" ADD CONSTRAINT "pending_answers_poll_id_option_id_poll_options_poll_id_id_fk" FOREIGN KEY ("poll_id","option_id") REFERENCES "public"."poll_options"("poll_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_answers_option" ON "pending_answers" USING btree ("poll_id","option_id");--> statement-breakpoint
CREATE INDEX "pending_answers_due" ON "pending_answers" USING btree ("user_id") WHERE "pending_answers"."state" = 'due';--> statement-breakpoint
CREATE INDEX "pending_answers_old" ON "pending_answers" USING btree ("created_at");