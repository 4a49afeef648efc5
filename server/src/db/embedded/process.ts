import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readlink, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isAlive } from './lock.ts'
import type { ClusterLocation } from './location.ts'

type Settings = Record<string, string>
type Log = (line: string) => void

/** Starts PostgreSQL and restarts it on the same port when it exits unexpectedly, so that the pool can reconnect. */
export async function supervisePostgres(location: ClusterLocation, settings: Settings, log: Log) {
  const stopping = new AbortController()
  const first = await launchWithRetry(location, settings, log)
  const { port } = first
  let { postgres } = first
  const stopOnExit = () => postgres.kill('SIGINT')
  process.once('exit', stopOnExit)

  const supervision = (async () => {
    for (let attempt = 0; ; attempt++) {
      const startedAt = Date.now()
      await exited(postgres)
      if (stopping.signal.aborted) return
      if (Date.now() - startedAt > 60_000) attempt = 0
      log(`PostgreSQL exited unexpectedly (${postgres.signalCode ?? `code ${postgres.exitCode}`}); restarting it`)
      await sleep(Math.min(100 * 2 ** attempt, 10_000), undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      postgres = (await launch(location, settings, port, log)).postgres
      if (stopping.signal.aborted) return shutDown(postgres)
    }
  })()

  const stop = async () => {
    stopping.abort()
    await shutDown(postgres)
    await supervision
    process.removeListener('exit', stopOnExit)
  }
  return { port, stop }
}

/** Retries, because right after a `kill -9` the previous PostgreSQL may still hold postmaster.pid or shared memory. */
async function launchWithRetry(location: ClusterLocation, settings: Settings, log: Log) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const { postgres, ready, output } = await launch(location, settings, port, log)
    if (ready) return { postgres, port }
    if (attempt === 12)
      throw new Error(
        `PostgreSQL does not start on ${location.cluster}. Its output:\n  ${output.slice(-8).join('\n  ')}`,
      )
    await sleep(250)
  }
}

/** Resolves when PostgreSQL accepts connections or has exited. Crash recovery may take a while. */
async function launch({ binaries, cluster, owner }: ClusterLocation, settings: Settings, port: number, log: Log) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const postgres = spawn(join(binaries, 'bin/postgres'), ['-D', cluster, '-p', String(port), ...flags], {
    ...owner,
    cwd: cluster,
    env: postgresEnvironment(),
    // A separate session: Ctrl-C in the terminal then signals only the server, which stops the database last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output: string[] = []
  const ready = await new Promise<boolean>((resolve) => {
    let isReady = false
    createInterface({ input: postgres.stderr }).on('line', (line) => {
      if (isReady && !postgres.killed && /FATAL|PANIC|terminated by signal/.test(line)) log(`PostgreSQL: ${line}`)
      if (!isReady) output.push(line)
      if (!/ready to accept (read-only )?connections/.test(line)) return
      isReady = true
      resolve(true)
    })
    postgres.once('exit', () => resolve(false))
    postgres.once('error', (error) => {
      output.push(error.message)
      resolve(false)
    })
  })
  return { postgres, ready, output }
}

/** Deliberately minimal, so that the server's secrets are not passed to PostgreSQL. */
export const postgresEnvironment = () => ({ PATH: process.env['PATH'], LC_ALL: locale, TZ: 'UTC' })

export const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('A listening socket has no address')
  return address.port
}

/** Fast shutdown, then immediate shutdown if that takes too long. Acknowledged writes are in the WAL either way. */
async function shutDown(postgres: ChildProcess) {
  postgres.kill('SIGINT')
  const timeout = new AbortController()
  await Promise.race([exited(postgres), sleep(1500, undefined, { signal: timeout.signal }).catch(() => {})])
  timeout.abort()
  if (isRunning(postgres)) postgres.kill('SIGQUIT')
  await exited(postgres)
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid !== undefined && exitCode === null && signalCode === null

async function exited(postgres: ChildProcess) {
  if (isRunning(postgres)) await once(postgres, 'exit')
}

/** Stops the PostgreSQL that a killed server left running on this cluster. The caller must hold the data folder's lock. */
export async function stopOrphan(cluster: string, log: Log) {
  const pid = Number((await readPidFile(cluster))?.[0])
  if (!pid || !isAlive(pid)) return
  if (!(await isPostgresOf(cluster, pid))) {
    // After a reboot the pid may belong to another program, which PostgreSQL would mistake for a running server.
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    return
  }
  log(`Stopping the database process that an earlier server left running (${pid})`)
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
  ] as const) {
    process.kill(pid, signal)
    for (let waited = 0; waited < seconds * 20; waited++) {
      if (!(await isPostgresOf(cluster, pid))) return
      await sleep(50)
    }
  }
  throw new Error(`An earlier database process (${pid}) does not stop. Stop it (kill -QUIT ${pid}) and try again.`)
}

export async function readPort(cluster: string): Promise<number> {
  const port = Number((await readPidFile(cluster))?.[3])
  if (!port) throw new Error(`No database is running on ${cluster}: no port in postmaster.pid.`)
  return port
}

const readPidFile = (cluster: string) =>
  readFile(join(cluster, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => undefined,
  )

/** PostgreSQL's working directory is its cluster. */
async function isPostgresOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes(`-D ${cluster}`)
}
