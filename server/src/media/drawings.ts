import { imageQuality } from '@wtpu/contract/images'
import type { Db } from '#db/client.ts'
import type { FileStore } from './file-store.ts'
import { saveVariants } from './images.ts'
import { markUnused } from './unused-media.ts'

/** Few variants, because a first start waits for them. */
const maxWidths = { posts: 768, officials: 320 }
export type DrawingFolder = keyof typeof maxWidths

/**
 * Stores an SVG drawing of our own in the variants of an upload. Uploads must not be SVG. They are decoded in a process of their own
 * and encoded smaller, which takes several times as long.
 */
export async function saveDrawing(db: Db, files: FileStore, svg: string, folder: DrawingFolder) {
  // Loaded here, because a server that has its demo data does not need it.
  const { default: sharp } = await import('sharp')
  const drawn = sharp(Buffer.from(svg)).resize({ width: maxWidths[folder], withoutEnlargement: true })
  const { data, info } = await drawn.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const beforeSave = (url: string) => markUnused(db, [url])
  const url = await saveVariants(files, { folder, width, beforeSave }, (variant) => {
    const image = sharp(data).resize({ width: Number.parseInt(variant, 10) })
    const quality = imageQuality
    return (variant.endsWith('.webp') ? image.webp({ quality, effort: 2 }) : image.jpeg({ quality })).toBuffer()
  })
  return { url, width, height }
}
