import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { mediaUrl, type FileStore } from './file-store.ts'

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
  await beforeSave(mediaUrl(name))
  // The file is removed when the client disconnects. A stream that fails to open before anything listens to it would stop the
  // server.
  await using handle = await open(file)
  const { size } = await handle.stat()
  await files.save(name, { stream: handle.createReadStream(), bytes: size })
  return mediaUrl(name)
}

/** Removes a video, or its captions. Ignores other URLs. */
export async function removeVideo(store: FileStore, address: string): Promise<void> {
  const [, name] = /^\/media\/([a-z]+\/[a-z0-9-]+\.(?:mp4|webm|vtt))$/.exec(address) ?? []
  if (name !== undefined) await store.remove(name)
}
