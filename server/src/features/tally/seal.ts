import { hash } from 'node:crypto'
import { minVotesOfBallots } from '@wtpu/contract/disclosure'
import type { Reveal } from '@wtpu/contract/circles/reveals'
import { MerkleTree } from '@wtpu/contract/tally/merkle.mjs'
import { textsOf } from '@wtpu/contract/tally/shown.mjs'
import { asc, eq, sql, type SQL } from 'drizzle-orm'
import { isCountable } from '#community/reveal-results.ts'
import { ballotNumber } from '#db/ballot-number.ts'
import type { Db } from '#db/client.ts'
import { countOnPaper, findPollRecord } from '#db/poll-method.ts'
import type { SiteKeys } from '#db/site-keys.ts'
import { pairOf, pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { ballots, circleMembers, paperPolls } from '#db/schema/circles.ts'
import { voterKeys } from '#db/schema/voters.ts'
import { sealedBallots, tallyLog } from '#db/schema/tally.ts'
import { areResultsHidden } from '#db/visibility.ts'
import { append, openLog, tryLockLog } from './log.ts'

export type SealKeys = Pick<SiteKeys, 'tally' | 'wordingKeyOf'>

const pollsPerRun = 50
/** Ballots that are read, hashed and stored at once: some milliseconds of work. */
const ballotsPerPiece = 2_048

/**
 * Seals the polls that have closed. Several servers may call it at once.
 * @returns whether more polls wait
 * @throws AggregateError after the others, if polls could not be sealed
 */
export async function sealClosedPolls(db: Db, keys: SealKeys, at?: SQL): Promise<boolean> {
  const due = await findDue(db, at)
  const failures: unknown[] = []
  for (const id of due) {
    await sealPoll(db, keys, id).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} polls could not be sealed`)
  return due.length === pollsPerRun
}

/**
 * Polls that were hidden before they closed wait until they are shown again, for as long as they were hidden. Answers that became due while a
 * poll was open are counted first. A seal tells the results, so it waits until they are shown.
 */
export async function findDue(db: Db, at = sql`now()`): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${polls} p where ${isCountable(at)} and not ${areResultsHidden('p')}
      and not exists (select from ${tallyLog} where poll_id = p.id)
    order by closes_at limit ${pollsPerRun}`)
  return rows.map(({ id }) => id)
}

/** Does nothing if the poll is sealed, or if another server is sealing one. */
async function sealPoll(db: Db, keys: SealKeys, pollId: number): Promise<void> {
  await awaitVotes(db, pollId)
  await db.transaction(async (tx) => {
    if (!(await tryLockLog(tx))) return
    if ((await tx.$count(tallyLog, eq(tallyLog.pollId, pollId))) > 0) return
    const options = await tx
      .select({ id: pollOptions.id, text: pollOptions.text, question: polls.question, pair: pairOf() })
      .from(pollOptions)
      .innerJoin(polls, eq(polls.id, pollOptions.pollId))
      .where(eq(pollOptions.pollId, pollId))
      .orderBy(asc(pollOptions.position))
    const counted = await countBallots(tx, pollId)
    const votes = [...counted.values()].reduce((sum, count) => sum + count, 0)
    const counts = options.map(({ id }) => ({ option: id, votes: counted.get(id) ?? 0 }))
    const root = votes < minVotesOfBallots ? null : await storeBallots(tx, pollId)
    const texts = hash('sha256', textsOf(options[0]?.question ?? '', options))
    const method = await findPollRecord(tx, pollId)
    const content = {
      kind: 'seal' as const,
      poll: pollId,
      votes,
      counts,
      texts,
      method,
      ...(await findList(tx, pollId)),
      wording: findWording(keys, pollId, options[0]?.pair ?? null),
      root,
    }
    await append(tx, await openLog(tx, keys.tally), content)
  })
}

/** The key that drew the wordings. Nobody can choose it any more, because its hash was given to each voter. */
const findWording = ({ wordingKeyOf }: SealKeys, pollId: number, pair: number | null) =>
  pair === null ? null : { pair, wording: pollId === pair ? 0 : 1, key: wordingKeyOf(pair).toString('hex') }

/** Who could answer. Struck people stay on the list; those who were added after the close are not on it. */
async function findList(tx: Db, pollId: number) {
  const { rows } = await tx.execute<{
    reveal: Reveal
    eligible: number | null
    keys: Buffer | null
    paper: number
  }>(sql`
    select p.reveal, list.eligible, list.keys, ${countOnPaper(sql`p.id`)} as paper from ${polls} p left join lateral (
      select count(*)::int as eligible, string_agg(one.key, ''::bytea order by one.key) as keys
      from ${paperPolls} asked join ${ballots} ballot on ballot.paper_id = asked.paper_id
        join ${circleMembers} member on member.id = ballot.member_id and member.added_at <= p.closes_at
        cross join lateral (select coalesce((select email_key from ${voterKeys}
          where voter_id = ballot.voter_id order by email_key limit 1),
          ballot.code_hash) as key) one
      where asked.poll_id = p.id) list on p.audience = 'circle'
    where p.id = ${pollId}`)
  const [found] = rows
  if (!found) throw new Error(`There is no poll ${pollId}`)
  const { reveal, eligible, keys, paper } = found
  return {
    reveal,
    eligible,
    paper: eligible === null ? null : paper,
    list: eligible === null ? null : hash('sha256', keys ?? ''),
  }
}

/** A transaction that stores a vote locks the option of the vote. This waits until all those transactions have ended. */
async function awaitVotes(db: Db, pollId: number): Promise<void> {
  await db.select({ id: pollOptions.id }).from(pollOptions).where(eq(pollOptions.pollId, pollId)).for('update')
}

async function countBallots(tx: Db, pollId: number): Promise<Map<number, number>> {
  const rows = await tx
    .select({ option: pollVotes.optionId, votes: sql<number>`count(*)` })
    .from(pollVotes)
    .where(eq(pollVotes.pollId, pollId))
    .groupBy(pollVotes.optionId)
  return new Map(rows.map(({ option, votes }) => [option, votes]))
}

/** Copies the ballots of a poll through a cursor, so that memory does not grow with their number. @returns the root */
async function storeBallots(tx: Db, pollId: number): Promise<string> {
  const tree = new MerkleTree(async (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer')))
  await tx.execute(sql`declare ballots no scroll cursor for
    select ${ballotNumber()} || ',' || option_id as line from ${pollVotes}
    where poll_id = ${sql.raw(String(pollId))} order by ballot`)
  for (let piece = 0; ; piece++) {
    const { rows } = await tx.execute<{ line: string }>(sql`fetch ${sql.raw(String(ballotsPerPiece))} from ballots`)
    if (rows.length === 0) break
    for (const { line } of rows) {
      const batch = tree.add(line)
      if (batch) await batch
    }
    const lines = Buffer.from(rows.map(({ line }) => `${line}\n`).join(''))
    await tx.insert(sealedBallots).values({ pollId, piece, lines })
  }
  await tx.execute(sql`close ballots`)
  return tree.root()
}
