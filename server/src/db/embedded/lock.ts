import { readFileSync } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export class FolderInUse extends Error {}

/** Makes this process the only user of the folder. The kernel releases the lock when the process dies. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const lock = process.platform === 'linux' ? lockBySocket : lockByFile
  // During a restart the previous process may still be exiting, so retry for two seconds.
  for (const deadline = Date.now() + 2_000; ; await sleep(200)) {
    try {
      return await lock(folder)
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() > deadline) throw error
    }
  }
}

/**
 * An abstract socket leaves no file behind after `kill -9`. The name uses device and inode, so the lock also works through
 * symbolic links and bind mounts.
 */
async function lockBySocket(folder: string): Promise<() => Promise<void>> {
  const { dev, ino } = await stat(folder)
  const path = `\0wtpu-data-${dev}-${ino}`
  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)))
  const taken = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(true) : reject(error),
    )
    server.listen({ path }, () => resolve(false))
  })
  if (taken) throw inUse(folder, await askPid(path))
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function askPid(path: string): Promise<string> {
  return new Promise((resolve) => {
    let pid = ''
    const socket = connect({ path })
    socket.setTimeout(500, () => socket.destroy())
    socket.on('data', (chunk) => (pid += chunk.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(pid))
  })
}

async function lockByFile(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'server.pid')
  const write = () => writeFile(file, String(process.pid), { flag: 'wx' })
  try {
    await write()
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const holder = readFileSync(file, 'utf8')
    if (isAlive(Number(holder))) throw inUse(folder, holder)
    await rm(file, { force: true })
    await write()
  }
  return () => rm(file, { force: true })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** EPERM means that the process exists but belongs to another user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function inUse(folder: string, pid: string): FolderInUse {
  const holder = pid ? `process ${pid}` : 'another process'
  return new FolderInUse(
    `WTPU is already running on the data folder ${folder} (${holder}).\n` +
      `Use that one, stop it${pid ? ` (kill ${pid})` : ''}, or start this one with its own folder and port:\n` +
      '  DATA_DIR=./data-2 PORT=3001 npm start',
  )
}
