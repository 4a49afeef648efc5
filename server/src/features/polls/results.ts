import type { Poll, PollResults } from '@wtpu/contract/polls/polls'
import { minLeadOfColor, minVotersOfColor, votesPerCurveStep } from '@wtpu/contract/disclosure'
import { eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { type Db, settleSeconds } from '#db/client.ts'
import type { Read, RecentCopies } from '#http/cache/recent-copies.ts'
import { toCsv } from '#http/csv.ts'
import { findStates } from '#db/large-states.ts'
import type { Disclosed } from '#db/steps.ts'
import { polls, pollVotes } from '#db/schema/polls.ts'
import { ApiError } from '#http/errors.ts'
import { findPoll } from './queries.ts'
import { methodRows } from '@wtpu/contract/polls/on-demand/method-rows'
import { shareText } from '@wtpu/contract/polls/on-demand/shares'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import type { PollMethod, PollTotals } from '@wtpu/contract/polls/totals'

const points = 48

/** What of a poll's results moves in steps, so that a copy some seconds old is as good. */
type Steps = Pick<PollResults, 'is_sample' | 'timeline' | 'states'>

export const newKeptSteps = () => new LRUCache<string, Steps & { read: Read }>({ max: 500 })

/** A poll's results over time and by state. Undefined if no such poll is published. */
export async function findResults(
  db: Db,
  id: number,
  steps: RecentCopies<Steps & { read: Read }>,
): Promise<PollResults | undefined> {
  const poll = await findPoll(db, id)
  if (!poll) return undefined
  if (poll.results_hidden) throw new ApiError('results_hidden')
  const { is_sample, timeline, states } = await steps.get(String(id), [`/api/polls/${id}/`], async (read) => {
    const made = { ...(await findSteps(db, poll)), read }
    steps.kept.set(String(id), made)
    return made
  })
  return { poll, is_sample, timeline, states }
}

async function findSteps(db: Db, poll: Poll): Promise<Steps> {
  const [mark] = await db.select({ isSample: polls.isSample }).from(polls).where(eq(polls.id, poll.id))
  return {
    is_sample: mark?.isSample ?? false,
    timeline: await findTimeline(db, poll),
    states: await findLeads(db, poll),
  }
}

/**
 * At each of the times, the votes up to the last whole step of `votesPerCurveStep`, so that nobody reads single votes from the curve,
 * whatever times it has.
 */
async function findTimeline(db: Db, poll: Poll): Promise<PollResults['timeline']> {
  const to = Math.min(Date.now() - settleSeconds * 1_000, Date.parse(poll.closes_at ?? '') || Infinity)
  const from = Date.parse(poll.published_at)
  if (poll.total_votes < votesPerCurveStep || to <= from) return []
  const times = Array.from({ length: points + 1 }, (_, index) =>
    new Date(from + (index * (to - from)) / points).toISOString(),
  )
  const counts = await countVotes(db, poll, times)
  const running = poll.options.map(() => 0)
  const totals = times.map((_, index) => {
    for (const [position, option] of poll.options.entries()) {
      running[position] = (running[position] ?? 0) + (counts.get(`${option.id} ${index}`) ?? 0)
    }
    return [...running]
  })
  const excess = totals.map((votes) => votes.reduce((sum, count) => sum + count, 0) % votesPerCurveStep)
  const last = await countLastVotes(db, poll, times, excess)
  const timeline = times.map((at, index) => ({
    at,
    votes: poll.options.map(({ id }, position) => {
      return (totals[index]?.[position] ?? 0) - (last.get(`${id} ${index}`) ?? 0)
    }),
  }))
  return timeline.some(({ votes }) => votes.some((count) => count > 0)) ? timeline : []
}

type OptionAtTime = { option: number; time: number; votes: number }
const byOptionAndTime = (rows: OptionAtTime[]) => new Map(rows.map((row) => [`${row.option} ${row.time}`, row.votes]))

/** The votes since the time before, by option and index of the time. */
async function countVotes(db: Db, { id }: Poll, times: string[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<OptionAtTime>(sql`
    select option_id as option, width_bucket(created_at, ${sql.param(times)}::timestamptz[]) as time, count(*)::int as votes
    from ${pollVotes} where poll_id = ${id} group by 1, 2`)
  return byOptionAndTime(rows)
}

/** The last votes before each time, as many as `numbers` says. */
async function countLastVotes(db: Db, { id }: Poll, times: string[], numbers: number[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<OptionAtTime>(sql`
    select last.option, (times.index - 1)::int as time, count(*)::int as votes
    from unnest(${sql.param(times)}::timestamptz[], ${sql.param(numbers)}::int[]) with ordinality as times (at, number, index),
      lateral (select option_id as option from ${pollVotes} where poll_id = ${id} and created_at < times.at
        order by created_at desc, user_id desc limit times.number) last
    group by 1, 2`)
  return byOptionAndTime(rows)
}

/** Counts only each state's first established voters, up to its last disclosure step, so that the map reveals no single vote. */
async function findLeads(db: Db, { id, total_votes: votes, audience }: Poll): Promise<PollResults['states']> {
  // Who is on a list needs no account, so the states of many are not known, and groups are published in their place.
  if (audience === 'circle') return []
  const states = await findStates(db, { of: 'poll', id, votes })
  return [...states]
    .map(([state, disclosed]) => ({ state, ...toLead(disclosed) }))
    .toSorted((a, b) => a.state.localeCompare(b.state))
}

function toLead({ counts, leadsClearly, step }: Disclosed): Omit<PollResults['states'][number], 'state'> {
  if (!counts) {
    const isColored = step >= minVotersOfColor
    return { voters: null, leading_option: Number(leadsClearly), leading_votes: null, is_colored: isColored }
  }
  const [first, second] = [...counts].toSorted(([, a], [, b]) => b - a)
  const [leading, next] = [first?.[1] ?? 0, second?.[1] ?? 0]
  return {
    voters: step,
    leading_option: first && leading > next ? Number(first[0]) : null,
    leading_votes: leading,
    is_colored: step >= minVotersOfColor && 100 * (leading - next) >= minLeadOfColor * step,
  }
}

interface Publication {
  origin: string
  now: Date
  method: PollMethod
}

export function toTotals(poll: Poll, { origin, now, method }: Publication): PollTotals {
  return {
    id: poll.id,
    url: `${origin}/results/${poll.id}`,
    question: poll.question,
    description: poll.description,
    options: poll.options.map(({ text, vote_count: votes }) => ({
      text,
      votes,
      percent: percentOf(votes, poll.total_votes),
    })),
    total_votes: poll.total_votes,
    ...(poll.wordings && {
      wordings: poll.wordings.map(({ question, description, n, options }) => ({
        question,
        description,
        n,
        options: options.map(({ text, vote_count: votes }) => ({ text, votes })),
      })),
    }),
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
  if (totals.wordings) return wordingsAsCsv(totals, totals.wordings)
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

/** Both wordings, each with its own total. */
function wordingsAsCsv(totals: PollTotals, wordings: NonNullable<PollTotals['wordings']>): string {
  const blocks = wordings.flatMap(({ question, n, options }) => [
    ...options.map(({ text, votes }) => [text, String(votes), String(percentOf(votes, n) ?? ''), question]),
    ['Total', String(n), '', question],
  ])
  return toCsv([
    ['Option', 'Votes', 'Percent', 'Wording'],
    ...blocks,
    ['Source', totals.url, '', ''],
    ['Method', totals.method.sentence, '', ''],
    ...methodRows(totals).map(([label, text]) => [label, text, '', '']),
  ])
}
