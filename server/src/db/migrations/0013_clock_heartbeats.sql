CREATE TABLE "clock_heartbeats" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"steady_since" timestamp with time zone NOT NULL
);
