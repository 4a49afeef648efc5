import { nameProblem, type Names } from '@wtpu/contract/accounts/on-demand/allowed-names'
import { displayName } from '@wtpu/contract/accounts/names'
import type { Account } from '@wtpu/contract/accounts/accounts'
import { districtCount } from '@wtpu/contract/districts'
import { stateCode, stateName } from '@wtpu/contract/states'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { updateAccount as updateAccountEndpoint } from '@wtpu/contract/accounts/settings'
import type { Input } from '@wtpu/contract/endpoint'
import { deletePosts, finishDeletion } from '#writing/delete-posts.ts'
import { deleteScheduledPolls } from '#community/scheduled-polls.ts'
import type { Db } from '#db/client.ts'
import { isAccount, lockFollowsOf, lockPeople, isChoicePending } from '#db/people.ts'
import {
  emailConfirmations,
  formerUsernames,
  identities,
  passwordResets,
  sessions,
  users,
} from '#db/schema/accounts.ts'
import { deleteConsentsOf } from '#db/newsletter-consents.ts'
import { follows, mutesAndBlocks } from '#db/schema/boiler-room.ts'
import { discussionVisits } from '#db/schema/forums.ts'
import { mailDeliveries } from '#db/schema/mails.ts'
import { moderationCases, reports } from '#db/schema/moderation.ts'
import { politicianMessages } from '#db/schema/politicians.ts'
import { pendingAnswers } from '#db/schema/polls.ts'
import { retentionWarnings } from '#db/schema/retention.ts'
import { sitePages } from '#db/schema/site.ts'
import { deletion } from '#db/visibility.ts'
import { toPlainLetters } from '#db/schema/letters.ts'
import { storeVoterKey, type VoterKey } from '#db/voters.ts'
import { accountGone, ApiError, invalidInput } from '#http/errors.ts'
import { assertProved } from '#http/proof.ts'
import { publishInvalidation } from '#live/publish.ts'
import type { FileStore } from '#media/file-store.ts'
import { deleteNotificationsOf, planDigest } from '#notifications/settings.ts'
import { markUnused, removeUnused } from '#media/unused-media.ts'
import { blankUser } from './columns.ts'
import { factorTables } from './factors/factors.ts'
import { hasFactor } from './factors/has-factor.ts'
import { forgetNetworks } from './known-networks.ts'
import { assertPassword } from './proof.ts'
import { randomInt } from 'node:crypto'

/** The private part of an account, for its owner only. */
export async function findAccount(
  db: Db,
  userId: number,
): Promise<Omit<Account, 'confirmation_required' | 'sends_mail' | 'waiting_role'>> {
  const [found] = await db
    .select({
      id: users.id,
      email: sql<string>`coalesce(${users.email}, '')`,
      email_confirmed: sql<boolean>`${users.emailVerifiedAt} is not null`,
      show_email: users.showEmail,
      newsletter: users.newsletter,
      common_ground: users.inCommonGround,
      has_password: sql<boolean>`${users.passwordHash} is not null`,
      has_google: sql<boolean>`exists (select 1 from ${identities} where ${identities.userId} = ${users.id})`,
      second_factor: hasFactor(),
      state: users.state,
      district: users.district,
      role: users.role,
    })
    .from(users)
    .where(isAccount(userId))
  if (!found) throw accountGone()
  return found
}

