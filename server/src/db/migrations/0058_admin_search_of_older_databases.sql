-- Before PostgreSQL 17, 0045 dropped this index with a column in its expression, and did not make it again.
CREATE INDEX IF NOT EXISTS "users_admin_search" ON "users" USING gin ((lower(coalesce(email, '')) || ' ' || lower(coalesce(username, '')) || ' ' || search_name) gin_trgm_ops) WITH (fastupdate=false) WHERE not (users.deleted_at is not null);
