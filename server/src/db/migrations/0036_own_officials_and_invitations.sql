CREATE TABLE "invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" "bytea" NOT NULL,
	"role" text NOT NULL,
	"email" text,
	"max_uses" integer NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_uses_left" CHECK ("invitations"."uses" between 0 and "invitations"."max_uses"),
	CONSTRAINT "invitations_staff_by_mail" CHECK (("invitations"."role" = 'user') = ("invitations"."email" is null)),
	CONSTRAINT "invitations_role_known" CHECK ("invitations"."role" in ('user', 'moderator', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_actions_action_known";--> statement-breakpoint
ALTER TABLE "politicians" DROP CONSTRAINT "politicians_office_known";--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "import_line" text;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "import_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "registration_closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitations_created_by" ON "invitations" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_action_known" CHECK ("moderation_actions"."action" in ('keep', 'remove', 'warn', 'suspend', 'block', 'unblock', 'pin', 'unpin', 'lock', 'unlock', 'slow', 'unslow', 'merge', 'undo', 'grant', 'revoke', 'verify', 'unverify', 'feature', 'unfeature', 'tie', 'untie', 'category', 'import', 'identity', 'settings', 'invite', 'publish'));--> statement-breakpoint
ALTER TABLE "politicians" ADD CONSTRAINT "politicians_office_given" CHECK ("politicians"."office" <> '');