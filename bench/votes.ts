import type { Db } from '#server/db/client.ts'
import { findWrongCounters } from '#server/testing/counters.ts'
import { type Comparison, medianLatency, type Request, rounds, warmUps, writeRate } from './measure.ts'
import { rawBatchRate } from './raw-batches.ts'
import { authorizationOf } from './reads.ts'
import { makePolls, type Voter } from './voters.ts'

/** A round of the app takes about as long as one of the bare server. */
const votesPerRound = { app: 4_000, bare: 1_000, latency: 300, raw: 5_000 }
const connectionCounts = [50, 200]
const spreads = [
  { name: 'over 1,000 options', polls: 250, target: 6 },
  { name: 'on one option', polls: 1, target: 8 },
]
/** How many voters `benchVotes` needs. */
export const neededVoters =
  (rounds + warmUps) * connectionCounts.length * spreads.length * (votesPerRound.app + votesPerRound.bare) +
  (rounds + warmUps) * 2 * votesPerRound.latency +
  spreads.length * votesPerRound.raw

interface Site {
  app: string
  bare: string
  db: Db
  databaseUrl: string
  jwtSecret: string
  voters: Voter[]
}

/** Compares votes that arrive together, and the time of one vote on an idle server. */
export async function benchVotes(site: Site, compare: (comparison: Comparison) => Promise<void>): Promise<void> {
  const requests = votesOf(site)
  for (const connections of connectionCounts) {
    for (const { name, polls, target } of spreads) {
      await compare({
        name: `POST vote ${name}, ${connections} conn.`,
        target,
        app: async () => writeRate(site.app, await requests.forApp(polls, votesPerRound.app), connections),
        bare: async () => writeRate(site.bare, await requests.forBare(polls, votesPerRound.bare), connections),
      })
    }
  }
  await compare({
    name: 'POST vote, one voter at a time, p50',
    target: 1.5,
    unit: 'ms',
    app: async () => medianLatency(site.app, await requests.forApp(250, votesPerRound.latency)),
    bare: async () => medianLatency(site.bare, await requests.forBare(250, votesPerRound.latency)),
  })
  await printRawBatches(site)
  await checkCounters(site.db)
}

/** New polls and voters for each round, as requests to the app and to the bare server. */
export function votesOf({ db, jwtSecret, voters }: Pick<Site, 'db' | 'jwtSecret' | 'voters'>) {
  const makeVotes = async (polls: number, count: number, requestOf: (voter: Voter, poll: number) => Request) => {
    const options = await makePolls(db, polls)
    return voters.splice(0, count).map((voter, index): Request => {
      const { poll, option } = options[index % options.length] ?? { poll: 0, option: 0 }
      return { ...requestOf(voter, poll), body: JSON.stringify({ option_id: option }) }
    })
  }
  return {
    forApp: (polls: number, count: number) =>
      makeVotes(polls, count, (voter, poll) => ({
        path: `/api/polls/${poll}/vote/`,
        headers: authorizationOf(jwtSecret, voter),
        body: '',
      })),
    forBare: (polls: number, count: number) =>
      makeVotes(polls, count, ({ user }, poll) => ({
        path: `/vote/${poll}`,
        headers: { 'x-user': String(user) },
        body: '',
      })),
  }
}

/** A yardstick without a target: the same tables without HTTP, on one connection. */
async function printRawBatches({ db, databaseUrl, voters }: Site): Promise<void> {
  for (const { name, polls } of spreads) {
    const rate = await rawBatchRate(databaseUrl, voters.splice(0, votesPerRound.raw), await makePolls(db, polls))
    console.log(`SQL alone, batches of 100 ${name}`.padEnd(46) + `${Math.round(rate).toLocaleString('en-US')}/s`)
  }
}

/** Throws if the benchmark lost a vote: every counter must match its rows. */
async function checkCounters(from: Db): Promise<void> {
  const wrong = await findWrongCounters(from)
  if (wrong.length > 0) throw new Error(`These counters do not match their rows: ${wrong.slice(0, 10).join(', ')}`)
  console.log('\nAll counters match their rows.')
}
