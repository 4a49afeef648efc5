import type { Account } from '@wtpu/contract/accounts'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isAccount, lockFollowsOf, lockPeople } from '#db/people.ts'
import { emailConfirmations, identities, passwordResets, sessions, users } from '#db/schema/accounts.ts'
import { follows } from '#db/schema/boiler-room.ts'
import { politicianMessages } from '#db/schema/politicians.ts'
import { countAttempt } from '#http/limits/attempts.ts'
import { rememberVoter, type VoterKey } from '#db/voters.ts'
import { ApiError } from '#http/errors.ts'
import { accountLimits } from '#http/rate-limit.ts'
import type { FileStore } from '#media/file-store.ts'
import { removePicture } from '#media/pictures.ts'
import { forgetNetworks } from './sign-in/known-networks.ts'
import { passwordMatches, takePlace } from './passwords.ts'

/** What only its owner sees. */
export async function findAccount(db: Db, userId: number): Promise<Omit<Account, 'confirmation_required'>> {
  const [found] = await db
    .select({
      id: users.id,
      email: sql<string>`coalesce(${users.email}, '')`,
      email_confirmed: sql<boolean>`${users.emailVerifiedAt} is not null`,
      show_email: users.showEmail,
      newsletter: users.newsletter,
      has_password: sql<boolean>`${users.passwordHash} is not null`,
      has_google: sql<boolean>`exists (select 1 from ${identities} where ${identities.userId} = ${users.id})`,
      role: users.role,
    })
    .from(users)
    .where(isAccount(userId))
  if (!found) throw new ApiError(401, 'not_signed_in', 'This account no longer exists.')
  return found
}

export async function updateAccount(
  db: Db,
  { userId, show_email, newsletter }: { userId: number; show_email?: boolean; newsletter?: boolean },
): ReturnType<typeof findAccount> {
  const given = {
    ...(show_email !== undefined && { showEmail: show_email }),
    ...(newsletter !== undefined && { newsletter }),
  }
  if (Object.keys(given).length > 0) await db.update(users).set(given).where(isAccount(userId))
  return findAccount(db, userId)
}

interface Farewell {
  userId: number
  network: string
  password?: string
  email?: string
}

/**
 * Permanent. The row stays without anything that names a person: votes and ratings stay counted, comments stay as
 * "Anonymous", and the email is free again. A keyed hash of the email stays too, so that registering again does not give a
 * second vote.
 */
export async function deleteAccount(
  { db, files, voterKey }: { db: Db; files: FileStore; voterKey: VoterKey },
  given: Farewell,
): Promise<void> {
  await confirmOwner(db, given)
  const avatar = await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ email: users.email, voterId: users.voterId })
      .from(users)
      .where(eq(users.id, given.userId))
    // Before the person's row is locked, as registration does: key first, then account.
    if (before?.email) await rememberVoter(tx, voterKey(before.email), before.voterId)
    await leaveFollows(tx, given.userId)
    await tx.delete(sessions).where(eq(sessions.userId, given.userId))
    await tx.delete(identities).where(eq(identities.userId, given.userId))
    await tx.delete(passwordResets).where(eq(passwordResets.userId, given.userId))
    await forgetNetworks(tx, given.userId)
    await tx.delete(emailConfirmations).where(eq(emailConfirmations.userId, given.userId))
    // Private letters. Their empty rows still count toward the daily limits of the next account.
    await tx
      .update(politicianMessages)
      .set({ name: '', email: '', subject: '', message: '' })
      .where(eq(politicianMessages.userId, given.userId))
    const [held] = await tx.select({ avatar: users.avatar }).from(users).where(eq(users.id, given.userId))
    await tx
      .update(users)
      .set({
        username: null,
        email: null,
        emailVerifiedAt: null,
        passwordHash: null,
        firstName: '',
        lastName: '',
        state: null,
        bio: '',
        avatar: null,
        role: 'user',
        verified: false,
        showEmail: false,
        newsletter: false,
        termsVersion: null,
        termsAcceptedAt: null,
        deletedAt: new Date(),
      })
      .where(eq(users.id, given.userId))
    return held?.avatar
  })
  if (avatar) await removePicture(files, avatar)
}

async function confirmOwner(db: Db, { userId, network, password, email }: Farewell): Promise<void> {
  const [owner] = await db
    .select({ passwordHash: users.passwordHash, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  if (owner?.passwordHash) {
    using place = takePlace({ network, known: true })
    // Not a way around the limit of sign-in.
    await countAttempt(db, `delete account ${userId}`, accountLimits.passwordChecks)
    if (await passwordMatches(owner.passwordHash, password ?? '', place)) return
    throw new ApiError(403, 'wrong_password', 'Incorrect password', { fields: { password: ['Incorrect password'] } })
  }
  if (owner?.email && email?.trim().toLowerCase() === owner.email.toLowerCase()) return
  const message = 'Please type the email of this account'
  throw new ApiError(403, 'wrong_email', message, { fields: { email: [message] } })
}

/** Removes the person's follows in both directions and lowers the counters of the others. */
async function leaveFollows(tx: Db, userId: number): Promise<void> {
  await lockFollowsOf(tx, [userId])
  const { rows } = await tx.execute<{ id: number }>(sql`
    select followed_id as id from ${follows} where follower_id = ${userId}
    union select follower_id from ${follows} where followed_id = ${userId}`)
  await lockPeople(tx, [userId, ...rows.map((row) => row.id)])
  await tx.execute(sql`update ${users} set followers_count = followers_count - 1
    where id in (select followed_id from ${follows} where follower_id = ${userId})`)
  await tx.execute(sql`update ${users} set following_count = following_count - 1
    where id in (select follower_id from ${follows} where followed_id = ${userId})`)
  await tx.execute(sql`delete from ${follows} where follower_id = ${userId} or followed_id = ${userId}`)
  await tx.execute(sql`update ${users} set followers_count = 0, following_count = 0 where id = ${userId}`)
}
