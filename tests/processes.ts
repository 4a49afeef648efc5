import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject } from 'vitest'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const isRoot = process.getuid?.() === 0

/** For conditions that take well under a second on an idle machine. */
export const patienceMs = 30_000

export interface Running {
  child: ChildProcess
  port: number
  /** Everything printed so far. */
  output: () => string
  /** Resolves to the exit code. */
  exited: Promise<number | null>
}

interface Launch {
  folder?: string
  dataDir?: string
  port?: number
  env?: Record<string, string | undefined>
  user?: { uid: number; gid: number }
  /** `npm start` is called from outside the repository. `server` runs the server without the start script. */
  command?: 'npm start' | 'start.mjs' | 'server'
}

const running = new Set<ChildProcess>()
const dataDirs = new Set<string>()
const folders = new Set<string>()
process.on('exit', killAll)

/** Starts a server in its own process group, without inheriting settings from the environment. */
export async function launch({
  folder = root,
  dataDir,
  port,
  env,
  user,
  command = 'server',
}: Launch): Promise<Running> {
  const usedPort = port ?? (await freePort())
  if (dataDir) dataDirs.add(dataDir)
  const node = join(folder, 'node_modules/.bin/node')
  const [program, ...args] = {
    'npm start': ['npm', '--prefix', folder, 'start'],
    'start.mjs': [node, join(folder, 'scripts/start.mjs')],
    server: [node, join(folder, 'server/src/main.ts')],
  }[command]
  const child = spawn(program ?? '', args, {
    cwd: '/',
    detached: true,
    ...user,
    env: {
      PATH: process.env['PATH'],
      HOME: user ? folder : process.env['HOME'],
      NODE_COMPILE_CACHE: join(folder, '.cache/compiled'),
      LOG_LEVEL: 'warn',
      // The demo takes longer to insert than the database to create, and few tests need it.
      SEED: 'none',
      DEMO_VOTES: 'false',
      PORT: String(usedPort),
      ...(dataDir && { DATA_DIR: dataDir }),
      ...env,
    },
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  return { child, port: usedPort, output: () => output, exited }
}

/** How long a server may take to start while others start beside it on a busy machine. */
const startPatienceMs = 200_000

/** Waits until the server answers. Throws with the server's output if it exits or takes too long. */
export async function waitUntilReady({ child, port, output }: Running): Promise<void> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < startPatienceMs) {
    if (child.exitCode !== null || child.signalCode !== null) break
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (response?.status === 200) return
    await sleep(50)
  }
  throw new Error(`The server did not start. Its output:\n${output()}`)
}

export async function launchAndWait(options: Launch): Promise<Running> {
  const server = await launch(options)
  await waitUntilReady(server)
  return server
}

/** Sends a signal to the process, or to its whole group like Ctrl-C in a terminal. Resolves to the exit code. */
export async function stop(
  server: Running,
  signal: NodeJS.Signals = 'SIGTERM',
  target: 'process' | 'group' = 'process',
) {
  const { pid } = server.child
  if (!pid) throw new Error('the server was never started')
  process.kill(target === 'group' ? -pid : pid, signal)
  return server.exited
}

/** A new data folder with a migrated database, which takes seconds to create. */
export async function migratedDataDir(): Promise<string> {
  const dataDir = await freshDataDir()
  await promisify(execFile)('cp', ['-a', inject('migratedDataDir'), dataDir])
  dataDirs.add(dataDir)
  return dataDir
}

/** A new data folder that PostgreSQL's system user can access. */
export async function freshDataDir(): Promise<string> {
  return join(await freshFolder(), 'data')
}

export async function freshFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'wtpu-start-'))
  await chmod(folder, mode)
  folders.add(folder)
  return folder
}

/** Copies the repository as it is after the first install. Hard-links the packages, which is faster than copying. */
export async function freshClone(parent: string, owner?: { uid: number; gid: number }): Promise<string> {
  const clone = join(parent, 'wtpu')
  await mkdir(join(clone, '.cache'), { recursive: true })
  const files = ['package.json', 'package-lock.json', 'tsconfig.base.json', '.cache/web-build']
  const copied = ['contract', 'server', 'web', 'scripts', ...files]
  for (const path of copied.filter((name) => existsSync(join(root, name)))) {
    await cp(join(root, path), join(clone, path), { recursive: true, verbatimSymlinks: true })
  }
  const packages = [join(root, 'node_modules'), join(clone, 'node_modules')]
  await promisify(execFile)('cp', ['-al', ...packages]).catch(async () => {
    // Hard links do not work across file systems.
    await rm(join(clone, 'node_modules'), { recursive: true, force: true })
    await promisify(execFile)('cp', ['-a', ...packages])
  })
  // npm modifies this file in place, so a hard link would change our own copy.
  await rm(join(clone, 'node_modules/.package-lock.json'), { force: true })
  await cp(join(root, 'node_modules/.package-lock.json'), join(clone, 'node_modules/.package-lock.json'))
  if (owner) for (const path of [parent, clone, join(clone, '.cache')]) await chown(path, owner.uid, owner.gid)
  dataDirs.add(join(clone, 'data'))
  return clone
}

/** Creates a system user for the duration of one test. */
export async function withUser(body: (user: { uid: number; gid: number }) => Promise<void>): Promise<void> {
  const name = `wtpu-t${process.pid}`
  const run = promisify(execFile)
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    await body({ uid: Number(uid.stdout), gid: Number(gid.stdout) })
  } finally {
    await cleanUp()
    await run('userdel', [name])
  }
}

/** Whether the port still accepts connections; a server that is shutting down does not. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Waits until a server that was asked to stop no longer accepts connections. */
export async function waitForShutdown({ port }: Running): Promise<void> {
  await expect.poll(() => isListening(port), { interval: 20, timeout: patienceMs }).toBe(false)
}

const givenPorts = new Set<number>()

/**
 * A port that nothing uses, and each only once. It is below those that systems give to connections and to servers that ask
 * for any port, because another program could get one of those before the server under test has started.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000)
  if (givenPorts.has(port)) return freePort()
  givenPorts.add(port)
  return (await canListen(port)) ? port : freePort()
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

/** Stops every process and removes every folder that a test has created. */
export async function cleanUp(): Promise<void> {
  killAll()
  for (const dataDir of dataDirs) await removeDataDir(dataDir)
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  dataDirs.clear()
  folders.clear()
}

/** Kills process groups: npm, the start script and the server. Databases run in their own sessions; `cleanUp` stops them. */
function killAll(): void {
  for (const { pid } of running) {
    try {
      if (pid) process.kill(-pid, 'SIGKILL')
    } catch {
      // The process has already exited.
    }
  }
  running.clear()
}
