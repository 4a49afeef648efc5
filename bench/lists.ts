import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/open.ts'
import { seedDemo } from '#server/demo/demo.ts'
import { demoEmail } from '#server/db/demo-accounts.ts'
import { assertComplete, openSession } from '#server/features/accounts/sessions.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { feedCalls, findFeedSamples } from './feed-calls.ts'
import { findForumSamples, forumCalls } from './forum-calls.ts'
import { seedLarge } from './large/seed-large.ts'
import { largeScale } from './large/scale.ts'
import { nthWord } from './large/words.ts'
import { median } from './measure.ts'
import { searchCalls } from './search-calls.ts'

/**
 * Measures every list endpoint with an empty cache, alternating between the demo and the large database. Exits with 1 if an
 * endpoint takes more than three times as long on the large one. `npm run bench:lists -- forums` measures only the calls
 * with this in their name.
 */
const wanted = process.argv[2] ?? ''
const maxRatio = 3
const rounds = 25
const width = 58
const dataDir = mkdtempSync(path.join(tmpdir(), 'wtpu-bench-'))
const embedded = await startEmbedded({ dataDir, log: () => undefined })
let missedTargets = 0

try {
  console.log('Preparing the demo database and the large one (about ten minutes) …')
  const [demo, large] = [await open('demo'), await open('large')]
  console.log(`\nMilliseconds, medians of ${rounds}\n\n${'call'.padEnd(width)}demo     large    ratio`)
  for (const url of lists()) await compare(url, demo, large, (site) => ({ url, viewer: site.demoId }))
  for (const { name, url, viewer } of feedCalls) {
    await compare(`boiler room: ${name}`, demo, large, ({ demoId, samples }) => ({
      url: url(samples),
      viewer: viewer ? samples[viewer] : demoId,
    }))
  }
  for (const { name, url } of forumCalls) {
    await compare(`forums: ${name}`, demo, large, ({ demoId, forumSamples }) => ({
      url: url(forumSamples),
      viewer: demoId,
    }))
  }
  let searches = 0
  for (const { name, url } of searchCalls) {
    // Searches are limited per user.
    await compare(`search: ${name}`, demo, large, ({ forumSamples }) => ({
      url: url(forumSamples),
      viewer: 1 + (searches++ % 100),
    }))
  }
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
  const seeding = connect(url, { max: 2, statement: 600_000 })
  await seedDemo(seeding.db)
  if (scale === 'large') await seedLarge(seeding.db, () => undefined)
  else await seeding.db.execute(sql`vacuum analyze`)
  const rareHashtag = scale === 'large' ? nthWord(largeScale.hashtags - 10) : undefined
  const [samples, forumSamples] = [await findFeedSamples(seeding.db, rareHashtag), await findForumSamples(seeding.db)]
  await seeding.close()
  const connection = connect(url)
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', JWT_SECRET: 'x'.repeat(32) })
  const app = await buildApp({ config, db: connection.db, databaseUrl: url })
  await app.ready()
  const { rows } = await connection.db.execute<{ id: number }>(sql`select id from users where email = ${demoEmail}`)
  return {
    app,
    demoId: rows[0]?.id ?? 0,
    samples,
    forumSamples,
    headers: new Map<number, { authorization: string }>(),
    close: async () => (await app.close(), await connection.close()),
  }
}

async function headersOf({ app, headers }: Site, userId: number) {
  const known = headers.get(userId)
  if (known) return known
  const tokens = await openSession(app, { userId, remember: false, userAgent: 'bench' })
  const made = { authorization: `Bearer ${tokens ? assertComplete(tokens).access : ''}` }
  headers.set(userId, made)
  return made
}

function lists(): string[] {
  const polls = ['', 'filter=trending', 'filter=recent', 'filter=ending_soon', 'category=3', 'q=school', 'politician=5']
  const sorts = ['newest', 'oldest', 'most_votes', 'ending_soon'].map((sort) => `sort=${sort}`)
  const directory = ['', 'search=ma', 'state=NY', 'party=D&office=Rep']
  return [
    ...[...polls, ...sorts].map((query) => `/api/polls/?limit=10&${query}`),
    '/api/polls/featured/',
    '/api/polls/summary/',
    ...directory.map((query) => `/api/politicians/?limit=10&${query}`),
    '/api/comments/?limit=20&politician=1',
    ...['polls/my-votes', 'polls/scheduled', 'politicians/my-ratings'].map((own) => `/api/${own}/`),
  ]
}

interface Request {
  url: string
  viewer: number
}

async function compare(name: string, demo: Site, large: Site, requestOf: (site: Site) => Request): Promise<void> {
  if (!name.includes(wanted)) return
  const times: [number[], number[]] = [[], []]
  // The first five rounds are not counted: they warm up caches and prepare statements.
  for (let round = -5; round < rounds; round++) {
    for (const [index, site] of [demo, large].entries()) {
      const took = await time(site, requestOf(site))
      if (round >= 0) times[index === 0 ? 0 : 1].push(took)
    }
  }
  const [demoMs, largeMs] = [median(times[0]), median(times[1])]
  const ratio = largeMs / demoMs
  if (ratio > maxRatio) missedTargets++
  const column = (value: number) => value.toFixed(1).padEnd(9)
  console.log(
    `${name.padEnd(width)}${column(demoMs)}${column(largeMs)}${ratio.toFixed(2)} ${ratio > maxRatio ? 'MISSED' : ''}`,
  )
}

async function time(site: Site, { url, viewer }: Request): Promise<number> {
  const { app } = site
  const headers = await headersOf(site, viewer)
  app.cache.invalidate('/')
  const started = performance.now()
  const response = await app.inject({ url, headers })
  const took = performance.now() - started
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body}`)
  return took
}
