import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { connect } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/open.ts'
import { seedDemo } from '#server/demo/demo.ts'
import { isListedPoll } from '#server/db/visibility.ts'
import { createTokens } from '#server/http/tokens.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { percentile, printFigure } from './measure.ts'
import { send } from './stampede/client.ts'
import { startNginx } from './stampede/nginx.ts'
import { watchProcessor } from './stampede/processor.ts'
import { measureSignUps } from './stampede/sign-ups.ts'
import { startSmtp } from './stampede/smtp.ts'
import { measureViral } from './stampede/viral.ts'
import { measureArrivals, measureCost, requestsPerVisit } from './stampede/visits.ts'
import { measureVoted } from './stampede/voted.ts'
import { makeVoters } from './voters.ts'

/**
 * The hour on television on one machine: a viral post, the result of a poll under votes, arrivals while streams are open,
 * sign-ups with their mails, and share images. Browsers, server, proxy and database share the machine. Takes six minutes at most. Exits with 1 if a goal is missed.
 * `npm run bench:stampede -- --readers 300 --streams 500` for a small machine; see `options`.
 */
const { values } = parseArgs({
  options: {
    /** With a post open, of which this many are liked and commented a second, for this many seconds. */
    readers: { type: 'string', default: '3000' },
    likes: { type: 'string', default: '67' },
    comments: { type: 'string', default: '7' },
    /** The votes a second in one poll, and the visitors a second who open its result. */
    votes: { type: 'string', default: '100' },
    views: { type: 'string', default: '50' },
    /** Open while this many visitors arrive a second, who then sign up at another rate. */
    streams: { type: 'string', default: '5000' },
    arrivals: { type: 'string', default: '50' },
    /** Behind nginx, while as many streams are open. */
    proxied: { type: 'string', default: '60' },
    registrations: { type: 'string', default: '60' },
    images: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '20' },
  },
})
const sizes = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]))
const {
  readers = 0,
  likes = 0,
  comments = 0,
  votes = 0,
  views = 0,
  streams = 0,
  arrivals = 0,
  proxied = 0,
  registrations = 0,
  images = 0,
  seconds = 0,
} = sizes
const endMs = 390_000
const jwtSecret = 'the bench signs its own tokens with this text'
const smtpMs = 100
const pageMs = 500

const stop = setTimeout(() => {
  console.log('The bench took too long and ends.')
  process.exit(1)
}, endMs)
const dataDir = mkdtempSync(path.join(tmpdir(), 'wtpu-bench-'))
const database = await startEmbedded({ dataDir, log: () => undefined })
const { db, close } = connect(database.url, { statement: 60_000 })
const smtp = await startSmtp(smtpMs)
const server = fork(path.join(import.meta.dirname, 'app-server.ts'), {
  env: { ...process.env, ...(await prepare()) },
})
try {
  const [{ port }] = await once(server, 'message')
  await run(port)
} finally {
  clearTimeout(stop)
  server.kill('SIGKILL')
  smtp.close()
  await close()
  await database.stop()
  await removeDataDir(dataDir)
}
process.exit()

async function prepare(): Promise<Record<string, string>> {
  await migrate(database.url)
  await seedDemo(db)
  return {
    BENCH_DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    JWT_SECRET: jwtSecret,
    SMTP_URL: smtp.url,
    LIVE_STREAMS: '10000',
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'fatal',
  }
}

async function usage(): Promise<{ cpuMs: number }> {
  const answer = once(server, 'message')
  server.send({})
  const [message] = await answer
  return message
}

/** Measures, and prints the figures and what was exhausted first. */
async function measure<T>(title: string, work: () => Promise<T>, print: (result: T) => void): Promise<void> {
  console.log(title)
  const { result, shares, bottleneck } = await watchProcessor(usage, work)
  print(result)
  const text = Object.entries(shares).map(([name, share]) => `${name} ${Math.round(share * 100)} %`)
  console.log(`  of a core: ${text.join(', ')}; first bottleneck: ${bottleneck}\n`)
}

