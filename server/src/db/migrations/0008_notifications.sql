CREATE TABLE "discussion_watches" (
	"discussion_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"level" text NOT NULL,
	CONSTRAINT "discussion_watches_discussion_id_user_id_pk" PRIMARY KEY("discussion_id","user_id"),
	CONSTRAINT "discussion_watches_level_known" CHECK ("discussion_watches"."level" in ('watch', 'normal', 'mute'))
);
--> statement-breakpoint
CREATE TABLE "inboxes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"ways" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"push_kinds" text[] DEFAULT '{"mention","reply","moderation","letter"}' NOT NULL,
	"time_zone" text DEFAULT 'America/New_York' NOT NULL,
	"refused_email" text,
	"digest_due_at" timestamp with time zone,
	CONSTRAINT "inboxes_unread_positive" CHECK ("inboxes"."unread" >= 0)
);
--> statement-breakpoint
CREATE TABLE "notification_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" integer,
	"content_kind" text NOT NULL,
	"content_id" integer NOT NULL,
	"names" text[] DEFAULT '{}' NOT NULL,
	"detail" text,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "notification_events_kind_known" CHECK ("notification_events"."kind" in ('comment', 'post', 'discussion', 'reaction', 'follow', 'poll_opened', 'poll_closed', 'decision', 'letter', 'security', 'hidden'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" integer NOT NULL,
	"page_kind" text,
	"page_id" integer,
	"cause_ids" integer[] DEFAULT '{}' NOT NULL,
	"detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"mail_due_at" timestamp with time zone,
	CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('mention', 'reply', 'comment', 'watched', 'like', 'follower', 'poll_closed', 'official_poll', 'moderation', 'letter', 'security')),
	CONSTRAINT "notifications_page_whole" CHECK (("notifications"."page_kind" is null) = ("notifications"."page_id" is null))
);
--> statement-breakpoint
CREATE TABLE "politician_follows" (
	"politician_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "politician_follows_politician_id_user_id_pk" PRIMARY KEY("politician_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"endpoint" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_unsubscribe_links" (
	"signature" "bytea" PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "discussion_watches" ADD CONSTRAINT "discussion_watches_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_watches" ADD CONSTRAINT "discussion_watches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inboxes" ADD CONSTRAINT "inboxes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "politician_follows" ADD CONSTRAINT "politician_follows_politician_id_politicians_id_fk" FOREIGN KEY ("politician_id") REFERENCES "public"."politicians"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "politician_follows" ADD CONSTRAINT "politician_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discussion_watches_user" ON "discussion_watches" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "inboxes_digest_due" ON "inboxes" USING btree ("digest_due_at") WHERE "inboxes"."digest_due_at" is not null;--> statement-breakpoint
CREATE INDEX "notification_events_due" ON "notification_events" USING btree ("due_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_unread_once" ON "notifications" USING btree ("user_id","kind","subject_kind","subject_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_latest" ON "notifications" USING btree ("user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "notifications_latest_unread" ON "notifications" USING btree ("user_id","updated_at","id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_page" ON "notifications" USING btree ("page_kind","page_id");--> statement-breakpoint
CREATE INDEX "notifications_mail_due" ON "notifications" USING btree ("mail_due_at") WHERE "notifications"."mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_old" ON "notifications" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "politician_follows_user" ON "politician_follows" USING btree ("user_id","politician_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "used_unsubscribe_links_old" ON "used_unsubscribe_links" USING btree ("used_at");--> statement-breakpoint
-- Written by hand:
INSERT INTO "notification_events" ("kind", "content_kind", "content_id", "due_at")
SELECT 'poll_closed', 'poll', id, closes_at FROM "polls" WHERE closes_at > now();
--> statement-breakpoint
INSERT INTO "notification_events" ("kind", "content_kind", "content_id", "due_at")
SELECT 'poll_opened', 'poll', id, published_at FROM "polls" WHERE published_at > now() AND politician_id IS NOT NULL;
--> statement-breakpoint
INSERT INTO "inboxes" ("user_id", "digest_due_at")
SELECT id, now() + interval '7 days' FROM "users" WHERE newsletter;
