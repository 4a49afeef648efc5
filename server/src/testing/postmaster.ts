import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The first process of the PostgreSQL server of this folder, which starts all others. */
export async function postmasterOf(folder: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(folder, 'postmaster.pid'), 'utf8'), 10)
}

/** Stops all processes of the server as if its machine hung, or lets them go on. */
export async function freezePostgres(folder: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const postmaster = await postmasterOf(folder)
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  for (const pid of [postmaster, ...children.trim().split(/\s+/).map(Number)]) process.kill(pid, signal)
}
