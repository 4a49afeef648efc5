import { createReadStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createGunzip } from 'node:zlib'

const block = 512
/** The largest file that is read from an archive, and the largest archive without its compression. */
const maxFileBytes = 1024 * 1024
const maxBytes = 2 * 1024 * 1024 * 1024
const maxFiles = 5_000
const isGovernorFile = /(?:^|\/)executive\/([\w.,'() -]+\.ya?ml)$/u

/**
 * Unpacks the files of executives from a .tar.gz of openstates/people into a folder, without the folders of the archive. The
 * format is read here, so that nothing but these files is ever written. @returns their paths
 */
export async function unpackExecutives(archive: string, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const files: string[] = []
  const seen = new Set<string>()
  for await (const { name, content } of readFiles(archive)) {
    const file = isGovernorFile.exec(name)?.[1]
    if (file === undefined || seen.has(file)) continue
    seen.add(file)
    if (files.length === maxFiles) throw new Error(`${archive} has more than ${maxFiles} files of executives.`)
    const target = path.join(folder, file)
    await writeFile(target, content)
    files.push(target)
  }
  if (files.length === 0) throw new Error(`${archive} contains no data/<state>/executive/*.yml of openstates/people.`)
  return files.toSorted()
}

/** The regular files that are small enough and have a path that is read. */
async function* readFiles(archive: string): AsyncGenerator<{ name: string; content: Buffer }> {
  let rest: Buffer = Buffer.alloc(0)
  /** Bytes of a file that is not read. */
  let skip = 0
  let total = 0
  let longName: string | undefined
  const unpacked = createReadStream(archive).pipe(createGunzip())
  try {
    for await (const chunk of unpacked) {
      total += chunk.length
      if (total > maxBytes) throw new Error(`${archive} is too large when it is unpacked.`)
      const skipped = Math.min(skip, chunk.length)
      skip -= skipped
      rest = Buffer.concat([rest, chunk.subarray(skipped)])
      while (rest.length >= block && skip === 0) {
        const header = readHeader(rest, archive)
        if (!header) {
          rest = rest.subarray(block)
          continue
        }
        const padded = Math.ceil(header.size / block) * block
        const name = longName ?? header.name
        const isWanted =
          header.kind === 'x' || header.kind === 'L' || (header.kind === 'file' && isGovernorFile.test(name))
        if (isWanted && header.size <= maxFileBytes) {
          if (rest.length < block + padded) break
          const content = rest.subarray(block, block + header.size)
          if (header.kind === 'file') yield { name, content }
          longName = header.kind === 'x' ? paxPath(content) : header.kind === 'L' ? textOf(content) : undefined
          rest = rest.subarray(block + padded)
        } else {
          longName = undefined
          skip = Math.max(0, block + padded - rest.length)
          rest = rest.subarray(Math.min(rest.length, block + padded))
        }
      }
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new Error(`${archive} is a corrupt gzip file (${String(error.code)}).`, { cause: error })
  } finally {
    unpacked.destroy()
  }
  if (rest.length > 0 || skip > 0) throw new Error(`${archive} is not complete.`)
}

const textOf = (bytes: Buffer) => bytes.toString('utf8').replace(/\0.*$/s, '')

/** Undefined for the empty blocks at the end. */
function readHeader(bytes: Buffer, archive: string) {
  if (bytes[0] === 0) return undefined
  if (textOf(bytes.subarray(257, 262)) !== 'ustar') throw new Error(`${archive} is not a .tar.gz archive.`)
  const size = Number.parseInt(textOf(bytes.subarray(124, 136)).trim(), 8)
  if (!(size >= 0)) throw new Error(`${archive} is not a .tar.gz archive.`)
  const prefix = textOf(bytes.subarray(345, 500))
  const kind = String.fromCharCode(bytes[156] ?? 0)
  const name = textOf(bytes.subarray(0, 100))
  return { name: prefix ? `${prefix}/${name}` : name, size, kind: kind === '0' || kind === '\0' ? 'file' : kind }
}

/** The path in a header of extended attributes: lines such as "30 path=data/oh/executive/a.yml". */
const paxPath = (content: Buffer) => /(?:^|\n)\d+ path=(.*)\n/.exec(content.toString('utf8'))?.[1]
