CREATE INDEX "sessions_ended" ON "sessions" USING btree (least("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "reports_of_decision" ON "reports" USING btree ("decided_by");