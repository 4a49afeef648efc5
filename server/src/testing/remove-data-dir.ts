import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findPlace } from '#db/embedded-location.ts'
import { endOrphan } from '#db/embedded-process.ts'

/** Removes the data folder of a test run, whose process is gone but whose database process may live. */
export async function discardData(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'postgres'))) {
    const log = () => {}
    const { cluster, folder } = await findPlace(dataDir, log)
    await endOrphan(cluster, log)
    // Under root the database may lie elsewhere, behind a link.
    await rm(folder, { recursive: true, force: true })
  }
  await rm(dataDir, { recursive: true, force: true })
}
