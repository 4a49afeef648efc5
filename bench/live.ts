import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/open.ts'
import { seedDemo } from '#server/demo/demo.ts'
import { createTokens } from '#server/http/tokens.ts'
import { maxStreams } from '#server/live/descriptor-limit.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import type { Report, Sighting } from './live-browsers.ts'
import { percentile } from './measure.ts'
import { measureRestart } from './restart.ts'
import { makePolls, makeVoters, type Voter } from './voters.ts'

/**
 * Measures the live stream: 100 votes a second for 20 s while many browsers watch. Nine of ten votes are for one poll, the
 * others for ten more. Then kills the server while up to 10,000 watch. Exits with 1 if a goal for 5,000 browsers is missed.
 * `npm run bench:live -- restart` measures only the restart.
 */
const sizes = process.argv[2] === 'restart' ? [] : [1_000, 5_000, 10_000]
const votesPerSecond = 100
const seconds = 20
const otherPolls = 10
const restartedBrowsers = Math.min(10_000, maxStreams())
const goals = { size: 5_000, bytes: 400, p99: 1_300, cpuMs: 400 }
/** Votes before the measurement, so that connections settle and PostgreSQL plans its statements. */
const warmUpVotes = 200
const votesPerRun = warmUpVotes + votesPerSecond * seconds

const jwtSecret = 'the bench signs its own tokens with this text'
const dataDir = mkdtempSync(path.join(tmpdir(), 'wtpu-bench-'))
const children: ChildProcess[] = []
const database = await startEmbedded({ dataDir, log: () => undefined })
const { db, close } = connect(database.url)
let missedGoals = 0

try {
  console.log('Preparing a database: demo site and voters …')
  await migrate(database.url)
  await seedDemo(db)
  const voters = await makeVoters(db, restartedBrowsers + votesPerRun * sizes.length)
  const viewers = voters.splice(0, restartedBrowsers)
  console.log(`\n${votesPerSecond} votes/s for ${seconds} s, 90 % of them for one of ${otherPolls + 1} polls\n`)
  console.log('streams   CPU ms/s   bytes/s   refetches   known after p50   p99     MB per 1,000')
  for (const size of sizes) {
    if (size > maxStreams()) console.log(`${size}: skipped, more than a third of the descriptor limit (ulimit -n)`)
    else await measure(size, voters.splice(0, votesPerRun))
  }
  await measureRestart({ viewers, jwtSecret, start })
} finally {
  for (const child of children) child.kill('SIGKILL')
  await close()
  await database.stop()
  await removeDataDir(dataDir)
}
process.exit(missedGoals > 0 ? 1 : 0)

async function measure(size: number, voters: Voter[]): Promise<void> {
  const polls = await makePolls(db, otherPolls + 1)
  const server = start('app-server.ts')
  const { port } = await reply<{ port: number }>(server)
  const browsers = start('live-browsers.ts')
  const before = await usage(server)
  await ask(browsers, { kind: 'open', port, count: size })
  await castVotes(port, voters.splice(0, warmUpVotes), polls)
  await pause(2_000)
  const opened = await usage(server)
  browsers.send({ kind: 'reset' })
  const votes = await castVotes(port, voters, polls)
  const done = await usage(server)
  // The last votes arrive within a second.
  await pause(2_000)
  const report = await ask<Report>(browsers, { kind: 'report' })
  for (const child of [browsers, server]) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  if (report.closed > 0) throw new Error(`${report.closed} of ${size} streams were closed`)
  print(size, {
    cpuMs: (done.cpuMs - opened.cpuMs) / seconds,
    bytes: report.bytes / (size - report.readStreams) / seconds,
    refetches: report.invalidations / report.readStreams,
    delays: delaysOf(votes, report.sightings),
    memory: (opened.memory - before.memory) / size / 1_000,
  })
}

interface Figures {
  cpuMs: number
  bytes: number
  refetches: number
  delays: number[]
  memory: number
}

function print(size: number, { cpuMs, bytes, refetches, delays, memory }: Figures): void {
  const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)]
  const missed = size === goals.size && (bytes > goals.bytes || p99 > goals.p99 || cpuMs > goals.cpuMs || refetches > 0)
  if (missed) missedGoals++
  const columns: [string, number][] = [
    [size.toLocaleString('en-US'), 10],
    [cpuMs.toFixed(0), 11],
    [bytes.toFixed(0), 10],
    [refetches.toFixed(1), 12],
    [`${p50.toFixed(0)} ms`, 18],
    [`${p99.toFixed(0)} ms`, 8],
    [memory.toFixed(1), 8],
  ]
  console.log(columns.map(([text, width]) => text.padEnd(width)).join('') + (missed ? 'MISSED' : ''))
}

interface CastVote {
  poll: number
  version: number
  at: number
}

/** Casts the votes at a steady rate, however long each takes, and returns once the counted ones are acknowledged. */
async function castVotes(port: number, voters: Voter[], polls: { poll: number; option: number }[]) {
  const tokens = createTokens(jwtSecret)
  const [hot] = polls
  const votes: Promise<CastVote | undefined>[] = []
  const started = performance.now()
  for (const [index, { user, sid }] of voters.entries()) {
    const { poll, option } = (index % 10 === 0 ? polls[4 + ((index / 10) % otherPolls) * 4] : hot) ?? {
      poll: 0,
      option: 0,
    }
    await pause(Math.max(0, started + (index * 1_000) / votesPerSecond - performance.now()))
    votes.push(castVote(port, tokens.signAccess({ user_id: user, sid }), poll, option))
  }
  return (await Promise.all(votes)).filter((vote) => vote !== undefined)
}

async function castVote(port: number, access: string, poll: number, option: number): Promise<CastVote | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/polls/${poll}/vote/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ option_id: option }),
    })
    const at = performance.timeOrigin + performance.now()
    const body: unknown = await response.json()
    if (typeof body === 'object' && body !== null && 'total_votes' in body && typeof body.total_votes === 'number') {
      return { poll, version: body.total_votes, at }
    }
    console.log(`A vote was rejected: ${JSON.stringify(body)}`)
  } catch (error) {
    console.log(`A vote failed: ${String(error)}`)
  }
  return undefined
}

/** For each vote and each stream that is read: how long after the vote's response the browser knew it. */
function delaysOf(votes: CastVote[], sightings: Sighting[]): number[] {
  const streams = Map.groupBy(sightings, ({ stream, poll }) => `${stream} ${poll}`)
  const ids = [...new Set(sightings.map(({ stream }) => stream))]
  return votes.flatMap(({ poll, version, at }) =>
    ids.map((id) => {
      const seen = streams.get(`${id} ${poll}`)?.find((sighting) => sighting.version >= version)
      if (!seen) throw new Error(`Stream ${id} never received version ${version} of poll ${poll}`)
      return Math.max(0, seen.at - at)
    }),
  )
}

function start(file: string, more: Record<string, string> = {}): ChildProcess {
  const settings = {
    ...more,
    BENCH_DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    JWT_SECRET: jwtSecret,
    LOG_LEVEL: 'error',
  }
  const child = fork(path.join(import.meta.dirname, file), { env: { ...process.env, ...settings } })
  children.push(child)
  child.on('exit', (code) => {
    if (code) throw new Error(`${file} ended with code ${code}`)
  })
  return child
}

async function reply<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message')
  return message
}

function ask<T>(child: ChildProcess, request: object): Promise<T> {
  const answer = reply<T>(child)
  child.send(request)
  return answer
}

function usage(server: ChildProcess): Promise<{ cpuMs: number; memory: number }> {
  return ask(server, {})
}
