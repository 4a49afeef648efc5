CREATE TABLE "reason_ranks" (
	"reason_id" integer PRIMARY KEY NOT NULL,
	"poll_id" integer NOT NULL,
	"option_id" integer NOT NULL,
	"judged_by" text NOT NULL,
	"judged_parts" jsonb NOT NULL,
	"fairness" real,
	"place" smallint,
	CONSTRAINT "reason_ranks_judged_by_known" CHECK (judged_by in ('line', 'groups', 'answers'))
);
--> statement-breakpoint
-- A run may change all ranks. With free space on the same page, such an update leaves the indexes alone.
ALTER TABLE "reason_ranks" SET (fillfactor = 50);--> statement-breakpoint
INSERT INTO "reason_ranks" ("reason_id", "poll_id", "option_id", "judged_by", "judged_parts", "fairness", "place")
SELECT "id", "poll_id", "option_id", "judged_by", "judged_parts", "fairness", CASE WHEN "fairness" IS NOT NULL AND "place" <= 100 THEN "place" END
FROM (SELECT *, row_number() OVER (PARTITION BY "poll_id", "option_id" ORDER BY "fairness" IS NULL, "fairness" DESC, "id" DESC) AS "place"
  FROM "reasons" WHERE "judged_by" IS NOT NULL) ranked;--> statement-breakpoint
-- No release has read the columns of ranks in this table.
ALTER TABLE "reasons" DROP CONSTRAINT "reasons_judged_by_known";--> statement-breakpoint
DROP INDEX "reasons_best";--> statement-breakpoint
ALTER TABLE "reason_ranks" ADD CONSTRAINT "reason_ranks_reason_id_reasons_id_fk" FOREIGN KEY ("reason_id") REFERENCES "public"."reasons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reason_ranks_best" ON "reason_ranks" USING btree ("poll_id","option_id","place") WHERE "reason_ranks"."place" is not null;--> statement-breakpoint
ALTER TABLE "reasons" DROP COLUMN "fairness";--> statement-breakpoint
ALTER TABLE "reasons" DROP COLUMN "judged_by";--> statement-breakpoint
ALTER TABLE "reasons" DROP COLUMN "judged_parts";