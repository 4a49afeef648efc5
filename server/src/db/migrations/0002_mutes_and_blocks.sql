CREATE TABLE "mutes_and_blocks" (
	"user_id" integer NOT NULL,
	"other_id" integer NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mutes_and_blocks_user_id_other_id_kind_pk" PRIMARY KEY("user_id","other_id","kind"),
	CONSTRAINT "mutes_and_blocks_not_oneself" CHECK ("mutes_and_blocks"."user_id" <> "mutes_and_blocks"."other_id"),
	CONSTRAINT "mutes_and_blocks_kind_known" CHECK ("mutes_and_blocks"."kind" in ('mute', 'block'))
);
--> statement-breakpoint
ALTER TABLE "mutes_and_blocks" ADD CONSTRAINT "mutes_and_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mutes_and_blocks" ADD CONSTRAINT "mutes_and_blocks_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mutes_and_blocks_newest" ON "mutes_and_blocks" USING btree ("user_id","kind","created_at","other_id");--> statement-breakpoint
CREATE INDEX "mutes_and_blocks_other" ON "mutes_and_blocks" USING btree ("other_id");