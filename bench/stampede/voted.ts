import http from 'node:http'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { makePolls } from '../voters.ts'
import { atRate, send } from './client.ts'

export interface Voted {
  port: number
  db: Db
  /** Tokens of those who vote, one after the other. */
  tokens: string[]
  votesPerSecond: number
  viewsPerSecond: number
  seconds: number
}

const probesPerSecond = 10

/** Visitors open the result of one poll while others vote there, and a probe asks /healthz on connections of its own. */
export async function measureVoted({ port, db, tokens, votesPerSecond, viewsPerSecond, seconds }: Voted) {
  const [{ poll, option } = { poll: 0, option: 0 }] = await makePolls(db, 1)
  const [votes, views, probes] = await Promise.all([
    atRate(votesPerSecond, seconds, (index) =>
      send(port, {
        path: `/api/polls/${poll}/vote/`,
        method: 'POST',
        network: index,
        token: tokens[index],
        body: { option_id: option },
      }),
    ),
    atRate(viewsPerSecond, seconds, (index) => send(port, { path: `/results/${poll}`, network: 40_000 + index })),
    atRate(probesPerSecond, seconds, () => send(port, { path: '/healthz', network: 1, agent: new http.Agent() })),
  ])
  const { rows } = await db.execute<{ stored: number; counted: number }>(sql`
    select (select count(*)::int from poll_votes where poll_id = ${poll}) as stored, vote_count as counted
    from poll_options where id = ${option}`)
  const [{ stored, counted } = { stored: 0, counted: -1 }] = rows
  const timesOf = (answers: typeof views) => answers.map(({ status, ms }) => (status === 200 ? ms : Infinity))
  const acknowledged = votes.filter(({ status }) => status === 200).length
  return {
    votes: timesOf(votes),
    views: timesOf(views),
    probes: timesOf(probes),
    rejected: votes.length - acknowledged,
    lost: Math.max(0, acknowledged - stored) + Math.abs(stored - counted),
  }
}
