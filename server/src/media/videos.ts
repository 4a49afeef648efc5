import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileStore } from './file-store.ts'

/** A file name extension. */
export type VideoFormat = 'mp4' | 'webm'

/** Stores a checked video. `beforeSave` is called with the URL before anything is stored under it. */
export async function saveVideo(
  files: FileStore,
  {
    file,
    folder,
    format,
    beforeSave,
  }: {
    file: string
    folder: string
    format: VideoFormat
    beforeSave: (url: string) => Promise<void>
  },
): Promise<string> {
  const name = `${folder}/${randomUUID()}.${format}`
  await beforeSave(files.url(name))
  await files.save(name, createReadStream(file))
  return files.url(name)
}

/** Removes a video stored by `saveVideo`. Ignores other URLs. */
export async function removeVideo(store: FileStore, address: string): Promise<void> {
  const [, name] = /^\/media\/([a-z]+\/[a-z0-9-]+\.(?:mp4|webm))$/.exec(address) ?? []
  if (name !== undefined) await store.remove(name)
}
