import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { resolveLocation } from '#db/embedded-location.ts'
import { stopOrphan } from '#db/embedded-process.ts'

/** Removes the data folder of a test run, whose process is gone but whose database process may live. */
export async function removeDataDir(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'postgres'))) {
    const log = () => {}
    const { cluster, folder } = await resolveLocation(dataDir, log)
    await stopOrphan(cluster, log)
    // Under root the database may lie elsewhere, behind a link.
    await rm(folder, { recursive: true, force: true })
  }
  await rm(dataDir, { recursive: true, force: true })
}
