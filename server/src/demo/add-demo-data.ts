import type { Db } from '#db/client.ts'
import { seedDemo } from './demo.ts'
import { saveDrawing } from '#media/drawings.ts'
import type { FileStore } from '#media/file-store.ts'
import { ImageQueue } from '#media/image-queue.ts'

interface Settings {
  db: Db
  files: FileStore
  log(line: string): void
}

/** Adds the demo data with the images of its posts. */
export async function addDemoData({ db, files, log }: Settings): Promise<{ seeded: boolean }> {
  const media = { files, images: new ImageQueue({ maxWaiting: 100 }) }
  try {
    return await seedDemo(db, { log, saveDrawing: (svg) => saveDrawing(db, media, svg) })
  } finally {
    await media.images.close()
  }
}
