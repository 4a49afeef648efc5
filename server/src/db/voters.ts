import { createHmac, hkdfSync } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { users } from './schema/accounts.ts'
import { politicianRatings } from './schema/politicians.ts'
import { pollVotes } from './schema/polls.ts'
import { voterKeys } from './schema/voters.ts'

/** Turns an email address into the key under which its voter is found. */
export type VoterKey = (email: string) => Buffer

/** The key is derived from the server's secret: changing JWT_SECRET forgets which deleted account had which address. */
export function createVoterKey(secret: string): VoterKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wtpu voter', 32))
  return (email) => createHmac('sha256', key).update(canonicalEmail(email)).digest()
}

/**
 * One spelling for all addresses of one mailbox: lower case, without a plus tag and, at Gmail, without dots. Only for
 * telling voters apart: accounts keep and compare their addresses as typed.
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

/** The voter of an address, new or known. Of two registrations at once, the second waits and gets the first one's. */
export async function voterOf(tx: Db, emailKey: Buffer): Promise<number> {
  const [voter] = await tx
    .insert(voterKeys)
    .values({ emailKey })
    // An update that changes nothing, because `do nothing` returns no row.
    .onConflictDoUpdate({ target: voterKeys.emailKey, set: { emailKey } })
    .returning({ voterId: voterKeys.voterId })
  if (!voter) throw new Error('an upsert returns its row')
  return voter.voterId
}

/** Stores the key of an account that has none yet, so that a successor with the same address is recognized. */
export async function rememberVoter(tx: Db, emailKey: Buffer, voterId: number): Promise<void> {
  await tx.insert(voterKeys).values({ emailKey, voterId }).onConflictDoNothing()
}

const batchSize = 1_000

/**
 * Gives every account without a voter key its key: accounts from before there were keys, and seeded ones. Runs at each
 * start, because SQL alone cannot compute the keys. Accounts that turn out to share an address become one voter.
 */
export async function keyVoters(db: Db, voterKey: VoterKey): Promise<void> {
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
      with given as (
        select * from json_to_recordset(${JSON.stringify(keyed)}) as g (id int, "voterId" int, key text)
      ), stored as (
        insert into ${voterKeys} (email_key, voter_id)
        select distinct on (key) decode(key, 'hex'), "voterId" from given order by key, id
        on conflict (email_key) do update set email_key = excluded.email_key
        returning email_key, voter_id
      )
      select given.id, stored.voter_id as voter from given
      join stored on stored.email_key = decode(given.key, 'hex') where stored.voter_id <> given."voterId"`)
    for (const { id, voter } of rows) await joinVoter(db, id, voter)
    after = batch.at(-1)?.id ?? after
  }
}

/** Where both accounts voted before they were known to be one voter, both votes stay. */
async function joinVoter(db: Db, userId: number, voterId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(users).set({ voterId }).where(eq(users.id, userId))
    await tx.execute(sql`update ${pollVotes} set voter_id = ${voterId} where user_id = ${userId} and not exists (
      select 1 from ${pollVotes} other where other.poll_id = ${pollVotes.pollId} and other.voter_id = ${voterId})`)
    await tx.execute(sql`update ${politicianRatings} set voter_id = ${voterId} where user_id = ${userId} and not exists (
      select 1 from ${politicianRatings} other
      where other.politician_id = ${politicianRatings.politicianId} and other.voter_id = ${voterId})`)
  })
}
