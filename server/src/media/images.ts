import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { variantWidths } from '@wtpu/contract/images'
import { mediaUrl, type FileStore } from './file-store.ts'
import type { LargestVariant } from './image-job.ts'
import type { ImageQueue } from './image-queue.ts'

export interface Media {
  files: FileStore
  images: ImageQueue
}

interface Upload {
  /** Path of the uploaded file. */
  file: string
  folder: string
  maxWidth: number
  /** Marks the URL as unused (unused-media.ts), before anything is stored under it. */
  beforeSave: (url: string) => Promise<void>
}

/** `url` is the largest variant, of this size. `imageVariant` derives the others. */
export interface SavedImage extends LargestVariant {
  url: string
}

/**
 * Stores an uploaded image in all variants (image-variants.ts).
 * @throws JobRejected, JobsBusy
 */
export async function saveImage(
  { files, images }: Media,
  { file, folder, maxWidth, beforeSave }: Upload,
): Promise<SavedImage> {
  const into = `${file}-variants`
  try {
    const largest = await images.run({ file, into, maxWidth })
    const bytesOf = (variant: string) => readFile(path.join(into, variant))
    const url = await saveVariants(files, { folder, width: largest.width, beforeSave }, bytesOf)
    return { url, ...largest }
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}

/** Stores an image of this width in all variants, whose names are like `640.webp`. @returns the URL of the largest one */
export async function saveVariants(
  files: FileStore,
  { folder, width, beforeSave }: Pick<Upload, 'folder' | 'beforeSave'> & { width: number },
  bytesOf: (variant: string) => Promise<Buffer>,
): Promise<string> {
  const key = `${folder}/${randomUUID()}`
  const url = mediaUrl(`${key}-${width}.webp`)
  const saved: string[] = []
  try {
    await beforeSave(url)
    for (const variant of variantsOf(width)) {
      const name = `${key}-${variant}`
      saved.push(name)
      await files.save(name, await bytesOf(variant))
    }
    return url
  } catch (error) {
    await Promise.all(saved.map((name) => files.remove(name)))
    throw error
  }
}

/** Removes all variants of an image stored by `saveImage`. Ignores other URLs. */
export async function removeImage(store: FileStore, address: string): Promise<void> {
  const [, key, largest] = /^\/media\/([a-z]+\/[a-z0-9-]+)-(\d+)\.webp$/.exec(address) ?? []
  if (key === undefined || largest === undefined) return
  await Promise.all(variantsOf(Number(largest)).map((variant) => store.remove(`${key}-${variant}`)))
}

function variantsOf(largest: number): string[] {
  return variantWidths(largest).flatMap((width) => [`${width}.webp`, `${width}.jpg`])
}
