import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { connect } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { cleanUp, freshClone, freshDataDir, freshFolder, launchAndWait } from '../processes.ts'
import { audit, makeElection, voteUntilDisconnected } from '../voters.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const jwtSecret = 'a secret that two releases share, of 32 characters and more'

afterAll(cleanUp)

/** The servers of the last release before this commit, with the packages that they need. */
async function lastRelease(): Promise<string> {
  const log = ['log', 'HEAD~1', '-1', '--format=%H', '-G^  "version": ', '--', 'package.json']
  const { stdout: commit } = await run('git', log, { cwd: root })
  const folder = await freshClone(await freshFolder())
  for (const sources of ['contract/src', 'server/src']) await rm(path.join(folder, sources), { recursive: true })
  const archive = path.join(folder, 'release.tar')
  await run('git', ['archive', `--output=${archive}`, commit.trim(), '*package*.json', 'contract', 'server'], {
    cwd: root,
  })
  await run('tar', ['--extract', `--file=${archive}`], { cwd: folder })
  const [old, current] = await Promise.all(
    [folder, root].map((source) => readFile(path.join(source, 'package-lock.json'), 'utf8')),
  )
  if (old !== current) await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder })
  return folder
}

/** Adds up the votes of the polls on the first page. */
async function totalVotes({ port }: { port: number }): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/polls/`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of polls
  const polls = (await response.json()) as { total_votes: number }[]
  return polls.reduce((sum, poll) => sum + poll.total_votes, 0)
}

test('servers of the last release and of this version serve the same database, while it changes and afterwards', async () => {
  const folder = await lastRelease()
  const database = await startEmbedded({ dataDir: await freshDataDir(), log: () => undefined })
  const { db, close } = connect(database.url)
  const env = { DATABASE_URL: database.url, JWT_SECRET: jwtSecret, VOTES_NEED_CONFIRMED_EMAIL: 'false' }
  const urlOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}`

  const old = await launchAndWait({ folder, dataDir: await freshDataDir(), env })
  const election = await makeElection(db, { voters: 200, polls: 81 })
  const half = (first: number) => ({ ...election, people: election.people.slice(first, first + 100) })
  const before = voteUntilDisconnected(half(0), { url: urlOf(old), jwtSecret })
  await expect.poll(() => before.acknowledged.length).toBeGreaterThan(100)
  const current = await launchAndWait({ dataDir: await freshDataDir(), env })
  const after = voteUntilDisconnected(half(100), { url: urlOf(current), jwtSecret })
  await Promise.all([before.voting, after.voting])

  const votes = {
    acknowledged: [...before.acknowledged, ...after.acknowledged],
    rejected: [...before.rejected, ...after.rejected],
  }
  expect(votes.acknowledged).toHaveLength(200 * 80)
  expect(await audit(db, votes)).toEqual({ missing: [], countedAlthoughRejected: [], wrongCounters: [] })
  await expect.poll(async () => (await totalVotes(old)) === (await totalVotes(current))).toBe(true)
  await close()
  await database.stop()
}, 300_000)
