import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'

interface StoredFile {
  stream: Readable
  /** Bytes. */
  size: number
}

/**
 * Stores uploads under names such as `folder/file`, which the server chooses. The content of a name never changes. An S3
 * store could implement the same four functions.
 */
export interface FileStore {
  save(name: string, bytes: Buffer): Promise<void>
  /** Returns undefined if the file does not exist. */
  read(name: string): Promise<StoredFile | undefined>
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
  return {
    async save(name, bytes) {
      const file = pathOf(name)
      const unfinished = path.join(path.dirname(file), `.${randomUUID()}`)
      await mkdir(path.dirname(file), { recursive: true })
      try {
        // Rename the file when it is complete, so that readers never see a part of it.
        await writeFile(unfinished, bytes, { flush: true })
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async read(name) {
      if (!validName.test(name)) return undefined
      try {
        const handle = await open(path.join(folder, name))
        const { size } = await handle.stat()
        return { stream: handle.createReadStream(), size }
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    url: (name) => `/media/${name}`,
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
