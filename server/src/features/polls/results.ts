import type { Poll, PollResults } from '@wtpu/contract/polls/polls'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { toCsv } from '#http/csv.ts'
import { findStatesInSteps, peopleIn } from '#db/steps.ts'
import { pollVotes } from '#db/schema/polls.ts'
import { findPoll } from './queries.ts'
import { methodRows } from '@wtpu/contract/polls/method'
import { shareText, votesForPercent } from '@wtpu/contract/polls/shares'
import type { PollMethod, PollTotals } from '@wtpu/contract/polls/totals'

const points = 48

/** A poll's results over time and by state. Undefined if no such poll is published. */
export async function findResults(db: Db, id: number): Promise<PollResults | undefined> {
  const poll = await findPoll(db, id)
  if (!poll) return undefined
  return { poll, timeline: await findTimeline(db, poll), states: await findStates(db, poll) }
}

async function findTimeline(db: Db, poll: Poll): Promise<PollResults['timeline']> {
  const [from, to] = [Date.parse(poll.published_at), Math.min(Date.now(), Date.parse(poll.closes_at ?? '') || Infinity)]
  if (poll.total_votes === 0 || to <= from) return []
  const step = (to - from) / points
  const bucket = sql<number>`least(greatest(ceil((extract(epoch from ${pollVotes.createdAt}) * 1000 - ${from}) / ${step}), 1), ${points})::int`
  const counted = await db
    .select({ option: pollVotes.optionId, bucket: bucket.as('bucket'), votes: sql<number>`count(*)` })
    .from(pollVotes)
    .where(eq(pollVotes.pollId, poll.id))
    .groupBy(pollVotes.optionId, sql`2`)
  const votesIn = new Map(counted.map((row) => [`${row.option} ${row.bucket}`, row.votes]))
  const running = poll.options.map(() => 0)
  return Array.from({ length: points + 1 }, (_, index) => {
    for (const [position, option] of poll.options.entries()) {
      running[position] = (running[position] ?? 0) + (votesIn.get(`${option.id} ${index}`) ?? 0)
    }
    return { at: new Date(from + index * step).toISOString(), votes: [...running] }
  })
}

/** Counts only each state's first established voters, up to its last disclosure step, so that the map reveals no single vote. */
async function findStates(db: Db, poll: Poll): Promise<PollResults['states']> {
  const states = await findStatesInSteps(
    db,
    sql`select state, option_id as choice, user_id, created_at from ${pollVotes} where poll_id = ${poll.id} and state is not null`,
  )
  return [...states]
    .map(([state, counts]) => {
      const [first, second] = [...counts].toSorted(([, a], [, b]) => b - a)
      return {
        state,
        voters: peopleIn(counts),
        leading_option: first && first[1] !== second?.[1] ? Number(first[0]) : null,
        leading_votes: first?.[1] ?? 0,
      }
    })
    .toSorted((a, b) => a.state.localeCompare(b.state))
}

interface Publication {
  origin: string
  now: Date
  method: PollMethod
}

export function toTotals(poll: Poll, { origin, now, method }: Publication): PollTotals {
  return {
    id: poll.id,
    url: `${origin}/polls/${poll.id}`,
    question: poll.question,
    description: poll.description,
    options: poll.options.map(({ text, vote_count: votes }) => ({
      text,
      votes,
      percent: percentOf(votes, poll.total_votes),
    })),
    total_votes: poll.total_votes,
    opened_at: poll.published_at,
    closes_at: poll.closes_at,
    is_closed: poll.is_closed,
    counted_at: now.toISOString(),
    method,
  }
}

function percentOf(votes: number, total: number): PollTotals['options'][number]['percent'] {
  if (total < votesForPercent) return null
  const text = shareText(votes, total).replace('%', '')
  return text === '<1' || text === '>99' ? text : Number(text)
}

/** The question, one row per option, and how the poll was taken, for a spreadsheet (RFC 4180). */
export function totalsAsCsv(totals: PollTotals): string {
  const options = totals.options.map(({ text, votes, percent }) => [
    text,
    String(votes),
    percent === null ? '' : String(percent),
  ])
  const rows = [
    [totals.question, '', ''],
    ['Option', 'Votes', 'Percent'],
    ...options,
    ['Total', String(totals.total_votes), ''],
    ['Source', totals.url, ''],
    ['Method', totals.method.sentence, ''],
    ...methodRows(totals).map(([label, text]) => [label, text, '']),
  ]
  return toCsv(rows)
}
