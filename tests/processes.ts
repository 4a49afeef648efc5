import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const isRoot = process.getuid?.() === 0

export interface Running {
  child: ChildProcess
  port: number
  /** All it has printed so far. */
  output: () => string
  exited: Promise<{ code: number | null; afterMs: number }>
}

interface Launch {
  folder?: string
  dataDir?: string
  port?: number
  env?: Record<string, string>
  user?: { uid: number; gid: number }
  /** `npm start` from a folder that is not the repository's; else the server alone. */
  command?: 'npm start' | 'start.mjs' | 'server'
}

const running = new Set<ChildProcess>()
const dataDirs = new Set<string>()
const folders = new Set<string>()
process.on('exit', killAll)

/** Starts a server as its own process (group), with no setting of the machine's but these. */
export async function launch({
  folder = root,
  dataDir,
  port,
  env,
  user,
  command = 'server',
}: Launch): Promise<Running> {
  const given = port ?? (await freePort())
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
      LOG_LEVEL: 'warn',
      PORT: String(given),
      ...(dataDir && { DATA_DIR: dataDir }),
      ...env,
    },
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const startedAt = Date.now()
  const exited = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: code as number | null, afterMs: Date.now() - startedAt }
  })
  return { child, port: given, output: () => output, exited }
}

/** Resolves to the milliseconds until the server answers; a server that exits instead fails with what it said. */
export async function waitUntilReady({ child, port, output }: Running, withinMs = 60_000): Promise<number> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < withinMs) {
    if (child.exitCode !== null || child.signalCode !== null) break
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (reply?.status === 200) return Date.now() - startedAt
    await sleep(50)
  }
  throw new Error(`The server did not come up. It said:\n${output()}`)
}

export async function launchAndWait(options: Launch): Promise<Running> {
  const server = await launch(options)
  await waitUntilReady(server)
  return server
}

/** Sends a signal to the process, or to its whole group as a terminal's Ctrl-C does; resolves to its end. */
export async function stop(server: Running, signal: NodeJS.Signals = 'SIGTERM', whom: 'process' | 'group' = 'process') {
  const { pid } = server.child
  if (!pid) throw new Error('never started')
  const askedAt = Date.now()
  process.kill(whom === 'group' ? -pid : pid, signal)
  const { code } = await server.exited
  return { code, tookMs: Date.now() - askedAt }
}

/** A data folder of its own, which PostgreSQL's system user can get to. */
export async function freshDataDir(): Promise<string> {
  return join(await freshFolder(), 'data')
}

export async function freshFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'wtpu-start-'))
  await chmod(folder, mode)
  folders.add(folder)
  return folder
}

/** What a clone looks like after its first install: the packages are linked, not copied, which takes a second. */
export async function freshClone(parent: string, owner?: { uid: number; gid: number }): Promise<string> {
  const clone = join(parent, 'wtpu')
  await mkdir(join(clone, '.cache'), { recursive: true })
  const files = ['package.json', 'package-lock.json', 'tsconfig.base.json', '.cache/web-build']
  const copied = ['contract', 'server', 'web', 'scripts', ...files]
  for (const path of copied.filter((one) => existsSync(join(root, one)))) {
    await cp(join(root, path), join(clone, path), { recursive: true, verbatimSymlinks: true })
  }
  const packages = [join(root, 'node_modules'), join(clone, 'node_modules')]
  await promisify(execFile)('cp', ['-al', ...packages]).catch(async () => {
    // Another file system: links cannot reach it.
    await rm(join(clone, 'node_modules'), { recursive: true, force: true })
    await promisify(execFile)('cp', ['-a', ...packages])
  })
  // npm writes into its own notes instead of replacing them: through a link it would write into ours.
  await rm(join(clone, 'node_modules/.package-lock.json'), { force: true })
  await cp(join(root, 'node_modules/.package-lock.json'), join(clone, 'node_modules/.package-lock.json'))
  if (owner) for (const path of [parent, clone, join(clone, '.cache')]) await chown(path, owner.uid, owner.gid)
  dataDirs.add(join(clone, 'data'))
  return clone
}

/** A system user for the length of one test. */
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Ends and removes all that a test has started or made, whether it passed or not. */
export async function cleanUp(): Promise<void> {
  killAll()
  for (const dataDir of dataDirs) await removeDataDir(dataDir)
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  dataDirs.clear()
  folders.clear()
}

/** Whole groups: npm, the start script and the server. The databases are sessions of their own, see cleanUp. */
function killAll(): void {
  for (const { pid } of running) {
    try {
      if (pid) process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  running.clear()
}
