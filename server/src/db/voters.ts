import { createHmac, hkdfSync } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { users } from './schema/accounts.ts'
import { politicianRatings } from './schema/politicians.ts'
import { pollVotes } from './schema/polls.ts'
import { voterKeys } from './schema/voters.ts'
import { inheritedSanctions } from './visibility.ts'

/** Computes the voter key of an email. */
export type VoterKey = (email: string) => Buffer

/** Voter keys depend on JWT_SECRET. After it changes, deleted accounts are no longer recognized by their email. */
export function createVoterKey(secret: string): VoterKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wtpu voter', 32))
  return (email) => createHmac('sha256', key).update(canonicalEmail(email)).digest()
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
export async function findOrCreateVoter(tx: Db, emailKey: Buffer): Promise<number> {
  const [voter] = await tx
    .insert(voterKeys)
    .values({ emailKey })
    // An update that changes nothing, because `do nothing` returns no row.
    .onConflictDoUpdate({ target: voterKeys.emailKey, set: { emailKey } })
    .returning({ voterId: voterKeys.voterId })
  if (!voter) throw new Error('an upsert returns its row')
  return voter.voterId
}

/** Stores the voter key if it is missing, so that a later account with the same email gets the same voter id. */
export async function storeVoterKey(tx: Db, emailKey: Buffer, voterId: number): Promise<void> {
  await tx.insert(voterKeys).values({ emailKey, voterId }).onConflictDoNothing()
}

const batchSize = 1_000

/**
 * Adds voter keys for accounts that have none: accounts from before voter keys existed, and seeded accounts. Runs at each
 * start, because SQL cannot compute the keys. Accounts that share a mailbox are merged into one voter.
 */
export async function addMissingVoterKeys(db: Db, voterKey: VoterKey): Promise<void> {
  for (let after = 0; ;) {
    const batch = await db
      .select({ id: users.id, email: sql<string>`${users.email}`, voterId: users.voterId })
      .from(users)
      .leftJoin(voterKeys, eq(voterKeys.voterId, users.voterId))
      .where(and(gt(users.id, after), isNotNull(users.email), isNull(voterKeys.voterId)))
      .orderBy(asc(users.id))
      .limit(batchSize)
    if (batch.length === 0) return
    const keyed = batch.map((user) => ({ ...user, key: voterKey(user.email).toString('hex') }))
    const { rows } = await db.execute<{ id: number; voter: number }>(sql`
      with input as (
        select * from json_to_recordset(${JSON.stringify(keyed)}) as g (id int, "voterId" int, key text)
      ), stored as (
        insert into ${voterKeys} (email_key, voter_id)
        select distinct on (key) decode(key, 'hex'), "voterId" from input order by key, id
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
    // The other accounts of the voter may be suspended or blocked. This account is one of them now.
    await tx.update(users).set(inheritedSanctions(voterId)).where(eq(users.id, userId))
    await tx.execute(sql`update ${pollVotes} set voter_id = ${voterId} where user_id = ${userId} and not exists (
      select 1 from ${pollVotes} other where other.poll_id = ${pollVotes.pollId} and other.voter_id = ${voterId})`)
    await tx.execute(sql`update ${politicianRatings} set voter_id = ${voterId} where user_id = ${userId} and not exists (
      select 1 from ${politicianRatings} other
      where other.politician_id = ${politicianRatings.politicianId} and other.voter_id = ${voterId})`)
  })
}
