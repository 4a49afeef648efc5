import { smallestDisclosureStep } from '@wtpu/contract/disclosure'
import { sql, type SQL } from 'drizzle-orm'
import { connect, type Db } from './client.ts'
import { locks } from './locks.ts'
import { politicianRatings, politicians } from './schema/politicians.ts'
import { pollTotals, pollVotes } from './schema/polls.ts'
import { stateResults } from './schema/state-results.ts'
import { type Disclosed, findStatesInSteps } from './steps.ts'

/** A poll or an official, and how many votes or ratings there are. */
export interface Subject {
  of: 'poll' | 'politician'
  id: number
  votes: number
}

/** A poll with at least this many votes is counted by state regularly instead of by each request. */
const fromVotes = 5_000
/** A request counts at most this many. Until more are counted for the first time, no state is published. */
const maxVotesOfRequest = 2 * fromVotes
/** The votes are counted again after this growth, and after a day, because accounts become established meanwhile. */
const growth = 1.05
/** A million votes take some seconds, more than a request may. */
const statementMilliseconds = 120_000

function votesOf({ of, id }: Subject, state?: string): SQL {
  const inState = state === undefined ? sql`state is not null` : sql`state = ${state}`
  return of === 'poll'
    ? sql`select state, option_id as choice, user_id, created_at from ${pollVotes} where poll_id = ${id} and ${inState}`
    : sql`select state, type as choice, user_id, created_at from ${politicianRatings} where politician_id = ${id} and ${inState}`
}

const columnOf = ({ of }: Subject) => (of === 'poll' ? stateResults.pollId : stateResults.politicianId)

/** What is published of each state, or of one. The time that this takes has a bound, however many votes there are. */
export async function findStates(db: Db, subject: Subject, state?: string): Promise<Map<string, Disclosed>> {
  if (subject.votes < smallestDisclosureStep) return new Map()
  const stored = subject.votes < fromVotes ? undefined : await findStored(db, subject)
  if (stored) return stored
  return subject.votes < maxVotesOfRequest ? findStatesInSteps(db, votesOf(subject, state)) : new Map()
}

async function findStored(db: Db, subject: Subject): Promise<Map<string, Disclosed> | undefined> {
  const [stored] = await db
    .select({ states: stateResults.states })
    .from(stateResults)
    .where(sql`${columnOf(subject)} = ${subject.id}`)
  return (
    stored &&
    new Map(
      stored.states.map(({ state, ...one }) => [state, one.counts ? { ...one, counts: new Map(one.counts) } : one]),
    )
  )
}

/** Counts the states of one poll or official where that is due, on a connection of its own. @returns whether more may be due */
export async function countLargeStates(db: Db, databaseUrl: string, from = fromVotes): Promise<boolean> {
  if (!(await findDue(db, from))) return false
  const connection = connect(databaseUrl, { max: 1, statement: statementMilliseconds })
  try {
    return await connection.db.transaction(async (tx) => {
      // One server at a time, so that an older count never replaces a newer one.
      const { rows } = await tx.execute<{ locked: boolean }>(
        sql`select pg_try_advisory_xact_lock(${locks.stateResults}) as locked`,
      )
      const subject = rows[0]?.locked ? await findDue(tx, from) : undefined
      if (subject) await count(tx, subject)
      return subject !== undefined
    })
  } finally {
    await connection.close()
  }
}

/** In no order, so that a count that fails does not keep the others waiting. */
async function findDue(db: Db, from: number): Promise<Subject | undefined> {
  const isDue = sql`votes >= ${from} and (counted_at is null or votes >= counted * ${growth}::float8 or counted_at < now() - interval '1 day')`
  const { rows } = await db.execute<Subject>(sql`
    select "of", id, votes from (
      select 'poll' as "of", t.poll_id as id, t.total_votes as votes, r.votes as counted, r.counted_at
        from ${pollTotals} t left join ${stateResults} r on r.poll_id = t.poll_id
      union all
      select 'politician', p.id, p.good_job_count + p.bad_job_count, r.votes, r.counted_at
        from ${politicians} p left join ${stateResults} r on r.politician_id = p.id
    ) subject where ${isDue} order by random() limit 1`)
  return rows[0]
}

async function count(tx: Db, subject: Subject): Promise<void> {
  const found = await findStatesInSteps(tx, votesOf(subject))
  const states = [...found].map(([state, one]) => ({
    state,
    ...(one.counts ? { ...one, counts: [...one.counts] } : one),
  }))
  const row = { votes: subject.votes, countedAt: sql`now()`, states }
  await tx
    .insert(stateResults)
    .values({ ...row, [subject.of === 'poll' ? 'pollId' : 'politicianId']: subject.id })
    .onConflictDoUpdate({ target: columnOf(subject), set: row })
}
