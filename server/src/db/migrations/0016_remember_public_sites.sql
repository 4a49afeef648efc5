CREATE TABLE "site" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"awaits_demo" boolean DEFAULT false NOT NULL,
	"public_since" timestamp with time zone,
	CONSTRAINT "site_only" CHECK ("site"."is_only")
);
