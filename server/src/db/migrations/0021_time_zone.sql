ALTER TABLE "site" ADD COLUMN "time_zone" text DEFAULT 'America/New_York' NOT NULL;--> statement-breakpoint
CREATE FUNCTION site_time_zone() RETURNS text LANGUAGE sql STABLE AS $$
  select coalesce((select time_zone from site), 'America/New_York')
$$;--> statement-breakpoint
ALTER TABLE "inboxes" ALTER COLUMN "time_zone" SET DEFAULT site_time_zone();
