import { sql } from 'drizzle-orm'
import { authenticatorApps, users } from '#db/schema/accounts.ts'

/** Condition on `users`: a sign-in needs a second factor. */
export const hasFactor = () =>
  sql<boolean>`exists (select from ${authenticatorApps} app where app.user_id = ${users}.id and app.confirmed_at is not null)`
