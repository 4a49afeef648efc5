import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, type Db } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedDemo } from '#server/db/seed/demo.ts'
import { createTokens } from '#server/http/tokens.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { sql } from 'drizzle-orm'
import { median, readRate, rounds, writeRate, type VoteRequest } from './measure.ts'
import { makePolls, makeVoters, type Voter } from './voters.ts'

/**
 * Compares the app with a bare Fastify server, alternating between the two on the same database. Only the ratio is
 * meaningful on a shared machine. Exits with 1 if a ratio misses its target.
 */
const jwtSecret = 'the bench signs its own tokens with this text'
const votesPerRound = 3_000
const dataDir = mkdtempSync(path.join(tmpdir(), 'wtpu-bench-'))
const children: ChildProcess[] = []
const database = await startEmbedded({ dataDir, log: () => undefined })
const { db, close } = connect(database.url)
let missedTargets = 0

try {
  console.log('Preparing a database: demo site and voters …')
  await migrate(database.url)
  await seedDemo(db)
  const voters = await makeVoters(db, votesPerRound * 2 * rounds * 2)
  const [app, bare] = [await start('app-server.ts'), await start('bare-server.ts')]
  console.log(`\n50 connections, medians of ${rounds} rounds each\n`)
  console.log('                                        app          bare         ratio   target')
  await benchReads(app, bare)
  await benchForums(app, bare, voters[0])
  await benchVotes(app, bare, voters)
} finally {
  for (const child of children) child.kill('SIGKILL')
  await close()
  await database.stop()
  await removeDataDir(dataDir)
}
process.exit(missedTargets > 0 ? 1 : 0)

async function start(file: string): Promise<string> {
  const child = fork(path.join(import.meta.dirname, file), {
    env: {
      ...process.env,
      BENCH_DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      JWT_SECRET: jwtSecret,
      LOG_LEVEL: 'error',
    },
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.on('message', (message: { port: number }) => resolve(`http://127.0.0.1:${message.port}`))
    child.on('exit', (code) => reject(new Error(`${file} ended with code ${code}`)))
  })
}

async function compare(
  name: string,
  target: number,
  measureApp: () => Promise<number>,
  measureBare: () => Promise<number>,
) {
  const [app, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    app.push(await measureApp())
    bare.push(await measureBare())
  }
  const ratio = median(app) / median(bare)
  if (ratio < target) missedTargets++
  const rate = (values: number[]) => `${Math.round(median(values)).toLocaleString('en-US')}/s`.padEnd(13)
  console.log(
    `${name.padEnd(40)}${rate(app)}${rate(bare)}${ratio.toFixed(2).padEnd(8)}${target} ${ratio < target ? 'MISSED' : ''}`,
  )
}

/** Stores the app's reply on the bare server, which then sends the same bytes. */
async function storeOnBare(bare: string, name: string, url: string, headers: Record<string, string> = {}) {
  const reply = await fetch(url, { headers })
  const body = await reply.text()
  if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${body}`)
  await fetch(`${bare}/bytes/${name}`, { method: 'PUT', body, headers: { 'content-type': 'application/json' } })
}

async function benchReads(app: string, bare: string): Promise<void> {
  const polls = `${app}/api/polls/`
  const ny = `${app}/api/politicians/?state=NY`
  await storeOnBare(bare, 'polls', polls)
  await storeOnBare(bare, 'ny', ny)
  const etag = (await fetch(polls)).headers.get('etag') ?? ''

  await compare(
    'GET /api/polls/ 200',
    0.6,
    () => readRate(polls, {}, 200),
    () => readRate(`${bare}/bytes/polls`, {}, 200),
  )
  await compare(
    'GET /api/polls/ 304',
    0.7,
    () => readRate(polls, { 'if-none-match': etag }, 304),
    () => readRate(`${bare}/hello`, {}, 200),
  )
  await compare(
    'GET /api/politicians/?state=NY',
    0.5,
    () => readRate(ny, {}, 200),
    () => readRate(`${bare}/bytes/ny`, {}, 200),
  )
}

/** The forums are for members, so their calls also check a session. */
async function benchForums(app: string, bare: string, member: Voter | undefined): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from discussions order by comment_count desc limit 1`)
  const tokens = createTokens(jwtSecret)
  const access = tokens.signAccess({ user_id: member?.user ?? 0, sid: member?.sid ?? '' })
  const headers = { authorization: `Bearer ${access}` }
  const calls = [
    ['list', 'GET 20 discussions, signed in', '/api/forums/discussions/?limit=20'],
    ['thread', 'GET 20 comments, signed in', `/api/forums/discussions/${rows[0]?.id}/comments/?limit=20`],
  ] as const
  for (const [name, title, url] of calls) {
    await storeOnBare(bare, name, `${app}${url}`, headers)
    await compare(
      title,
      0.6,
      () => readRate(`${app}${url}`, headers, 200),
      () => readRate(`${bare}/bytes/${name}`, headers, 200),
    )
  }
}

async function benchVotes(app: string, bare: string, voters: Voter[]): Promise<void> {
  const tokens = createTokens(jwtSecret)
  const takeVoters = () => voters.splice(0, votesPerRound)
  const votesForApp = async (polls: number) => {
    const options = await makePolls(db, polls)
    return takeVoters().map(({ user, sid }, index): VoteRequest => {
      const { poll, option } = options[index % options.length] ?? { poll: 0, option: 0 }
      const authorization = `Bearer ${tokens.signAccess({ user_id: user, sid })}`
      return {
        path: `/api/polls/${poll}/vote/`,
        headers: { authorization },
        body: JSON.stringify({ option_id: option }),
      }
    })
  }
  const votesForBare = async (polls: number) => {
    const options = await makePolls(db, polls)
    return takeVoters().map(({ user }, index): VoteRequest => {
      const { poll, option } = options[index % options.length] ?? { poll: 0, option: 0 }
      return { path: `/vote/${poll}`, headers: { 'x-user': String(user) }, body: JSON.stringify({ option_id: option }) }
    })
  }
  const compareVotes = async (name: string, polls: number) => {
    await compare(
      name,
      0.5,
      async () => writeRate(app, await votesForApp(polls)),
      async () => writeRate(bare, await votesForBare(polls)),
    )
  }
  await compareVotes('POST vote, spread over 1,000 options', 250)
  await compareVotes('POST vote, all on one option', 1)
  await checkCounters(db)
}

/** Throws if the benchmark lost a vote: every counter must match its rows. */
async function checkCounters(from: Db): Promise<void> {
  const { rows } = await from.execute<{ wrong: number }>(sql`select count(*) as wrong from poll_options o
    where o.vote_count <> (select count(*) from poll_votes v where v.option_id = o.id and v.poll_id = o.poll_id)
      or (select total_votes from polls p where p.id = o.poll_id) <>
        (select sum(vote_count) from poll_options s where s.poll_id = o.poll_id)`)
  if (rows[0]?.wrong !== 0) throw new Error(`The counters of ${rows[0]?.wrong} options do not match their rows`)
  console.log('\nAll counters match their rows.')
}
