DROP TABLE "politician_comment_likes" CASCADE;--> statement-breakpoint
DROP TABLE "politician_comments" CASCADE;