/** Another state without a district removes the district. */
export async function updateAccount(
  db: Db,
  {
    userId,
    show_email,
    newsletter,
    common_ground,
    state,
    district,
  }: { userId: number } & Input<typeof updateAccountEndpoint>['body'],
): ReturnType<typeof findAccount> {
  const code = state === undefined ? undefined : stateCode(state)
  if (state !== undefined && code === undefined) throw invalidField('state', 'Please select a state.')
  const wanted = code ?? (district === undefined ? undefined : (await findAccount(db, userId)).state)
  if (typeof district === 'number') checkDistrict(wanted ?? null, district)
  const changes = {
    ...(common_ground !== undefined && {
      inCommonGround: common_ground,
      // A change that is taken back before it counts was none.
      commonGroundChangedAt: sql`case when ${users.inCommonGround} = ${common_ground} then ${users.commonGroundChangedAt}
        when not ${isChoicePending('users')} then now() end`,
    }),
    ...(show_email !== undefined && { showEmail: show_email }),
    ...(newsletter !== undefined && { newsletter }),
    ...(code !== undefined && {
      state: code,
      district: sql`case when ${users.state} = ${code} then ${users.district} end`,
    }),
    ...(district !== undefined && { district }),
  }
  // The district was checked against this state, which another request could have changed since.
  const where =
    typeof district === 'number' && wanted && !code
      ? and(isAccount(userId), eq(users.state, wanted))
      : isAccount(userId)
  if (Object.keys(changes).length > 0) {
    await db.transaction(async (tx) => {
      await tx.update(users).set(changes).where(where)
      if (newsletter !== undefined) await planDigest(tx, userId)
    })
  }
  return findAccount(db, userId)
}

/** @throws ApiError 400 if the state does not have this district, or has only one */
function checkDistrict(state: string | null, district: number): void {
  if (state === null) throw invalidField('district', 'Please select a state first.')
  const count = districtCount(state)
  if (count < 2)
    throw invalidField('district', `${stateName(state)} has one representative, so there is no district to select.`)
  if (district < 1 || district > count) {
    throw invalidField('district', `${stateName(state)} has no district ${district}: its districts are 1 to ${count}.`)
  }
}

const invalidField = (field: string, problem: string) => invalidInput({ [field]: [problem] }, problem)

interface DeletionRequest {
  userId: number
  sessionId: string
  network: string
  password?: string
  email?: string
}

/**
 * Deletes an account permanently. Its row stays, without personal data: votes and ratings still count, comments and
 * discussions are shown as "Anonymous", posts and scheduled polls are deleted, and the email can be registered again. A keyed hash of the email is kept, so that
 * registering again does not give a second vote.
 */
export async function deleteAccount(
  { db, files, voterKey }: { db: Db; files: FileStore; voterKey: VoterKey },
  input: DeletionRequest,
): Promise<void> {
  await verifyOwner(db, input)
  await closeAccount({ db, files, voterKey }, input.userId)
}

/** Deletes the user's rows of several tables in one statement. */
async function deleteRows(tx: Db, userId: number, tables: readonly PgTable[]): Promise<void> {
  const deletes = tables.map((table, index) => {
    const name = sql.identifier(`deleted_${index}`)
    return sql`${name} as (delete from ${table} where user_id = ${userId})`
  })
  await tx.execute(sql`with ${sql.join(deletes, sql`, `)} select`)
}

/** What runs once the account that is deleted is locked, and that of the admin who deletes it. */
interface ClosedBy {
  adminId?: number
  record(tx: Db): Promise<void>
}

