import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDiscussion } from '@wtpu/contract/forums/discussions'
import { sql } from 'drizzle-orm'
import { connect, type Db } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/open.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { median, readRate, type Request, writeRate } from './measure.ts'
import { authorizationOf, findReads } from './reads.ts'
import { makeVoters, type Voter } from './voters.ts'
import { votesOf } from './votes.ts'

/**
 * Compares this checkout with another commit. Both take turns, round by round, each on its copy of a database that the other commit
 * has made. `npm run bench:compare -- COMMIT [NAME]` measures the rows with NAME in theirs. The spread is that of the rounds without
 * the lowest and the highest: a row is slower if all of it is below 1, and takes more CPU of node if all of it is above. Exits with 1 then.
 */
const [commit, wanted = ''] = process.argv.slice(2)
if (!commit) throw new Error('Name a commit: npm run bench:compare -- COMMIT')
const rounds = 10
const seconds = 2
const perRound = { votes: 1_500, discussions: 150 }
const jwtSecret = 'the bench signs its own tokens with this text'
const here = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'wtpu-compare-'))
const there = path.join(folder, 'site')
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

interface Site {
  origin: string
  db: Db
  server: ChildProcess
  member: Voter
  voters: Voter[]
}

/** One measurement of a site is prepared, and then made: it returns requests per second. */
interface Row {
  name: string
  prepare: (site: Site) => Promise<() => Promise<number>>
}

try {
  console.log(`Preparing ${commit} and two databases …`)
  checkOut()
  const data = path.join(folder, 'data')
  const database = await startEmbedded({ dataDir: data, log: () => undefined })
  closing.push(() => database.stop().then(() => removeDataDir(data)))
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: data, JWT_SECRET: jwtSecret, SEED: 'demo' }
  execFileSync(process.execPath, ['server/src/cli/seed.ts'], {
    cwd: there,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const copy = Object.assign(new URL(database.url), { pathname: '/copy' }).href
  const admin = connect(database.url, { max: 1 })
  await admin.db.execute(sql`create database copy template wtpu`)
  await admin.close()
  await migrate(copy)
  const [site, other] = await Promise.all([open(here, copy, data), open(there, database.url, data)])
  console.log(`\nMedians of ${rounds} rounds in turns, and the spread of the ratios\n`)
  printCells(['', 'this', commit.slice(0, 10), 'ratio', 'spread', 'CPU ratio', 'spread'])
  for (const row of await findRows(site)) {
    if (row.name.includes(wanted)) await compare(row, site, other)
  }
} finally {
  for (const close of closing.toReversed()) await close()
}
process.exit()

/** The other commit in a folder of its own, with its packages: those of this checkout if they are the same. */
function checkOut(): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: here, stdio: 'pipe' })
  git('worktree', 'add', '--detach', there, commit ?? '')
  closing.push(() => git('worktree', 'remove', '--force', there))
  try {
    git('diff', '--quiet', commit ?? '', '--', 'package-lock.json')
    for (const part of ['.', 'contract', 'server', 'web']) {
      const packages = path.join(here, part, 'node_modules')
      if (existsSync(packages)) execFileSync('cp', ['-al', packages, path.join(there, part)], { stdio: 'pipe' })
    }
  } catch {
    execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: there, stdio: 'inherit' })
  }
}

async function open(root: string, url: string, data: string): Promise<Site> {
  const { db, close } = connect(url, { statement: 60_000 })
  closing.push(close)
  const voters = await makeVoters(db, (rounds + 1) * (2 * perRound.votes + perRound.discussions) + 1)
  const server = fork(path.join(root, 'bench/app-server.ts'), {
    cwd: root,
    // V8 may shrink the heap of one server while it waits for its turn. That server would then collect garbage more often.
    execArgv: ['--min-semi-space-size=32', '--no-memory-reducer'],
    env: {
      ...process.env,
      BENCH_DATABASE_URL: url,
      DATA_DIR: data,
      JWT_SECRET: jwtSecret,
      LOG_LEVEL: 'error',
      // A vote meanwhile would change the list whose 304 is measured.
      DEMO_VOTES: 'false',
    },
  })
  closing.push(() => server.kill('SIGKILL'))
  const [{ port }] = await once(server, 'message')
  return { origin: `http://127.0.0.1:${port}`, db, server, member: voters.pop() ?? { user: 0, sid: '' }, voters }
}

