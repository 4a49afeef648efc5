-- Also in a session with session_replication_role = replica, which skips ordinary triggers.
ALTER TABLE "moderation_actions" ENABLE ALWAYS TRIGGER "moderation_actions_append_only";
