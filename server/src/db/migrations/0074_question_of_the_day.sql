CREATE TABLE "daily_questions" (
	"day" date PRIMARY KEY NOT NULL,
	"poll_id" integer NOT NULL,
	CONSTRAINT "daily_questions_once" UNIQUE("poll_id")
);
--> statement-breakpoint
CREATE TABLE "question_queue" (
	"position" smallint PRIMARY KEY NOT NULL,
	"poll_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "question_queue_once" UNIQUE("poll_id"),
	CONSTRAINT "question_queue_length" CHECK ("question_queue"."position" between 1 and 14)
);
--> statement-breakpoint
ALTER TABLE "notification_events" DROP CONSTRAINT "notification_events_kind_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_known";--> statement-breakpoint
ALTER TABLE "daily_questions" ADD CONSTRAINT "daily_questions_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_queue" ADD CONSTRAINT "question_queue_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inboxes_daily_question" ON "inboxes" USING btree ("user_id") WHERE "inboxes"."ways" ->> 'daily_question' <> 'off';--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_kind_known" CHECK ("notification_events"."kind" in ('hidden', 'post', 'discussion', 'comment', 'reaction', 'follow', 'poll_closed', 'poll_opened', 'daily_question', 'decision', 'letter', 'security'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('mention', 'reply', 'comment', 'watched', 'like', 'follower', 'poll_closed', 'official_poll', 'daily_question', 'moderation', 'letter', 'security'));