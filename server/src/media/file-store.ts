import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Stores uploads under names such as `folder/file`, which the server chooses. The content of a name never changes. An S3
 * store could implement the same functions.
 */
export interface FileStore {
  save(name: string, content: Buffer | Readable): Promise<void>
  /** Bytes, or undefined if the file does not exist. */
  size(name: string): Promise<number | undefined>
  /** The stream fails with ENOENT if the file was removed since its size was read. */
  read(name: string, range: ByteRange): Readable
  /** The URL for browsers. */
  url(name: string): string
  /** Does nothing if the file does not exist. */
  remove(name: string): Promise<void>
}

const validName = /^[a-z]+\/[a-z0-9-]+\.[a-z0-9]+$/

/** The folder of all uploads. */
export function mediaFolder(dataDir: string): string {
  return path.join(dataDir, 'media')
}

/** Stores files in a local folder. */
export function openFolderStore(folder: string): FileStore {
  const pathOf = (name: string) => {
    if (!validName.test(name)) throw new Error(`not the name of a stored file: ${name}`)
    return path.join(folder, name)
  }
  /** Where a file is written until it is complete, so that readers never see a part of it. */
  const unfinishedOf = (file: string) => path.join(path.dirname(file), `.${path.basename(file)}`)
  return {
    async save(name, content) {
      const file = pathOf(name)
      const unfinished = unfinishedOf(file)
      await mkdir(path.dirname(file), { recursive: true })
      try {
        const from = Buffer.isBuffer(content) ? Readable.from([content]) : content
        await pipeline(from, createWriteStream(unfinished, { flush: true }))
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async size(name) {
      if (!validName.test(name)) return undefined
      try {
        return (await stat(path.join(folder, name))).size
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    read: (name, range) => createReadStream(pathOf(name), range),
    url: (name) => `/media/${name}`,
    async remove(name) {
      const file = pathOf(name)
      // The unfinished file remains if the server crashed while it was written.
      await Promise.all([file, unfinishedOf(file)].map((one) => rm(one, { force: true })))
    },
  }
}
