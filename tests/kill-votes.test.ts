import { afterEach, expect, test } from 'vitest'
import { databaseProcesses } from './database-processes.ts'
import { cleanUp, migratedDataDir, launchAndWait, type Running, stop, waitUntilReady } from './processes.ts'
import { audit, makeElection, voteUntilDisconnected, withDatabase } from './voters.ts'

afterEach(cleanUp)

const patience = { timeout: 60_000, interval: 5 }
const jwtSecret = 'a secret that only this test knows, of 32 characters and more'
const env = { JWT_SECRET: jwtSecret, SEED: 'none', VOTES_NEED_CONFIRMED_EMAIL: 'false' }
const nothingLost = { missing: [], countedAlthoughRejected: [], wrongCounters: [] }

/** Starts a server, and 200 people who vote in the closed poll and then in 40 open ones. Resolves in the middle of that. */
async function startElection(dataDir: string) {
  const server = await launchAndWait({ dataDir, env })
  const election = await withDatabase(dataDir, (db) => makeElection(db, { voters: 200, polls: 41 }))
  const votes = voteUntilDisconnected(election, { url: urlOf(server), jwtSecret })
  await expect.poll(() => votes.acknowledged.length, patience).toBeGreaterThan(500)
  return { server, votes, possible: 200 * 40 }
}

const urlOf = ({ port }: Running) => `http://127.0.0.1:${port}`

test('kill -9 of the server in the middle of 200 voters loses no vote and counts none twice, and the next start takes over the database', async () => {
  const dataDir = await migratedDataDir()
  const { server, votes, possible } = await startElection(dataDir)
  await stop(server, 'SIGKILL')
  await votes.voting
  expect(votes.acknowledged.length).toBeLessThan(possible)
  expect(votes.rejected.length).toBeGreaterThan(0)

  await launchAndWait({ dataDir, env })
  expect(await databaseProcesses(dataDir)).toHaveLength(1)
  expect(await withDatabase(dataDir, (db) => audit(db, votes))).toEqual(nothingLost)
})

test('kill -9 of PostgreSQL in the middle of 200 voters loses no vote: the server responds with 503 as JSON, and voting goes on after its restart', async () => {
  const dataDir = await migratedDataDir()
  const { server, votes } = await startElection(dataDir)
  const [database] = await databaseProcesses(dataDir)
  const atKill = votes.acknowledged.length
  process.kill(database?.pid ?? 0, 'SIGKILL')
  // Polled, because an open connection may still answer once.
  const readiness = async () => {
    const response = await fetch(`${urlOf(server)}/readyz`)
    return { status: response.status, body: await response.json() }
  }
  const notReady = { status: 503, body: expect.objectContaining({ code: expect.any(String) }) }
  await expect.poll(readiness, patience).toEqual(notReady)
  await votes.voting
  await waitUntilReady(server)
  expect(await databaseProcesses(dataDir)).toHaveLength(1)

  expect(votes.acknowledged.length).toBeGreaterThan(atKill)
  expect(await withDatabase(dataDir, (db) => audit(db, votes))).toEqual(nothingLost)
})

test('a server that is stopped in the middle of 200 voters answers the votes that wait', async () => {
  const dataDir = await migratedDataDir()
  const { server, votes } = await startElection(dataDir)
  // Before the stop, a busy machine may have answered votes with 503.
  const before = server.output().length
  expect(await stop(server, 'SIGTERM')).toBe(0)
  await votes.voting

  expect(await withDatabase(dataDir, (db) => audit(db, votes))).toEqual(nothingLost)
  expect(server.output().slice(before)).not.toContain('request failed')
})
