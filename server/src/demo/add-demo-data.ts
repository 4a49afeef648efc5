import type { Db } from '#db/client.ts'
import { seedDemo } from './demo.ts'
import { saveDrawing } from '#media/drawings.ts'
import type { FileStore } from '#media/file-store.ts'

interface Settings {
  db: Db
  files: FileStore
  log(line: string): void
}

/** Adds the demo data with its images. */
export const addDemoData = ({ db, files, log }: Settings): Promise<{ seeded: boolean }> =>
  seedDemo(db, { log, saveDrawing: (svg, folder) => saveDrawing(db, files, svg, folder) })
