import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freezePostgres, postmasterOf } from '#server/testing/postmaster.ts'
import { startS3 } from '#server/testing/s3-server.ts'
import { freePort } from '../processes.ts'
import { startLink } from './link.ts'
import { checkPrograms, clusterPrograms, debianPostgres } from './programs.ts'
import { startRedis } from './redis-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const password = 'a password on loopback'
export const jwtSecret = 'a secret of the cluster on one machine, of 32 characters and more'
const nodeNames = ['one', 'two', 'three']

/** Seconds. A primary that is lost is replaced after at most `ttl`. Patroni's defaults would take 30. */
const patience = { ttl: 8, loop_wait: 2, retry_timeout: 3 }

interface Options {
  /** The port of the site. */
  port?: number
  /** Settings of the servers beside those that make them a cluster. */
  env?: Record<string, string>
}

/**
 * Starts three PostgreSQL servers with Patroni and etcd, HAProxy, Redis, a store of uploads, and three servers of the site.
 * @throws Error if a program is missing
 */
export async function startCluster({ port, env = {} }: Options = {}) {
  checkPrograms(clusterPrograms)
  const folder = await mkdtemp(path.join(tmpdir(), 'wtpu-cluster-'))
  await chmod(folder, 0o755)
  const cleanups: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  }
  try {
    const etcd = await startEtcd(folder)
    cleanups.push(etcd.stop)
    const nodes: Node[] = []
    for (const name of nodeNames) {
      const node = await startNode({ name, folder, etcdPort: etcd.port })
      cleanups.push(node.stop)
      nodes.push(node)
      // The first one becomes the primary, and the others copy it.
      if (nodes.length === 1) await until(() => node.isPrimary())
    }
    await until(async () => (await Promise.all(nodes.map((node) => node.isReplica()))).filter(Boolean).length === 2)
    await createDatabase(nodes[0]!.port)
    const redis = await startRedis()
    cleanups.push(redis.stop)
    const s3 = await startS3()
    cleanups.push(() => s3[Symbol.asyncDispose]())
    const ports = await freePorts(6)
    const [sitePort = 0, writePort = 0, readPort = 0, ...serverPorts] = [port ?? ports[0], ...ports.slice(1)]
    const haproxy = await startHaproxy({ folder, nodes, sitePort, writePort, readPort, serverPorts })
    cleanups.push(haproxy.stop)
    const url = `http://127.0.0.1:${sitePort}`
    const shared = {
      ...s3.env,
      ...env,
      JWT_SECRET: jwtSecret,
      PUBLIC_URL: url,
      REDIS_URL: redis.url,
      TRUST_PROXY: 'true',
      DRAIN_SECONDS: '3',
    }
    const servers: Server[] = []
    for (const [index, serverPort] of serverPorts.entries()) {
      const server = await startServer({
        name: `server-${index + 1}`,
        folder,
        port: serverPort,
        writePort,
        nodes,
        env: shared,
      })
      cleanups.push(server.stop)
      servers.push(server)
    }
    await Promise.all(servers.map((server) => server.ready()))
    const databaseUrl = urlOf(writePort)
    return { url, databaseUrl, readUrl: urlOf(readPort), folder, nodes, servers, redis, s3, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>
type Node = Awaited<ReturnType<typeof startNode>>
type Server = Awaited<ReturnType<typeof startServer>>

const urlOf = (port: number) => `postgres://wtpu:${encodeURIComponent(password)}@127.0.0.1:${port}/wtpu`

const freePorts = (count: number) => Promise.all(Array.from({ length: count }, freePort))

const maxWait = 120_000

/** Waits until a condition is met. One that fails is not met. */
export async function until(condition: () => Promise<boolean>, what = condition.toString()): Promise<void> {
  const startedAt = performance.now()
  while (!(await condition().catch(() => false))) {
    if (performance.now() - startedAt > maxWait) throw new Error(`This did not happen in two minutes: ${what}`)
    await sleep(100)
  }
}

/** A program whose output goes to a file of its name. */
function run(folder: string, name: string, program: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  const log = openSync(path.join(folder, `${name}.log`), 'a')
  const child = spawn(program, args, { stdio: ['ignore', log, log], ...options })
  child.on('error', (error) => console.error(`${program} cannot be started: ${error.message}`))
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

async function isOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
  await response.arrayBuffer()
  return response.status === 200
}

async function startEtcd(folder: string) {
  const [port = 0, peerPort = 0] = await freePorts(2)
  const [own, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const child = run(folder, 'etcd', 'etcd', [
    `--data-dir=${path.join(folder, 'etcd')}`,
    `--listen-client-urls=${own}`,
    `--advertise-client-urls=${own}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ])
  await until(() => isOk(`${own}/health`), 'etcd is ready')
  return { port, stop: () => end(child) }
}

interface NodeOptions {
  name: string
  folder: string
  etcdPort: number
}

/** A PostgreSQL server, and Patroni that decides whether it is the primary. */
async function startNode({ name, folder, etcdPort }: NodeOptions) {
  const { programs, user } = await debianPostgres()
  const home = path.join(folder, name)
  const data = path.join(home, 'data')
  await mkdir(home)
  if (user.uid !== undefined && user.gid !== undefined) await chown(home, user.uid, user.gid)
  const [port = 0, apiPort = 0] = await freePorts(2)
  const config = {
    scope: 'wtpu',
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...patience,
        // Another one takes over at once, instead of after the start of one that crashed.
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            hot_standby_feedback: 'on',
            // A replica that is frozen would otherwise hold commits for a minute.
            wal_sender_timeout: '4s',
            wal_receiver_status_interval: '1s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: programs,
      pgpass: path.join(home, 'pgpass'),
      parameters: { unix_socket_directories: home },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 md5',
      ],
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
    },
  }
  // YAML contains JSON.
  const file = path.join(home, 'patroni.yml')
  await writeFile(file, JSON.stringify(config))
  const start = () => run(folder, name, 'patroni', [file], user)
  let patroni = start()
  const api = `http://127.0.0.1:${apiPort}`
  const freeze = async (signal: 'SIGSTOP' | 'SIGCONT') => {
    patroni.kill(signal)
    await freezePostgres(data, signal)
  }
  return {
    name,
    port,
    apiPort,
    isPrimary: () => isOk(`${api}/primary`),
    isReplica: () => isOk(`${api}/replica`),
    /** Whether commits wait for it. */
    isSynchronous: () => isOk(`${api}/sync`),
    postmaster: () => postmasterOf(data),
    async kill() {
      patroni.kill('SIGKILL')
      process.kill(await postmasterOf(data), 'SIGKILL')
      await end(patroni, 'SIGKILL')
    },
    restart() {
      patroni = start()
    },
    freeze: () => freeze('SIGSTOP'),
    thaw: () => freeze('SIGCONT'),
    stop: () => end(patroni),
  }
}

async function createDatabase(port: number): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  await client.connect()
  await client.query(`create role wtpu login password '${password}'`)
  await client.query('create database wtpu owner wtpu')
  await client.end()
}

interface HaproxyOptions {
  folder: string
  nodes: Node[]
  sitePort: number
  writePort: number
  readPort: number
  serverPorts: number[]
}

async function startHaproxy({ folder, nodes, sitePort, writePort, readPort, serverPorts }: HaproxyOptions) {
  const listenTo = (name: string, port: number) => `
listen ${name}
  bind 127.0.0.1:${port}
  mode tcp
  timeout client 1h
  timeout server 1h
  option httpchk GET /${name}
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} port ${node.apiPort}`).join('\n')}`
  const servers = serverPorts.map((port, index) => `  server server-${index + 1} 127.0.0.1:${port}`)
  const file = path.join(folder, 'haproxy.cfg')
  // A reading request that a server could not answer goes to another one. What is sent is never repeated.
  await writeFile(
    file,
    `global
  maxconn 4000
defaults
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 2s
${listenTo('primary', writePort)}
${listenTo('replica', readPort)}

frontend site
  bind 127.0.0.1:${sitePort}
  mode http
  option forwardfor
  default_backend servers
backend servers
  mode http
  balance leastconn
  option httpchk GET /readyz
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response junk-response 503
  http-request disable-l7-retry unless METH_GET
  default-server check inter 500ms fall 2 rise 1
${servers.join('\n')}
`,
  )
  const child = run(folder, 'haproxy', '/usr/sbin/haproxy', ['-f', file])
  await sleep(200)
  if (child.exitCode !== null) throw new Error(await readFile(path.join(folder, 'haproxy.log'), 'utf8'))
  return { stop: () => end(child) }
}

interface ServerOptions {
  name: string
  folder: string
  port: number
  writePort: number
  nodes: Node[]
  env: Record<string, string>
}

async function startServer({ name, folder, port, writePort, nodes, env }: ServerOptions) {
  const [database, ...replicas] = await Promise.all([writePort, ...nodes.map((node) => node.port)].map(startLink))
  const links = [database!, ...replicas]
  const settings = {
    PATH: process.env['PATH'],
    LOG_LEVEL: 'warn',
    SEED: 'none',
    ...env,
    PORT: String(port),
    DATA_DIR: path.join(folder, name),
    DATABASE_URL: urlOf(database!.port),
    DATABASE_REPLICA_URL: replicas.map((link) => urlOf(link.port)).join(),
  }
  const start = (source: string) =>
    run(folder, name, process.execPath, [path.join(source, 'server/src/main.ts')], { cwd: source, env: settings })
  let child = start(root)
  const ready = () => until(() => isOk(`http://127.0.0.1:${port}/readyz`), `${name} is ready`)
  return {
    name,
    port,
    ready,
    kill: () => end(child, 'SIGKILL'),
    /** Starts it again, or the version in this folder. */
    async restart(source = root) {
      await end(child)
      child = start(source)
      await ready()
    },
    cut: () => links.forEach((link) => link.cut()),
    reconnect: () => links.forEach((link) => link.restore()),
    async stop() {
      await end(child)
      for (const link of links) link.close()
    },
  }
}
