ALTER TABLE "poll_options" ADD COLUMN "is_no_opinion" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Written by hand:
DROP TRIGGER poll_options_text_final ON "poll_options";--> statement-breakpoint
CREATE TRIGGER poll_options_text_final BEFORE UPDATE OF "text", "poll_id", "position", "is_no_opinion" ON "poll_options"
  FOR EACH ROW WHEN ((OLD."text", OLD."poll_id", OLD."position", OLD."is_no_opinion")
    IS DISTINCT FROM (NEW."text", NEW."poll_id", NEW."position", NEW."is_no_opinion"))
  EXECUTE FUNCTION reject_new_text_after_votes();
