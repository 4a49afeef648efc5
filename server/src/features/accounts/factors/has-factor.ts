import { sql } from 'drizzle-orm'
import { authenticatorApps, passkeys, users } from '#db/schema/accounts.ts'

/** Condition on `users`: a sign-in by password or Google needs a second factor. A passkey alone is another way to sign in. */
export const hasApp = () =>
  sql<boolean>`exists (select from ${authenticatorApps} app where app.user_id = ${users}.id and app.confirmed_at is not null)`

/** Condition on `users`: there is an app or a passkey, so that the password proves nothing any more. */
export const hasFactor = () =>
  sql<boolean>`(${hasApp()} or exists (select from ${passkeys} passkey where passkey.user_id = ${users}.id))`
