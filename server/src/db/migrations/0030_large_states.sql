CREATE TABLE "state_results" (
	"poll_id" integer,
	"politician_id" integer,
	"votes" integer NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"states" jsonb NOT NULL,
	CONSTRAINT "state_results_poll_id_unique" UNIQUE("poll_id"),
	CONSTRAINT "state_results_politician_id_unique" UNIQUE("politician_id"),
	CONSTRAINT "state_results_of_one" CHECK (num_nonnulls("state_results"."poll_id", "state_results"."politician_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "state_results" ADD CONSTRAINT "state_results_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_results" ADD CONSTRAINT "state_results_politician_id_politicians_id_fk" FOREIGN KEY ("politician_id") REFERENCES "public"."politicians"("id") ON DELETE cascade ON UPDATE no action;