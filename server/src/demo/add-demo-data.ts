import type { Db } from '#db/client.ts'
import { seedDemo } from './demo.ts'
import { saveDrawing } from '#media/drawings.ts'
import { mediaFolder, openFolderStore } from '#media/file-store.ts'
import { PictureQueue } from '#media/picture-queue.ts'

interface Settings {
  db: Db
  dataDir: string
  log(line: string): void
}

/** Adds the demo data with the pictures of its posts. */
export async function addDemoData({ db, dataDir, log }: Settings): Promise<{ seeded: boolean }> {
  const media = { files: openFolderStore(mediaFolder(dataDir)), pictures: new PictureQueue({ maxWaiting: 100 }) }
  try {
    return await seedDemo(db, { log, saveDrawing: (svg) => saveDrawing(db, media, svg) })
  } finally {
    await media.pictures.close()
  }
}
