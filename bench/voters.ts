import type { Db } from '#server/db/client.ts'
import { sql } from 'drizzle-orm'

export interface Voter {
  user: number
  sid: string
}

const votersPerStatement = 5_000

/** Creates users with one session each. */
export async function makeVoters(into: Db, count: number): Promise<Voter[]> {
  const voters: Voter[] = []
  while (voters.length < count) {
    const [first, last] = [voters.length + 1, Math.min(count, voters.length + votersPerStatement)]
    const { rows } = await into.execute<{ user: number; sid: string }>(sql`
      with made as (
        insert into users (username, email, state)
        select 'bench' || n, 'bench' || n || '@wtpu.example', 'NY' from generate_series(${first}::int, ${last}::int) n
        returning id)
      insert into sessions (user_id, expires_at) select id, now() + interval '1 day' from made
      returning user_id as user, id as sid`)
    voters.push(...rows)
  }
  await into.execute(sql`analyze users, sessions`)
  return voters
}

/** Creates open polls with four options. For a single poll, returns only one option, so all votes update the same row. */
export async function makePolls(into: Db, count: number): Promise<{ poll: number; option: number }[]> {
  const { rows } = await into.execute<{ poll: number; option: number }>(sql`
    with made as (
      insert into polls (question, category_id, closes_at)
      select 'Bench?', 1, now() + interval '1 day' from generate_series(1, ${count}) returning id)
    insert into poll_options (poll_id, position, text)
    select made.id, n, 'Option ' || n from made, generate_series(1, 4) n
    returning poll_id as poll, id as option`)
  // PostgreSQL updates its statistics within a minute. A round is shorter, and would use plans for far fewer rows.
  await into.execute(sql`analyze polls, poll_options, poll_totals, poll_votes, participants`)
  return count === 1 ? rows.slice(0, 1) : rows
}
