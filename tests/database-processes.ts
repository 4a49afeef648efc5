import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Process and user ids of the PostgreSQL servers running on this data folder. */
export async function databaseProcesses(dataDir: string): Promise<{ pid: number; uid: number }[]> {
  const cluster = join(await realpath(join(dataDir, 'postgres')), 'cluster')
  const all = existsSync('/proc/self/cmdline') ? await readProcFs() : await runPs()
  return all
    .filter(({ command }) => command.includes(`bin/postgres -D ${cluster} `))
    .map(({ pid, uid }) => ({ pid, uid }))
}

/** Slim containers have no `ps`. */
async function readProcFs() {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const processes = pids.map(async (pid) => {
    const [words, { uid }] = await Promise.all([readFile(`/proc/${pid}/cmdline`, 'utf8'), stat(`/proc/${pid}`)])
    return { pid: Number(pid), uid, command: words.replaceAll('\0', ' ') }
  })
  return (await Promise.allSettled(processes)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

async function runPs() {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,uid=,args=', '-ww'])
  return stdout.split('\n').map((line) => {
    const [pid, uid, ...words] = line.trim().split(/\s+/)
    return { pid: Number(pid), uid: Number(uid), command: words.join(' ') }
  })
}
