import { disclosureSteps, establishedDays, minVotersOfClearLead, tellsChoices } from '@wtpu/contract/disclosure'
import { sql, type SQL } from 'drizzle-orm'
import { type Db, settleSeconds } from './client.ts'

/** When the account became established: a week old, with a confirmed address. Null until it is confirmed; it never changes. */
export const establishedAt = (user: string): SQL =>
  sql.raw(`(${user}.email_verified_at
    + greatest(${user}.created_at + interval '${establishedDays} days' - ${user}.email_verified_at, interval '0'))`)

/** How many people made each choice, by the choice. */
export type Counts = ReadonlyMap<string, number>

/** What is published of a state: its counts, or only which choice leads clearly, if all others together are too few to be counted. */
export type Disclosed = { step: number } & (
  | { counts: Counts; leadsClearly?: undefined }
  | { counts?: undefined; leadsClearly: string }
)

/**
 * What is published of each state as of its last disclosure step. `votes` selects `state`, `choice`, `user_id` and `created_at` of each vote. A
 * vote is counted from the moment its account is established, and after those that were counted before. So the first N never change.
 */
export async function findStatesInSteps(db: Db, votes: SQL): Promise<Map<string, Disclosed>> {
  const settled = sql.raw(`now() - interval '${settleSeconds} seconds'`)
  const { rows } = await db.execute<{ state: string; choice: string; step: number; people: number }>(sql`
    with counted as (
      select vote.state, vote.choice, row_number() over (
        partition by vote.state order by greatest(vote.created_at, account.established_at), vote.user_id)::int as position
      from (${votes}) vote
        join lateral (select ${establishedAt('u')} as established_at from users u where u.id = vote.user_id) account on true
      where vote.created_at < ${settled} and account.established_at < ${settled}
    )
    select state, choice::text, width_bucket(position - 1, ${sql.param(disclosureSteps)}::int[]) as step, count(*)::int as people
    from counted group by 1, 2, 3`)
  const found = new Map<string, Disclosed>()
  for (const [state, ofState = []] of Object.entries(Object.groupBy(rows, (row) => row.state))) {
    const additions: Map<string, number>[] = []
    for (const { choice, step, people } of ofState) (additions[step] ??= new Map()).set(choice, people)
    const disclosed = lastDisclosed(additions)
    if (disclosed) found.set(state, disclosed)
  }
  return found
}

/**
 * What may be published at the last step. `additions` has the counts of those whom each step adds. A step at which almost all who
 * were added chose alike is published with the next one. Where that is so from the first voter on, only the leader is.
 */
export function lastDisclosed(additions: readonly Counts[]): Disclosed | undefined {
  let published: Counts | undefined
  let clear: Disclosed | undefined
  let added: Counts = new Map()
  for (const [index, addition] of additions.entries()) {
    added = sum(added, addition)
    const people = peopleIn(published) + peopleIn(added)
    if (people < (disclosureSteps[index] ?? Infinity)) break
    const [leader] = [...added].toSorted(([, a], [, b]) => b - a)
    if (!leader) break
    if (tellsChoices(added.values())) {
      if (people >= minVotersOfClearLead) clear = { step: people, leadsClearly: leader[0] }
      continue
    }
    published = sum(published, added)
    added = new Map()
  }
  return published ? { step: peopleIn(published), counts: published } : clear
}

const peopleIn = (counts: Counts = new Map()): number =>
  [...counts.values()].reduce((total, people) => total + people, 0)

function sum(a: Counts = new Map(), b: Counts): Counts {
  const total = new Map(a)
  for (const [choice, people] of b) total.set(choice, (total.get(choice) ?? 0) + people)
  return total
}
