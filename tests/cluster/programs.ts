import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/** Debian's packages, by a program that each of them contains. */
const packages = { etcd: 'etcd-server', haproxy: 'haproxy', patroni: 'patroni', 'redis-server': 'redis-server' }

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const clusterPrograms = Object.keys(packages) as (keyof typeof packages)[]

const installed = '/usr/lib/postgresql'

/** @throws Error that names the packages which are missing */
export function checkPrograms(names: (keyof typeof packages)[]): void {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
  const isMissing = (name: string) => !folders.some((folder) => existsSync(path.join(folder, name)))
  const missing = [
    ...names.filter(isMissing).map((name) => packages[name]),
    ...(existsSync(installed) ? [] : ['postgresql']),
  ]
  if (missing.length > 0) throw new Error(`Install these first: apt-get install ${missing.join(' ')}`)
}

interface DebianPostgres {
  /** The folder of its programs, which fit to each other. */
  programs: string
  /** PostgreSQL does not run as root. */
  user: { uid?: number; gid?: number; cwd: string }
}

export async function debianPostgres(): Promise<DebianPostgres> {
  checkPrograms([])
  const programs = path.join(installed, readdirSync(installed).at(-1) ?? '', 'bin')
  if (process.getuid?.() !== 0) return { programs, user: { cwd: '/' } }
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await promisify(execFile)('id', [flag, 'postgres'])).stdout)),
  )
  return { programs, user: { uid, gid, cwd: '/' } }
}
