import { execFile } from 'node:child_process'
import { chmod, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { resolveLocation } from '#db/embedded/location.ts'
import { postgresEnvironment } from '#db/embedded/process.ts'
import { extract } from './tar.ts'

const run = promisify(execFile)

/** A backup by version 1.0.0. */
export interface OldManifest {
  format: 1
  createdAt: string
  /** `embedded`: the files of a cluster. `external`: what pg_dump wrote. */
  database: 'embedded' | 'external'
  migrations: number
}

interface Options {
  dataDir: string
  databaseUrl: string | undefined
  file: string
  log(line: string): void
}

export async function restoreOldDatabase(
  { database }: OldManifest,
  { dataDir, databaseUrl, file, log }: Options,
): Promise<void> {
  if ((database === 'external') !== (databaseUrl !== undefined)) {
    throw new Error(
      database === 'external'
        ? 'This backup by version 1.0.0 is of an external database. Set DATABASE_URL to an empty one.'
        : 'This backup by version 1.0.0 is of an embedded database. Unset DATABASE_URL.',
    )
  }
  if (databaseUrl) await load(databaseUrl, file, dataDir)
  else await restoreCluster(file, dataDir, log)
}

async function restoreCluster(file: string, dataDir: string, log: Options['log']): Promise<void> {
  const location = await resolveLocation(dataDir, log)
  await extract(file, location.folder, ['cluster', 'password'])
  await chmod(location.cluster, 0o700)
  const { owner } = location
  if (owner) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, location.folder])
  // Applies the log.
  const started = await startEmbedded({ dataDir, log })
  await started.stop()
}

/** The password is in the environment of the program, where other users do not see it. */
async function load(databaseUrl: string, file: string, dataDir: string): Promise<void> {
  await extract(file, dataDir, ['database.dump'])
  const dumped = path.join(dataDir, 'database.dump')
  const url = new URL(databaseUrl)
  const env = { ...postgresEnvironment(), PGPASSWORD: decodeURIComponent(url.password) }
  url.password = ''
  await run('pg_restore', [`--dbname=${url.href}`, '--no-owner', '--exit-on-error', dumped], { env }).catch(
    (error: NodeJS.ErrnoException) => {
      const missing = 'pg_restore is not installed. It is part of PostgreSQL\u2019s client programs.'
      throw new Error(error.code === 'ENOENT' ? missing : `pg_restore failed: ${error.message}`, { cause: error })
    },
  )
  await rm(dumped)
}
