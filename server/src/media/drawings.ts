import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Db } from '#db/client.ts'
import { type Media, saveImage, type SavedImage } from './images.ts'
import { markUnused } from './unused-media.ts'

/** Four variants instead of six: a first start waits for them. */
const maxWidth = 768

/** Stores an SVG drawing of our own as an image of a post. Uploads must not be SVG. */
export async function saveDrawing(db: Db, media: Media, svg: string): Promise<SavedImage> {
  // Loaded here, because a server that has its demo data does not need it.
  const { default: sharp } = await import('sharp')
  const folder = await mkdtemp(path.join(tmpdir(), 'wtpu-drawing-'))
  try {
    const file = path.join(folder, 'drawing.png')
    await writeFile(file, await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer())
    const beforeSave = (url: string) => markUnused(db, [url])
    return await saveImage(media, { file, folder: 'posts', maxWidth, beforeSave })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