async function findRows(site: Site): Promise<Row[]> {
  const reads = await readsOf(site)
  return [
    ...reads.map(({ name }, index): Row => ({
      name,
      prepare: async (of) => {
        const { path: url = '', headers = {}, status = 200 } = (await readsOf(of))[index] ?? {}
        return () => readRate(of.origin + url, headers, status, seconds)
      },
    })),
    { name: 'POST discussion, 10 connections', prepare: prepareDiscussions },
    ...[250, 1].map((polls): Row => ({
      name: `POST vote ${polls === 1 ? 'on one option' : 'over 1,000 options'}, 50 conn.`,
      prepare: async (of) => {
        const votes = await votesOf({ ...of, jwtSecret }).forApp(polls, perRound.votes)
        return () => writeRate(of.origin, votes, 50)
      },
    })),
  ]
}

/** Sessions and ETags differ from site to site. */
function readsOf({ db, origin, member }: Site) {
  return findReads(db, origin, authorizationOf(jwtSecret, member))
}

/** Each is of another person, because one may start few a day. */
async function prepareDiscussions({ origin, voters }: Site): Promise<() => Promise<number>> {
  const body = JSON.stringify({ title: 'Fund the county libraries', description: 'They are **full**.', category: 1 })
  const requests = voters.splice(0, perRound.discussions).map((voter): Request => ({
    path: createDiscussion.url,
    headers: authorizationOf(jwtSecret, voter),
    body,
  }))
  return () => writeRate(origin, requests, 10, 201)
}

async function compare({ name, prepare }: Row, ...sites: [Site, Site]): Promise<void> {
  const measured: Measured[][] = []
  for (let round = 0; round <= rounds; round++) {
    const inTurn = round % 2 === 0 ? sites : sites.toReversed()
    const pair = new Map<Site, Measured>()
    for (const site of inTurn) pair.set(site, await measure(site, await prepare(site)))
    // In the first round, code is compiled and connections are opened.
    if (round > 0) measured.push(sites.flatMap((site) => pair.get(site) ?? []))
  }
  const rate = ratiosOf(measured, 'rate')
  const cpu = ratiosOf(measured, 'cpu')
  const rates = [0, 1].map(
    (site) => `${Math.round(median(measured.map((pair) => pair[site]?.rate ?? 0))).toLocaleString('en-US')}/s`,
  )
  const verdicts = [rate.high < 1 && 'slower', cpu.low > 1 && 'more CPU'].filter((verdict) => verdict !== false)
  if (verdicts.length > 0) process.exitCode = 1
  printCells([name, ...rates, ...cellsOf(rate), ...cellsOf(cpu), verdicts.join(', ')])
}

/** Requests per second, and milliseconds of node's CPU for each. */
interface Measured {
  rate: number
  cpu: number
}

async function measure({ server }: Site, run: () => Promise<number>): Promise<Measured> {
  const cpuMs = async () => {
    server.send({})
    const [{ cpuMs: used }] = await once(server, 'message')
    return Number(used)
  }
  const [before, start] = [await cpuMs(), performance.now()]
  const rate = await run()
  const elapsed = (performance.now() - start) / 1000
  return { rate, cpu: ((await cpuMs()) - before) / (rate * elapsed) }
}

function ratiosOf(measured: readonly Measured[][], what: keyof Measured) {
  const ratios = measured.map(([site, other]) => (site?.[what] ?? 0) / (other?.[what] ?? 0)).toSorted((a, b) => a - b)
  return { middle: median(ratios), low: ratios.at(1) ?? 0, high: ratios.at(-2) ?? 0 }
}

function cellsOf({ middle, low, high }: ReturnType<typeof ratiosOf>): string[] {
  return [middle.toFixed(2), `${low.toFixed(2)} to ${high.toFixed(2)}`]
}

function printCells(cells: readonly string[]): void {
  console.log(
    cells.map((cell, column) => cell.padEnd(column === 0 ? 40 : column > 2 && column % 2 === 0 ? 14 : 11)).join(''),
  )
}
