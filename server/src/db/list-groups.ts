import { smallestDisclosureStep, tellsChoices } from '@wtpu/contract/disclosure'
import type { ListGroup } from '@wtpu/contract/polls/totals'
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { ballots, paperPolls } from './schema/circles.ts'
import { pollOptions, pollVotes } from './schema/polls.ts'

interface Counted {
  /** Empty for those who are in no group. */
  name: string
  /** The number of votes for each option, in the order of the options. */
  votes: number[]
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
const mayBeShown = (votes: readonly number[]) => sum(votes) >= smallestDisclosureStep && !tellsChoices(votes)

/**
 * The groups whose answers are published, the largest first, and then all others together. Those follow from the total by subtraction,
 * so they must be many and different enough, too: until they are, the smallest published group joins them.
 */
export function publishGroups(groups: readonly Counted[]): ListGroup[] {
  const isShown = ({ name, votes }: Counted) => name !== '' && mayBeShown(votes)
  const shown = groups.filter(isShown).toSorted((a, b) => sum(b.votes) - sum(a.votes) || (a.name < b.name ? -1 : 1))
  const hidden = groups.filter((group) => !isShown(group))
  const others = (groups[0]?.votes ?? []).map((_, option) => sum(hidden.map(({ votes }) => votes[option] ?? 0)))
  while (shown.length > 0 && sum(others) > 0 && !mayBeShown(others)) {
    const smallest = shown.pop()
    smallest?.votes.forEach((count, option) => (others[option] = (others[option] ?? 0) + count))
  }
  if (shown.length === 0 || (shown.length === 1 && sum(others) === 0)) return []
  return [...shown, ...(sum(others) > 0 ? [{ name: null, votes: others }] : [])]
}

/** Counts the group that a row had when it got its ballot. Otherwise, a list that changes later would tell by the difference who chose what. */
export async function findListGroups(db: Db, pollId: number): Promise<ListGroup[]> {
  const { rows } = await db.execute<{ name: string; votes: number[] }>(sql`
    with counted as (
      select ballot."group" as name, vote.option_id, count(*)::int as votes
      from ${paperPolls} asked join ${ballots} ballot on ballot.paper_id = asked.paper_id
        join ${pollVotes} vote on vote.poll_id = asked.poll_id and vote.voter_id = ballot.voter_id
      where asked.poll_id = ${pollId} group by 1, 2
    )
    select name, array(select coalesce((select c.votes from counted c where c.name = one.name and c.option_id = o.id), 0)
      from ${pollOptions} o where o.poll_id = ${pollId} order by o.position) as votes
    from (select distinct name from counted) one order by name`)
  return publishGroups(rows)
}
