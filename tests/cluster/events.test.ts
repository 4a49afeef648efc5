import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '#server/db/client.ts'
import { freshClone, freshFolder, cleanUp } from '../processes.ts'
import { audit } from '../voters.ts'
import { type Cluster, jwtSecret, startCluster, until } from './cluster.ts'
import { startLoad } from './load.ts'

const minute = 60_000
/** Before an event, so that its figures are about it alone, and after it, so that all come back. */
const pause = 8_000
interface Harm {
  losses: string[]
  /** How often, by status and address. */
  failedReads: Record<string, number>
  tooLong: string[]
}

/** Milliseconds: between two answered writes, and since each live stream heard something, after an event. */
const goals = { gap: 15_000, silence: 5_000 }
const harmless: Harm = { losses: [], failedReads: {}, tooLong: [] }

let cluster: Cluster
let load: Awaited<ReturnType<typeof startLoad>>
let database: Connection
const rows: string[][] = []

beforeAll(async () => {
  cluster = await startCluster({ env: { VOTES_NEED_CONFIRMED_EMAIL: 'false', SITE_ACCESS_CODE: '' } })
  database = connect(cluster.databaseUrl, { statement: 30_000 })
  load = await startLoad({ url: cluster.url, db: database.db, jwtSecret })
  await sleep(pause)
}, 5 * minute)

afterAll(async () => {
  print()
  await load.stop()
  await database.close()
  await cluster.stop()
  await cleanUp()
}, 2 * minute)

function print(): void {
  const head = [
    'event',
    'gap in writes',
    'silence of streams',
    'slowest read',
    'failed public reads',
    'requests repeated',
    'lost',
  ]
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  console.log(`\n${lines.join('\n')}\n`)
}

/** Acknowledged votes and posts that are missing or were counted twice, and counters that do not match their rows. */
async function findLosses(): Promise<string[]> {
  const { posts, ...votes } = load.written()
  const { missing, countedAlthoughRejected, wrongCounters } = await audit(database.db, votes)
  const { rows: stored } = await database.db.execute<{ id: number; key: string; file: string }>(
    sql`select id, idempotency_key as key, file from posts join post_media on post_id = id`,
  )
  const files = new Map(stored.map(({ id, key, file }) => [`${id} ${key}`, file]))
  const images = new Set([...cluster.s3.objects.keys()].map((key) => path.basename(key)))
  const isStored = (file: string | undefined) => file !== undefined && images.has(path.basename(file))
  const lostPosts = posts.filter(({ id, key }) => !isStored(files.get(`${id} ${key}`)))
  const keys = stored.map(({ key }) => key)
  return [
    ...missing.map((ballot) => `vote ${JSON.stringify(ballot)}`),
    ...countedAlthoughRejected.map((ballot) => `rejected vote ${JSON.stringify(ballot)}`),
    ...wrongCounters,
    ...lostPosts.map(({ id }) => `post ${id}`),
    ...keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `two posts with the key ${key}`),
  ]
}

/** Lets something happen under load, waits until the cluster is whole again, and says what people noticed. */
async function during(event: string, happen: () => Promise<void>): Promise<Harm> {
  load.take()
  await happen()
  await until(async () => {
    const roles = await Promise.all(cluster.nodes.map(async (node) => (await node.isPrimary()) || node.isReplica()))
    return roles.every(Boolean)
  }, 'all nodes run')
  await sleep(pause)
  const figures = load.take()
  let losses: string[] = []
  await until(async () => {
    losses = await findLosses()
    return true
  }, 'what was stored can be read')
  rows.push([
    event,
    ...[figures.longestGap, figures.longestSilence, figures.slowestRead].map(
      (time) => `${(time / 1_000).toFixed(1)} s`,
    ),
    ...[figures.failedReads.length, figures.repeated, losses.length].map(String),
  ])
  const tooLong = [
    ...(figures.longestGap < goals.gap ? [] : ['the gap in writes']),
    ...(figures.silence < goals.silence ? [] : ['the silence of a stream after the event']),
  ]
  return { losses, failedReads: countEach(figures.failedReads), tooLong }
}

