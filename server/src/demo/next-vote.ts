import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { locks } from '#db/locks.ts'
import { users } from '#db/schema/accounts.ts'
import { politicians } from '#db/schema/politicians.ts'
import { pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { isOpenPoll, isSuspended, isListedPoll } from '#db/visibility.ts'
import { isDemoPerson } from './people.ts'
import { groupAt } from './polls.ts'
import type { Random } from './random.ts'

export const maxVotesOfPollAndDay = 60
/** Between two votes, of whichever server. */
const pauseSeconds = 8

export interface NextVote {
  pollId: number
  optionId: number
  userId: number
}

/**
 * Has a person of the demo vote in one of its open polls, as long as few of them did so in that poll within a day. Does nothing
 * while another server does it, shortly after the last vote, and on a site that has other officials, which is no demo.
 */
export async function castNextVote(
  db: Db,
  random: Random,
  castVote: (vote: NextVote) => Promise<unknown>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ got: boolean }>(
      sql`select pg_try_advisory_xact_lock(${locks.demoVotes}) as got`,
    )
    const vote = rows[0]?.got ? await chooseVote(tx, random) : undefined
    // Before the lock is released, so that the next server sees the vote.
    if (vote) await castVote(vote)
  })
}

async function chooseVote(tx: Db, random: Random): Promise<NextVote | undefined> {
  const people = await tx
    .select({ id: users.id, mayVote: sql<boolean>`${users.isActive} and not ${isSuspended()}` })
    .from(users)
    .where(isDemoPerson())
    .orderBy(users.id)
  const groupOf = new Map(people.map(({ id }, index) => [id, groupAt(index)]))
  const open = await findPolls(tx, [...groupOf.keys()])
  // Most often one of the first on the page.
  const poll = open[Math.floor(open.length * random.next() ** 2)]
  if (!poll) return undefined
  const { id: pollId, options } = poll
  const { userId: user, optionId: option } = pollVotes
  const votes = await tx.select({ user, option }).from(pollVotes).where(eq(pollVotes.pollId, pollId))
  const voters = new Set(votes.map((vote) => vote.user))
  const left = people.filter(({ id, mayVote }) => mayVote && !voters.has(id))
  if (left.length === 0) return undefined
  const userId = random.pick(left).id
  // As someone of the same opinion did, so that the groups stay.
  const alike = votes.filter((vote) => groupOf.get(vote.user) === groupOf.get(userId))
  const optionId = alike.length > 0 ? random.pick(alike).option : random.pick(options)
  return { pollId, optionId, userId }
}

/** The demo's polls that may get a vote, in the order of the page. Votes that came with the demo are not later than its officials. */
async function findPolls(tx: Db, people: number[]) {
  const byPeople = sql`user_id = any(${sql.param(people)}::int[])`
  const since = sql`(select max(created_at) from ${politicians} where source = 'sample')`
  const { rows } = await tx.execute<{ id: number; options: number[] }>(sql`
    select id, array(select o.id from ${pollOptions} o where o.poll_id = ${polls.id} order by position) as options
    from ${polls}
    cross join lateral (
      select count(*) as votes, count(*) filter (
        where created_at > greatest(${since}, now() - interval '1 day')) as new_votes
      from ${pollVotes} where poll_id = ${polls.id} and ${byPeople}
    ) counted
    where is_sample and imported_from is null and ${isListedPoll()} and ${isOpenPoll()}
      and not exists (select from ${politicians} where source <> 'sample')
      and not exists (select from ${pollVotes} where ${byPeople} and created_at > ${since}
        and created_at > now() - ${pauseSeconds} * interval '1 second')
      and counted.votes < ${people.length} and counted.new_votes < ${maxVotesOfPollAndDay}
    order by featured desc, published_at desc, id desc`)
  return rows
}
