ALTER TABLE "roll_call_corrections" DROP CONSTRAINT "roll_call_corrections_name_member";--> statement-breakpoint
ALTER TABLE "roll_call_corrections" ALTER COLUMN "roll_call_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "roll_call_corrections_of_member" ON "roll_call_corrections" USING btree ("member_id") WHERE "roll_call_corrections"."roll_call_id" is null;--> statement-breakpoint
ALTER TABLE "roll_call_corrections" ADD CONSTRAINT "roll_call_corrections_name_member" CHECK (("roll_call_corrections"."field" in ('position', 'party', 'state')) = ("roll_call_corrections"."member_id" is not null)
        and ("roll_call_corrections"."field" in ('party', 'state')) = ("roll_call_corrections"."roll_call_id" is null));