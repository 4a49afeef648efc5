ALTER TABLE "polls" ADD COLUMN "is_recorded" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "asked_by" text;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "confirmed_only" boolean;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "confirmed_only_changed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "featured_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "featured_to" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "polls_to_record" ON "polls" USING btree ("published_at") WHERE "polls"."is_recorded" and "polls"."confirmed_only" is null;--> statement-breakpoint
-- Of polls that have opened, nobody has written down who asked, who could vote and since when they are featured.
UPDATE "polls" SET "is_recorded" = false,
  "featured_from" = CASE WHEN "featured" AND ("closes_at" IS NULL OR "closes_at" > now()) THEN '-infinity'::timestamptz END
WHERE "published_at" <= now() OR "imported_from" IS NOT NULL;--> statement-breakpoint
-- A trigger, because servers of the last release publish and feature polls, too.
CREATE FUNCTION keep_facts_of_polls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.imported_from IS NOT NULL THEN NEW.is_recorded := false; RETURN NEW; END IF;
    IF NEW.published_at <= now() THEN
      NEW.asked_by := coalesce((SELECT CASE role WHEN 'user' THEN 'member' ELSE 'staff' END FROM users WHERE id = NEW.creator_id), 'staff');
    END IF;
    IF NEW.featured THEN NEW.featured_from := NEW.published_at; END IF;
  ELSIF NEW.featured AND NOT OLD.featured AND coalesce(NEW.closes_at > now(), true) THEN
    NEW.featured_from := coalesce(OLD.featured_from, CASE WHEN NEW.is_recorded THEN now() ELSE '-infinity' END);
    NEW.featured_to := NULL;
  ELSIF OLD.featured AND NOT NEW.featured AND OLD.featured_from IS NOT NULL THEN
    NEW.featured_to := coalesce(OLD.featured_to, least(now(), NEW.closes_at));
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER polls_facts_kept BEFORE INSERT OR UPDATE OF "featured" ON "polls"
  FOR EACH ROW EXECUTE FUNCTION keep_facts_of_polls();
