import { createHmac } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { users } from './schema/accounts.ts'
import { politicianRatings } from './schema/politicians.ts'
import { pollVotes } from './schema/polls.ts'
import { undoneChoices } from './schema/undone-choices.ts'
import { voterKeys } from './schema/voters.ts'

/** Computes the keyed hash of an email's mailbox, as `voter_keys` stores it. */
export type VoterKey = (email: string) => { emailKey: Buffer; keySet: number }

/** `keySet`: the row of `site_keys` that has the key. */
export function createVoterKey(key: Buffer, keySet: number): VoterKey {
  return (email) => ({ emailKey: createHmac('sha256', key).update(canonicalEmail(email)).digest(), keySet })
}

/**
 * Maps all addresses of a mailbox to one: lower case, without a plus tag and, for Gmail, without dots. Only used to
 * identify voters. Accounts store and compare the address as typed.
 */
export function canonicalEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email
    .slice(at + 1)
    .toLowerCase()
    .replace(/^googlemail\.com$/, 'gmail.com')
  const local = email.slice(0, at).toLowerCase()
  const untagged = local.replace(/(?<=.)\+.*$/, '')
  return `${domain === 'gmail.com' ? untagged.replaceAll('.', '') : untagged}@${domain}`
}

/** Returns the voter id of an email. Of two concurrent registrations, the second waits and gets the id of the first. */
export async function findOrCreateVoter(tx: Db, voterKey: ReturnType<VoterKey>): Promise<number> {
  const [voter] = await tx
    .insert(voterKeys)
    .values(voterKey)
    // An update that changes nothing, because `do nothing` returns no row.
    .onConflictDoUpdate({ target: voterKeys.emailKey, set: { emailKey: voterKey.emailKey } })
    .returning({ voterId: voterKeys.voterId })
  if (!voter) throw new Error('an upsert returns its row')
  return voter.voterId
}

/** Stores the voter key if it is missing, so that a later account with the same email gets the same voter id. */
export async function storeVoterKey(tx: Db, voterKey: ReturnType<VoterKey>, voterId: number): Promise<void> {
  await tx
    .insert(voterKeys)
    .values({ ...voterKey, voterId })
    .onConflictDoNothing()
}

const batchSize = 1_000

/**
 * Adds voter keys for accounts that have none: accounts from before voter keys existed, seeded accounts, and those whose key was
 * made by a server with another secret. Runs at each start, because SQL cannot compute the keys. Accounts that share a mailbox are merged into one voter.
 */
export async function addMissingVoterKeys(
  db: Db,
  { id: keySet, voterKey }: { id: number; voterKey: VoterKey },
): Promise<void> {
  for (let after = 0; ;) {
    const batch = await db
      .select({ id: users.id, email: sql<string>`${users.email}`, voterId: users.voterId })
      .from(users)
      .leftJoin(voterKeys, and(eq(voterKeys.voterId, users.voterId), eq(voterKeys.keySet, keySet)))
      .where(and(gt(users.id, after), isNotNull(users.email), isNull(voterKeys.voterId)))
      .orderBy(asc(users.id))
      .limit(batchSize)
    if (batch.length === 0) return
    const keyed = batch.map((user) => ({ ...user, key: voterKey(user.email).emailKey.toString('hex') }))
    const { rows } = await db.execute<{ id: number; voter: number }>(sql`
      with input as (
        select * from json_to_recordset(${JSON.stringify(keyed)}) as g (id int, "voterId" int, key text)
      ), stored as (
        insert into ${voterKeys} (email_key, voter_id, key_set)
        select distinct on (key) decode(key, 'hex'), "voterId", ${keySet}::int from input order by key, id
        on conflict (email_key) do update set email_key = excluded.email_key
        returning email_key, voter_id
      )
      select input.id, stored.voter_id as voter from input
      join stored on stored.email_key = decode(input.key, 'hex') where stored.voter_id <> input."voterId"`)
    for (const { id, voter } of rows) await mergeVoter(db, id, voter)
    after = batch.at(-1)?.id ?? after
  }
}

/** Gives a user another voter id. Where both accounts voted already, both votes are kept. */
async function mergeVoter(db: Db, userId: number, voterId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(users).set({ voterId }).where(eq(users.id, userId))
    await tx.execute(sql`update ${pollVotes} set voter_id = ${voterId} where user_id = ${userId} and not exists (
      select 1 from ${pollVotes} other where other.poll_id = ${pollVotes.pollId} and other.voter_id = ${voterId})`)
    await tx.execute(sql`update ${undoneChoices} set voter_id = ${voterId} where user_id = ${userId} and not exists (
      select 1 from ${undoneChoices} other where other.voter_id = ${voterId}
        and (other.poll_id = ${undoneChoices.pollId} or other.politician_id = ${undoneChoices.politicianId}))`)
    await tx.execute(sql`update ${politicianRatings} set voter_id = ${voterId} where user_id = ${userId} and not exists (
      select 1 from ${politicianRatings} other
      where other.politician_id = ${politicianRatings.politicianId} and other.voter_id = ${voterId})`)
  })
}
