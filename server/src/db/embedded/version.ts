import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ClusterLocation } from './location.ts'

/** The major version that made the cluster. Undefined if there is no cluster. */
export async function versionOfCluster({ cluster }: ClusterLocation): Promise<number | undefined> {
  const file = join(cluster, 'PG_VERSION')
  return existsSync(file) ? Number.parseInt(await readFile(file, 'utf8'), 10) : undefined
}

/** The major version of PostgreSQL's programs in a folder. @throws Error if there are none */
export async function versionOfBinaries(binaries: string): Promise<number> {
  const { stdout } = await promisify(execFile)(join(binaries, 'bin/postgres'), ['--version'])
  return Number(/(\d+)/.exec(stdout)?.[1])
}

/** @throws Error if another version of PostgreSQL made the cluster */
export async function checkVersion(location: ClusterLocation): Promise<void> {
  const [old, own] = [await versionOfCluster(location), await versionOfBinaries(location.binaries)]
  if (old === undefined || old === own) return
  throw new Error(
    `The database in ${location.folder} was made by PostgreSQL ${old}, and this version of WTPU has PostgreSQL ${own}. ` +
      (old < own
        ? 'Nothing was changed. To bring it over, run: npm run db:upgrade'
        : 'Use the newer version of WTPU that made it.'),
  )
}

/** Where an upgrade fills the new cluster. */
export const upgradedCluster = ({ folder }: ClusterLocation) => join(folder, 'cluster.upgraded')

/** An upgrade was interrupted between its last two steps: the earlier cluster is away, the new one is complete. */
export async function finishUpgrade(location: ClusterLocation): Promise<void> {
  const upgraded = upgradedCluster(location)
  if (!existsSync(location.cluster) && existsSync(upgraded)) await rename(upgraded, location.cluster)
}
