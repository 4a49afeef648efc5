import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { resolveLocation } from '#db/embedded/location.ts'
import { stopOrphan } from '#db/embedded/process.ts'

/** Removes a test run's data folder and stops its database process if it is still running. */
export async function removeDataDir(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'postgres'))) {
    const log = () => {}
    const { cluster, folder } = await resolveLocation(dataDir, log)
    await stopOrphan(cluster, log)
    // As root, `postgres` may be a link to a folder elsewhere.
    await rm(folder, { recursive: true, force: true })
  }
  await rm(dataDir, { recursive: true, force: true })
}
