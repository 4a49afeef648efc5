import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/open.ts'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with a migrated, empty database. Tests copy it. */
    migratedDataDir: string
  }
}

/** Creates the data folder that `migratedDataDir` in processes.ts copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wtpu-start-'))
  await chmod(dataDir, 0o755)
  const { url, stop } = await startEmbedded({ dataDir, log: () => {} })
  await migrate(url).finally(stop)
  project.provide('migratedDataDir', dataDir)
  return () => removeDataDir(dataDir)
}
