import type { Db } from '#db/client.ts'
import { openOrMakeKeys } from '#db/site-keys.ts'
import { seedDemo } from './demo.ts'
import { saveDrawing } from '#media/drawings.ts'
import type { FileStore } from '#media/file-store.ts'

interface Settings {
  db: Db
  files: FileStore
  jwtSecret: string
  log(line: string): void
}

/** Adds the demo data with its images, and with ballots whose links open on the site of this secret. */
export async function addDemoData({ db, files, jwtSecret, log }: Settings): Promise<{ seeded: boolean }> {
  const keys = await openOrMakeKeys(db, jwtSecret)
  return seedDemo(db, { log, keys, saveDrawing: (svg, folder) => saveDrawing(db, files, svg, folder) })
}
