import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { connect } from '#server/db/client.ts'
import { seedDemo } from '#server/demo/demo.ts'
import { type Cluster, jwtSecret, startCluster } from '../tests/cluster/cluster.ts'

/**
 * Measures what public reads cost the primary, with one and three servers that read from up to two replicas. Needs the programs of
 * `npm run cluster`. Exits with 1 if reads with replicas cost the primary a twentieth of those without, or more.
 */
const reads = 10_000
const maxShare = 1 / 20
/** Each stays within its limits. */
const addresses = 200
const inParallel = 32
const idleSeconds = 10
/** Linux counts this many ticks a second in /proc. */
const ticksPerSecond = 100

const cluster = await startCluster({ env: { SEED: 'none' } })
let missedTargets = 0
try {
  for (const server of cluster.servers) await server.kill()
  const { db, close } = connect(cluster.databaseUrl, { statement: 600_000 })
  await seedDemo(db)
  await db.execute(sql`analyze`)
  await close()
  console.log(
    `\n${reads} public reads: who answered them, and the primary's seconds of CPU without those of an idle cluster\n`,
  )
  console.log('servers  replicas  from memory  transactions on the primary  on replicas  CPU of the primary')
  for (const servers of [1, 3]) {
    let alone = Number.NaN
    for (const replicas of [0, 1, 2]) {
      const { memory, onPrimary, onReplicas, seconds } = await measure(servers, replicas)
      if (replicas === 0) alone = seconds
      const isMissed = replicas > 0 && seconds >= alone * maxShare
      if (isMissed) missedTargets++
      const share = replicas === 0 ? '' : `${((100 * seconds) / alone).toFixed(1)} % ${isMissed ? 'MISSED' : ''}`
      const figures = [servers, replicas, memory, onPrimary, onReplicas].map(String)
      const widths = [9, 10, 13, 29, 13]
      console.log(
        `${figures.map((text, index) => text.padEnd(widths[index] ?? 0)).join('')}${seconds.toFixed(2)} s  ${share}`,
      )
    }
  }
} finally {
  await cluster.stop()
}
process.exit(missedTargets > 0 ? 1 : 0)

async function measure(serverCount: number, replicaCount: number) {
  const primary = (await nodesThat('isPrimary'))[0]!
  const replicas = (await nodesThat('isReplica')).slice(0, replicaCount)
  const servers = await Promise.all(
    Array.from({ length: serverCount }, () => startServer(urlOf(primary), replicas.map(urlOf))),
  )
  try {
    // Until each knows its replicas.
    await sleep(3_000)
    const idle = await cpuOf(primary)
    await sleep(idleSeconds * 1_000)
    const cpuBefore = await cpuOf(primary)
    const perSecond = (cpuBefore - idle) / idleSeconds
    const [primaryBefore, replicasBefore] = [await transactions([primary]), await transactions(replicas)]
    const startedAt = performance.now()
    await readAll(servers)
    const seconds = (await cpuOf(primary)) - cpuBefore - (perSecond * (performance.now() - startedAt)) / 1_000
    const hits = await Promise.all(servers.map((server) => server.hits()))
    // PostgreSQL counts transactions once a second.
    await sleep(2_000)
    return {
      memory: hits.reduce((sum, count) => sum + count, 0),
      onPrimary: (await transactions([primary])) - primaryBefore,
      onReplicas: (await transactions(replicas)) - replicasBefore,
      seconds: Math.max(0, seconds),
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}

type Node = Cluster['nodes'][number]

async function nodesThat(role: 'isPrimary' | 'isReplica'): Promise<Node[]> {
  const matches = await Promise.all(cluster.nodes.map((node) => node[role]()))
  return cluster.nodes.filter((_, index) => matches[index])
}

function urlOf({ port }: Node): string {
  return Object.assign(new URL(cluster.databaseUrl), { port }).href
}

async function startServer(databaseUrl: string, replicaUrls: string[]) {
  const env = {
    ...process.env,
    BENCH_DATABASE_URL: databaseUrl,
    DATABASE_REPLICA_URL: replicaUrls.join(),
    DATA_DIR: path.join(cluster.folder, 'bench'),
    JWT_SECRET: jwtSecret,
    SITE_ACCESS_CODE: '',
    LOG_LEVEL: 'warn',
  }
  const child = fork(path.join(import.meta.dirname, 'app-server.ts'), { env })
  const { port } = await nextMessage<{ port: number }>(child)
  return {
    port,
    async hits() {
      child.send('state')
      return (await nextMessage<{ hits: number }>(child)).hits
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function nextMessage<T>(child: ChildProcess): Promise<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- app-server.ts sends it
  return ((await once(child, 'message')) as [T])[0]
}

/** Lists that are searched, politicians, and pages of polls. A quarter of the reads repeats an earlier one. */
function urlAt(index: number): string {
  const number = Math.floor(index / 4) % Math.floor((reads * 3) / 16)
  return [
    `/api/polls/?limit=10&q=${number}`,
    `/api/politicians/?limit=10&search=${number.toString(36)}`,
    `/api/politicians/${1 + (number % 50)}/?v=${number}`,
    `/polls/${1 + (number % 50)}?v=${number}`,
  ][index % 4]!
}

async function readAll(servers: { port: number }[]): Promise<void> {
  const agents = Array.from(
    { length: addresses },
    (_, index) => new http.Agent({ keepAlive: true, localAddress: `127.2.0.${index + 1}` }),
  )
  let next = 0
  const reader = async () => {
    while (next < reads) {
      const index = next++
      const { port } = servers[index % servers.length]!
      const status = await get({ port, host: '127.0.0.1', path: urlAt(index), agent: agents[index % addresses] })
      if (status !== 200) throw new Error(`${urlAt(index)}: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: inParallel }, reader))
  for (const agent of agents) agent.destroy()
}

async function get(options: http.RequestOptions): Promise<number | undefined> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only argument of the event
  const [response] = (await once(http.get(options), 'response')) as [http.IncomingMessage]
  await once(response.resume(), 'end')
  return response.statusCode
}

/** Seconds of all processes of a PostgreSQL server, also of those that have ended. */
async function cpuOf(node: Node): Promise<number> {
  const postmaster = await node.postmaster()
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const ticks = await Promise.all(
    [postmaster, ...children.trim().split(/\s+/)].map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') ')
      // After the name in parentheses: utime and stime, and those of ended children.
      const times = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, Number(pid) === postmaster ? 15 : 13)
      return times.reduce((sum, time) => sum + Number(time), 0)
    }),
  )
  return ticks.reduce((sum, own) => sum + own, 0) / ticksPerSecond
}

async function transactions(nodes: Node[]): Promise<number> {
  const counts = await Promise.all(
    nodes.map(async (node) => {
      const { db, close } = connect(urlOf(node))
      const { rows } = await db.execute<{ count: string }>(
        sql`select xact_commit as count from pg_stat_database where datname = current_database()`,
      )
      await close()
      return Number(rows[0]?.count)
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
