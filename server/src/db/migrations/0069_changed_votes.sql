ALTER TABLE "poll_totals" ADD COLUMN "changed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Sites that have chosen their parts keep what they have.
UPDATE "site" SET "parts" = jsonb_set("parts", '{off}', ("parts" -> 'off') || '["circles"]') WHERE "parts" ? 'off';
