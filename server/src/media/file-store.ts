import { createReadStream, createWriteStream } from 'node:fs'
import { glob, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

interface Content {
  stream: Readable
  bytes: number
}

/** Stores uploads under names such as `folder/file`, which the server chooses. The content of a name never changes. */
export interface FileStore {
  /** Stores all of the content, or nothing. */
  save(name: string, content: Buffer | Content): Promise<void>
  /** Bytes, or undefined if the file does not exist. */
  size(name: string): Promise<number | undefined>
  /** The stream, or the call, fails with ENOENT if the file was removed since its size was read. */
  read(name: string, range: ByteRange): Promise<Readable>
  /** Does nothing if the file does not exist. */
  remove(name: string): Promise<void>
  /** Fails with an Error for the terminal if files cannot be stored. */
  check(): Promise<void>
}

/** The URL of a file on this site, whichever store has it. */
export const mediaUrl = (name: string): string => `/media/${name}`

const validName = /^[a-z]+\/[a-z0-9-]+\.[a-z0-9]+$/
export const isFileName = (name: string): boolean => validName.test(name)

/** By extension. */
const types: Record<string, string> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
  pdf: 'application/pdf',
}

/** The media type of a stored file. */
export const typeOf = (name: string): string | undefined => types[name.split('.').at(-1) ?? '']

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
        const from = Buffer.isBuffer(content) ? Readable.from([content]) : content.stream
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
    read: async (name, range) => createReadStream(pathOf(name), range),
    check: async () => undefined,
    async remove(name) {
      const file = pathOf(name)
      // The unfinished file remains if the server crashed while it was written.
      await Promise.all([file, unfinishedOf(file)].map((target) => rm(target, { force: true })))
    },
  }
}

/** Copies the files of a folder that the store does not have. Can be repeated, also after a failure. */
export async function copyFolder(folder: string, to: FileStore): Promise<{ copied: number; present: number }> {
  const counts = { copied: 0, present: 0 }
  for await (const file of glob('*/*', { cwd: folder })) {
    const name = file.replaceAll(path.sep, '/')
    if (!isFileName(name)) continue
    await using handle = await open(path.join(folder, file))
    const { size: bytes } = await handle.stat()
    const isPresent = (await to.size(name)) === bytes
    if (!isPresent) await to.save(name, { stream: handle.createReadStream(), bytes })
    counts[isPresent ? 'present' : 'copied']++
  }
  return counts
}