function countEach(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** @throws Error if there is none, for example while another node takes over */
async function find(role: 'isPrimary' | 'isSynchronous') {
  const roles = await Promise.all(cluster.nodes.map((node) => node[role]().catch(() => false)))
  const found = cluster.nodes.find((_, index) => roles[index])
  if (!found) throw new Error(`No node ${role}.`)
  return found
}

/** Adds a migration of the kind that a release may contain: it only adds. */
async function addMigration(folder: string): Promise<void> {
  const file = path.join(folder, 'meta/_journal.json')
  const journal: { entries: { idx: number; when: number; tag: string }[] } = JSON.parse(await readFile(file, 'utf8'))
  const last = journal.entries.at(-1)!
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: 'added_later' })
  await writeFile(file, JSON.stringify(journal))
  await writeFile(path.join(folder, 'added_later.sql'), 'alter table polls add column added_later text;')
}

test('kill -9 of the primary', { timeout: 5 * minute }, async () => {
  const harm = await during('primary killed', async () => {
    const killed = await find('isPrimary')
    await killed.kill()
    await until(async () => (await find('isPrimary')) !== killed, 'another node takes over')
    await sleep(10_000)
    killed.restart()
  })
  expect(harm).toEqual(harmless)
})

test('Redis stops', { timeout: 5 * minute }, async () => {
  const harm = await during('Redis stopped for 20 s', async () => {
    await cluster.redis.stop()
    await sleep(20_000)
    await cluster.redis.start()
  })
  expect(harm).toEqual(harmless)
})

test('kill -9 of a server', { timeout: 5 * minute }, async () => {
  const harm = await during('server killed', async () => {
    const [server] = cluster.servers
    await server!.kill()
    await sleep(10_000)
    await server!.restart()
  })
  expect(harm).toEqual(harmless)
})

test('a replica freezes', { timeout: 5 * minute }, async () => {
  const harm = await during('synchronous replica frozen for 60 s', async () => {
    const frozen = await find('isSynchronous')
    await frozen.freeze()
    await sleep(minute)
    await frozen.thaw()
  })
  expect(harm).toEqual(harmless)
})

test('the store of uploads stops', { timeout: 5 * minute }, async () => {
  const harm = await during('store of uploads stopped for 20 s', async () => {
    cluster.s3.state.isAway = true
    await sleep(20_000)
    cluster.s3.state.isAway = false
  })
  expect(harm).toEqual(harmless)
})

test('new servers with a new migration replace the old ones', { timeout: 5 * minute }, async () => {
  const harm = await during('servers replaced', async () => {
    const source = await freshClone(await freshFolder())
    await addMigration(path.join(source, 'server/src/db/migrations'))
    for (const server of cluster.servers) await server.restart(source)
    const { rows: columns } = await database.db.execute(sql`select added_later from polls limit 1`)
    expect(columns).toEqual([{ added_later: null }])
  })
  expect(harm).toEqual(harmless)
})

test('a server is cut from the database', { timeout: 5 * minute }, async () => {
  const harm = await during('server cut from the database for 30 s', async () => {
    const [, server] = cluster.servers
    server!.cut()
    await sleep(30_000)
    server!.reconnect()
  })
  expect(harm).toEqual(harmless)
})

test('afterwards, no log and no public response has the keys of the store or another secret', async () => {
  const logs = await Promise.all(
    cluster.servers.map(({ name }) => readFile(path.join(cluster.folder, `${name}.log`), 'utf8')),
  )
  const pages = await Promise.all(
    ['/', '/healthz', '/readyz', '/metrics', '/api/docs/openapi.json', '/.env'].map(async (url) =>
      (await fetch(cluster.url + url)).text(),
    ),
  )
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: key } = cluster.s3.env
  const { password } = new URL(cluster.databaseUrl)
  for (const text of [...logs, ...pages]) {
    for (const secret of [id, key, jwtSecret, password, decodeURIComponent(password)])
      expect(text).not.toContain(secret)
    expect(text).not.toContain('process_cpu_seconds_total')
  }
  expect(logs.join('')).toContain('Redis is away')
})
