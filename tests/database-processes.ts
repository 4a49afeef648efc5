import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Process and user ids of the PostgreSQL servers running on this data folder. */
export async function databaseProcesses(dataDir: string): Promise<{ pid: number; uid: number }[]> {
  const cluster = join(await realpath(join(dataDir, 'postgres')), 'cluster')
  const all = existsSync('/proc/self/cmdline') ? await readProcFs() : await runPs()
  const found = all.filter(({ command }) => command.includes(`bin/postgres -D ${cluster} `))
  // A process that the main one has just started still has its command line.
  const pids = new Set(found.map(({ pid }) => pid))
  return found.filter(({ parent }) => !pids.has(parent)).map(({ pid, uid }) => ({ pid, uid }))
}

/** Slim containers have no `ps`. */
async function readProcFs() {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const processes = pids.map(async (pid) => {
    const [words, status] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readFile(`/proc/${pid}/status`, 'utf8'),
    ])
    const numberOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
    return { pid: Number(pid), parent: numberOf('PPid'), uid: numberOf('Uid'), command: words.replaceAll('\0', ' ') }
  })
  return (await Promise.allSettled(processes)).flatMap((entry) => (entry.status === 'fulfilled' ? [entry.value] : []))
}

async function runPs() {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,ppid=,uid=,args=', '-ww'])
  return stdout.split('\n').map((line) => {
    const [pid, parent, uid, ...words] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), uid: Number(uid), command: words.join(' ') }
  })
}