/** Deletes an account as its owner would. */
export async function closeAccount(
  { db, files, voterKey }: { db: Db; files: FileStore; voterKey: VoterKey },
  userId: number,
  by?: ClosedBy,
): Promise<void> {
  const { avatars, posts, cancelled } = await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ email: users.email, voterId: users.voterId, verifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(eq(users.id, userId))
    // Locks the voter key before the user, in the same order as registration.
    if (before?.email) {
      await storeVoterKey(tx, voterKey(before.email), before.voterId)
      // Whoever only claims an address cannot delete what its owner agreed to.
      if (before.verifiedAt) await deleteConsentsOf(tx, before.email)
    }
    await removeFollows(tx, userId, by?.adminId === undefined ? [] : [by.adminId])
    await by?.record(tx)
    await deleteRows(tx, userId, [
      sessions,
      identities,
      ...factorTables,
      passwordResets,
      retentionWarnings,
      mailDeliveries,
    ])
    await forgetNetworks(tx, userId)
    // A link without an address confirms nothing. Such rows and emptied messages (messages are private) still count toward the
    // daily limits if the user registers again.
    await tx.update(emailConfirmations).set({ email: '' }).where(eq(emailConfirmations.userId, userId))
    await tx
      .update(politicianMessages)
      .set({ name: '', email: '', subject: '', message: '' })
      .where(eq(politicianMessages.userId, userId))
    const [current] = await tx.select({ avatar: users.avatar }).from(users).where(eq(users.id, userId))
    const deleted = await deletePosts(tx, { authorId: userId })
    const scheduled = await deleteScheduledPolls(tx, userId)
    await tx
      .update(users)
      .set({ ...blankUser, ...deletion })
      .where(eq(users.id, userId))
    // After the user's row is locked, so that nothing is added in between. Blocks by others stay: they reach the accounts of
    // the mailbox, also one that is registered again (`writing/blocks.ts`).
    const isMuteOfUser = and(eq(mutesAndBlocks.otherId, userId), eq(mutesAndBlocks.kind, 'mute'))
    await tx.delete(mutesAndBlocks).where(or(eq(mutesAndBlocks.userId, userId), isMuteOfUser))
    await deleteNotificationsOf(tx, userId)
    await tx
      .update(reports)
      .set({ profileName: '', profileBio: '' })
      .where(
        inArray(
          reports.caseId,
          tx
            .select({ id: moderationCases.id })
            .from(moderationCases)
            .where(and(eq(moderationCases.kind, 'user'), eq(moderationCases.contentId, userId))),
        ),
      )
    await deleteRows(tx, userId, [formerUsernames, discussionVisits, pendingAnswers])
    const unused = current?.avatar ? [current.avatar] : []
    await markUnused(tx, unused)
    return { avatars: unused, posts: deleted, cancelled: scheduled }
  })
  if (cancelled > 0) publishInvalidation(db, '/api/polls/')
  await finishDeletion({ db, files }, posts)
  await removeUnused(db, files, avatars)
}

async function verifyOwner(db: Db, { userId, sessionId, network, password, email }: DeletionRequest): Promise<void> {
  const [owner] = await db
    .select({ passwordHash: users.passwordHash, email: users.email, hasFactor: hasFactor() })
    .from(users)
    .where(eq(users.id, userId))
  if (owner?.hasFactor) await assertProved(db, sessionId)
  if (owner?.passwordHash) return assertPassword(db, { userId, network, password, passwordHash: owner.passwordHash })
  if (owner?.email && email?.trim().toLowerCase() === owner.email.toLowerCase()) return
  throw new ApiError('wrong_email')
}

/** Deletes the user's follows in both directions and decrements the other users' counters. Locks them and `others`. */
async function removeFollows(tx: Db, userId: number, others: number[]): Promise<void> {
  await lockFollowsOf(tx, [userId])
  const { rows } = await tx.execute<{ id: number }>(sql`
    select followed_id as id from ${follows} where follower_id = ${userId}
    union select follower_id from ${follows} where followed_id = ${userId}`)
  await lockPeople(tx, [userId, ...others, ...rows.map((row) => row.id)])
  await tx.execute(sql`update ${users} set followers_count = followers_count - 1
    where id in (select followed_id from ${follows} where follower_id = ${userId})`)
  await tx.execute(sql`update ${users} set following_count = following_count - 1
    where id in (select follower_id from ${follows} where followed_id = ${userId})`)
  await tx.execute(sql`delete from ${follows} where follower_id = ${userId} or followed_id = ${userId}`)
  await tx.execute(sql`update ${users} set followers_count = 0, following_count = 0 where id = ${userId}`)
}

/** The terms that new users accept while the operator has written none. */
const builtInTerms = '2026-11'

/** Records that a new user accepts the current terms: the version that the operator published last. */
export const termsAcceptance = () => ({
  termsVersion: sql<string>`coalesce((select max(${sitePages.version})::text from ${sitePages} where ${sitePages.name} = 'terms'), ${builtInTerms})`,
  termsAcceptedAt: new Date(),
})

/** Builds a username from the name and random digits. Not from the email, which is private. */
export function suggestUsername(names: Names): string {
  const base = toPlainLetters(displayName(names))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
    .replace(/^[0-9]+/, '')
    .slice(0, 20)
  // One such as "admin" would be taken for the site's.
  return `${base === '' || nameProblem(base) ? 'citizen' : base}${randomInt(1000, 1_000_000)}`
}
