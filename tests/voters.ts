import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Db } from '#server/db/client.ts'
import { startOrJoinEmbedded } from '#server/db/embedded/embedded.ts'
import { createTokens } from '#server/http/tokens.ts'
import { findWrongCounters } from '#server/testing/counters.ts'
import { sql } from 'drizzle-orm'

export interface Ballot {
  poll: number
  user: number
  option: number
}

interface Site {
  url: string
  jwtSecret: string
}

interface Poll {
  id: number
  options: number[]
}

/** Works with the database of a data folder, even while no server runs on it. */
export async function withDatabase<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { url, stop } = await startOrJoinEmbedded({ dataDir, log: () => {} })
  const { db, close } = connect(url)
  return work(db).finally(() => close().then(stop))
}

/** Creates voters with a session each, and polls of which the first is closed. */
export async function makeElection(db: Db, { voters, polls }: { voters: number; polls: number }) {
  const { rows: people } = await db.execute<{ user: number; sid: string }>(sql`
    with made as (
      insert into users (username, email, state)
      select 'voter' || n, 'voter' || n || '@wtpu.example', 'NY' from generate_series(1, ${voters}::int) n returning id)
    insert into sessions (user_id, expires_at) select id, now() + interval '1 day' from made
    returning user_id as user, id as sid`)
  const { rows: made } = await db.execute<Poll>(sql`
    with made as (
      insert into polls (question, category_id, published_at, closes_at)
      select 'Which?', 1, now() - interval '2 days', now() + case when n = 1 then interval '-1 day' else '1 day' end
      from generate_series(1, ${polls}::int) n returning id),
    options as (
      insert into poll_options (poll_id, position, text)
      select made.id, n, 'Option ' || n from made, generate_series(1, 2) n returning id, poll_id)
    select poll_id as id, json_agg(id order by id) as options from options group by poll_id order by poll_id`)
  return { people, polls: made }
}

type Election = Awaited<ReturnType<typeof makeElection>>

/** Everyone votes in all polls at the same time, one vote after another each, until they are done or get no response. */
export function voteUntilDisconnected({ people, polls }: Election, { url, jwtSecret }: Site) {
  const tokens = createTokens(jwtSecret)
  const acknowledged: Ballot[] = []
  const rejected: Ballot[] = []
  const voters = people.map(async ({ user, sid }, index) => {
    const authorization = `Bearer ${tokens.signAccess({ user_id: user, sid })}`
    for (const { id, options } of polls) {
      const ballot = { poll: id, user, option: options[index % options.length] ?? 0 }
      let isRepetition = false
      for (;;) {
        const response = await fetch(`${url}/api/polls/${id}/vote/`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ option_id: ballot.option, is_repetition: isRepetition }),
        })
        await response.text()
        if (response.status === 200) acknowledged.push(ballot)
        else if (response.status < 500) rejected.push(ballot)
        if (response.status < 500) break
        // A 503 asks to try again. If the vote is stored already, the answer is the same.
        isRepetition = true
        await pause(200)
      }
    }
  })
  return { acknowledged, rejected, voting: Promise.allSettled(voters) }
}

/** What the database contains of these votes, and the counters that do not match their rows. */
export async function audit(db: Db, { acknowledged, rejected }: { acknowledged: Ballot[]; rejected: Ballot[] }) {
  const { rows } = await db.execute<{ vote: string }>(
    sql`select concat_ws(' ', poll_id, user_id, option_id) as vote from poll_votes`,
  )
  const stored = new Set(rows.map(({ vote }) => vote))
  const isStored = ({ poll, user, option }: Ballot) => stored.has(`${poll} ${user} ${option}`)
  return {
    missing: acknowledged.filter((ballot) => !isStored(ballot)),
    countedAlthoughRejected: rejected.filter(isStored),
    wrongCounters: await findWrongCounters(db),
  }
}
