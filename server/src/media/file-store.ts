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
 * Where uploads are kept. Names are `folder/file`, chosen by us, and what a name holds never changes. A store that speaks
 * S3 fits behind the same four functions.
 */
export interface FileStore {
  save(name: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no such file. */
  read(name: string): Promise<StoredFile | undefined>
  /** The address a browser loads it from. */
  url(name: string): string
  /** No error when it is gone already. */
  remove(name: string): Promise<void>
}

const validName = /^[a-z]+\/[a-z0-9-]+\.[a-z0-9]+$/

/** Files in a folder of the machine. */
export function openFolderStore(folder: string): FileStore {
  const place = (name: string) => {
    if (!validName.test(name)) throw new Error(`not the name of a stored file: ${name}`)
    return path.join(folder, name)
  }
  return {
    async save(name, bytes) {
      const file = place(name)
      const unfinished = path.join(path.dirname(file), `.${randomUUID()}`)
      await mkdir(path.dirname(file), { recursive: true })
      try {
        // Renamed when whole: whoever reads the name finds all of it or nothing.
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
    remove: (name) => rm(place(name), { force: true }),
  }
}
