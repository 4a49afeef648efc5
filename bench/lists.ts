import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedDemo } from '#server/db/seed/demo.ts'
import { seedLarge } from '#server/db/seed/large.ts'
import { demoEmail } from '#server/db/seed/people.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { median } from './measure.ts'

/**
 * Measures every list endpoint with an empty cache, alternating between the demo and the large database. Exits with 1 if an
 * endpoint takes more than three times as long on the large one.
 */
const maxRatio = 3
const rounds = 25
const dataDir = mkdtempSync(path.join(tmpdir(), 'wtpu-bench-'))
const embedded = await startEmbedded({ dataDir, log: () => undefined })
let missedTargets = 0

try {
  console.log('Preparing the demo database and the large one (about a minute) …')
  const [demo, large] = [await open('demo'), await open('large')]
  console.log(`\nMilliseconds, medians of ${rounds}\n\n${'call'.padEnd(58)}demo     large    ratio`)
  for (const url of lists()) await compare(url, demo, large)
  await demo.close()
  await large.close()
} finally {
  await embedded.stop()
  await removeDataDir(dataDir)
}
process.exit(missedTargets > 0 ? 1 : 0)

type Site = Awaited<ReturnType<typeof open>>

async function open(scale: 'demo' | 'large') {
  const url = Object.assign(new URL(embedded.url), { pathname: `/${scale}` }).href
  const admin = connect(embedded.url)
  await admin.db.execute(sql.raw(`create database ${scale}`))
  await admin.close()
  await migrate(url)
  const seeding = connect(url, { max: 2, statement: 120_000 })
  await seedDemo(seeding.db)
  if (scale === 'large') await seedLarge(seeding.db, () => undefined)
  else await seeding.db.execute(sql`vacuum analyze`)
  await seeding.close()
  const connection = connect(url)
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', JWT_SECRET: 'x'.repeat(32) })
  const app = await buildApp({ config, db: connection.db, databaseUrl: url })
  await app.ready()
  const reply = await app.inject({
    method: 'POST',
    url: '/auth/api/token/',
    payload: { username: demoEmail, password: 'citizen-demo' },
  })
  const headers = { authorization: `Bearer ${reply.json<{ access: string }>().access}` }
  return { app, headers, close: async () => (await app.close(), await connection.close()) }
}

function lists(): string[] {
  const polls = ['', 'filter=trending', 'filter=recent', 'filter=ending_soon', 'category=3', 'q=school', 'politician=5']
  const sorts = ['newest', 'oldest', 'most_votes', 'ending_soon'].map((sort) => `sort=${sort}`)
  const directory = ['', 'search=ma', 'state=NY', 'party=D&office=Rep']
  return [
    ...[...polls, ...sorts].map((query) => `/api/polls/?limit=20&${query}`),
    '/api/polls/featured/',
    '/api/polls/summary/',
    ...directory.map((query) => `/api/politicians/?limit=24&${query}`),
    '/api/comments/?limit=20&politician=1',
    ...['polls/my-votes', 'polls/scheduled', 'politicians/my-ratings'].map((own) => `/api/${own}/`),
    ...['following', 'suggested-users'].map((people) => `/api/boilerroom/${people}/`),
  ]
}

async function compare(url: string, demo: Site, large: Site): Promise<void> {
  const times: [number[], number[]] = [[], []]
  // The first five rounds are not counted: they warm up caches and prepare statements.
  for (let round = -5; round < rounds; round++) {
    for (const [index, site] of [demo, large].entries()) {
      const took = await time(site, url)
      if (round >= 0) times[index === 0 ? 0 : 1].push(took)
    }
  }
  const [demoMs, largeMs] = [median(times[0]), median(times[1])]
  const ratio = largeMs / demoMs
  if (ratio > maxRatio) missedTargets++
  const column = (value: number) => value.toFixed(1).padEnd(9)
  console.log(
    `${url.padEnd(58)}${column(demoMs)}${column(largeMs)}${ratio.toFixed(2)} ${ratio > maxRatio ? 'MISSED' : ''}`,
  )
}

async function time({ app, headers }: Site, url: string): Promise<number> {
  app.cache.invalidate('/')
  const started = performance.now()
  const reply = await app.inject({ url, headers })
  const took = performance.now() - started
  if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode} ${reply.body}`)
  return took
}