async function run(port: number): Promise<void> {
  const people = await makeVoters(db, 1 + readers + (likes + comments + votes) * seconds)
  await db.execute(
    sql`update users set created_at = now() - interval '9 days', email_verified_at = now() - interval '9 days'`,
  )
  const tokens = createTokens(jwtSecret)
  const viral = {
    author: people[0]?.user ?? 0,
    tokens: people.slice(1).map(({ user, sid }) => tokens.signAccess({ user_id: user, sid })),
    port,
    db,
    readers,
    likesPerSecond: likes,
    commentsPerSecond: comments,
    seconds,
  }
  await measure(
    `A viral post: ${readers} readers, ${likes} likes and ${comments} comments a second`,
    () => measureViral(viral),
    ({ times, reads, failed, lost, ...opened }) => {
      printFigure('like p50', percentile(times, 0.5), 'ms', 50)
      printFigure('like p95', percentile(times, 0.95), 'ms', 300)
      printFigure(`reads rejected of ${reads.all}`, reads.rejected, '', 0)
      printFigure('writes rejected', failed, '', 0)
      printFigure('acknowledged writes lost, counters unequal', lost, '', 0)
      printFigure('streams that did not open', readers - opened.streams, '', 0)
    },
  )
  await measure(
    `The result of a poll: ${views} visitors and ${votes} votes a second`,
    () =>
      measureVoted({
        port,
        db,
        tokens: viral.tokens.slice(readers + (likes + comments) * seconds),
        votesPerSecond: votes,
        viewsPerSecond: views,
        seconds,
      }),
    (result) => {
      printFigure('vote p95', percentile(result.votes, 0.95), 'ms', 300)
      printFigure('page p95', percentile(result.views, 0.95), 'ms', pageMs)
      printFigure('/healthz p95', percentile(result.probes, 0.95), 'ms', 100)
      printFigure('votes rejected', result.rejected, '', 0)
      printFigure('acknowledged votes lost, counters unequal', result.lost, '', 0)
    },
  )
  await measure(
    'Visitors alone',
    () => measureCost(port, usage),
    (cpuMs) => printFigure(`CPU of the server for ${requestsPerVisit} requests`, cpuMs, 'ms', 8),
  )
  await measure(
    `${streams} streams, ${arrivals} visitors a second without a proxy`,
    () => measureArrivals({ port, streams, perSecond: arrivals, seconds }),
    ({ pages, probes, failed, ...opened }) => {
      printFigure('page p95', percentile(pages, 0.95), 'ms', pageMs)
      printFigure('/healthz p95', percentile(probes, 0.95), 'ms', 100)
      printFigure('requests that failed', failed, '', 0)
      printFigure('streams that did not open', streams - opened.streams, '', 0)
    },
  )
  await measureBehindNginx(port)
  await measure(
    `${registrations} registrations a second, an SMTP server that takes ${smtpMs} ms a line`,
    () => measureSignUps({ port, perSecond: registrations, seconds: seconds / 2, mailTimes: smtp.times }),
    (result) => {
      printFigure('registrations a second', result.perSecond, '')
      printFigure('registrations that failed', result.failed, '', 0)
      printFigure('new accounts that were not signed in', result.withoutSignIn, '', 0)
      console.log(`  ${'mails a second'.padEnd(42)}${result.mailsPerSecond.toFixed(1).padStart(8)}, goal 20 at least`)
      if (result.mailsPerSecond < 20) process.exitCode = 1
    },
  )
  const { rows } = await db.execute<{ id: number }>(sql`select id from polls where ${isListedPoll()}`)
  await measure(
    `${images} share images at once`,
    () =>
      Promise.all(
        Array.from({ length: images }, (_, index) =>
          send(port, { path: `/share/polls/${rows[index % rows.length]?.id}.png`, network: 95_000 + index }),
        ),
      ),
    (answers) => {
      const isOwn = ({ status, headers }: (typeof answers)[number]) =>
        status === 200 && headers['content-type'] === 'image/png'
      const isDefault = ({ status, headers }: (typeof answers)[number]) =>
        status === 302 && headers.location !== undefined
      printFigure('with the default picture', answers.filter(isDefault).length, '')
      printFigure('without a picture', answers.filter((answer) => !isOwn(answer) && !isDefault(answer)).length, '', 0)
    },
  )
  console.log('Not measured here: a kill -9, by npm run bench:live -- restart')
}

/** More and more visitors a second, until their pages take longer than the goal. */
async function measureBehindNginx(serverPort: number): Promise<void> {
  const nginx = await startNginx(serverPort)
  if (!nginx) return console.log('Not measured: arrivals behind nginx, because this machine has no nginx.\n')
  let most = 0
  try {
    for (const share of [0.5, 0.75, 1, 1.25]) {
      const perSecond = Math.round(proxied * share)
      let isFast = false
      await measure(
        `${streams} streams, ${perSecond} visitors a second behind nginx`,
        () => measureArrivals({ port: nginx.port, streams, perSecond, seconds: seconds / 2 }),
        ({ pages, failed, ...opened }) => {
          const p95 = percentile(pages, 0.95)
          isFast = p95 < pageMs && failed === 0
          printFigure('page p95', p95, 'ms')
          printFigure('requests that failed', failed, '')
          printFigure('streams that did not open', streams - opened.streams, '', 0)
        },
      )
      if (!isFast) break
      most = perSecond
    }
  } finally {
    await nginx.close()
  }
  console.log(`  Visitors a second with page p95 below ${pageMs} ms behind nginx: ${most}, goal ${proxied} at least\n`)
  if (most < proxied) process.exitCode = 1
}
