import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { readWorkbook } from './read-workbook.ts'

/** Fourteen times the size of today's largest file. Anything larger is not what was asked for. */
const maxBytes = 50 * 1024 * 1024

export interface ReadOptions {
  /** Time limit for the whole download. */
  timeoutMs?: number
  onBytes?(read: number, total: number | undefined): void
  /** What the source should be, for error messages. */
  format?: string
  /** The option that takes a file instead, for error messages. */
  option?: string
  /** What to do without network, instead of using the option. */
  advice?: string
}

/** Reads the text of a file or an http(s) URL, and unpacks gzip. */
export async function readSource(source: string, options: ReadOptions = {}): Promise<string> {
  const bytes = /^https?:\/\//i.test(source) ? await download(source, options) : await readFile(source, options)
  // An .xlsx file is a ZIP archive.
  if (/^(504b0304|d0cf11e0)/.test(bytes.subarray(0, 4).toString('hex'))) {
    const advice = ' In Excel, save it as “CSV UTF-8”.'
    const problem = `${source} is an Excel file or a ZIP archive, not ${options.format ?? 'YAML or JSON'}.`
    if (options.format !== 'CSV') throw new Error(problem)
    return await readWorkbook(bytes, maxBytes).catch((cause: unknown) => {
      throw new Error(`${source} is no Excel file that can be read.${advice}`, { cause })
    })
  }
  const text = decode(isGzip(bytes) ? await unpack(bytes, source) : bytes, source).trimEnd()
  if (text === '') throw new Error(`${source} is empty.`)
  if (/^\s*<(!doctype|html|\?xml|!--|head|body)/i.test(text)) {
    throw new Error(
      `${source} is a web page (HTML), not ${options.format ?? 'YAML or JSON'}. Use the URL of the file itself.`,
    )
  }
  return text
}

/** Text as Windows saves it too. Invalid text becomes U+FFFD; `toOfficial` rejects the record that contains it. */
function decode(bytes: Buffer, source: string): string {
  // Without a byte order mark, the first character, which is ASCII, shows the width.
  const start = bytes.subarray(0, 4).toString('hex')
  if (/^(fffe0000|0000feff|(?!00)..000000|000000(?!00)..)$/.test(start))
    throw new Error(`${source} is UTF-32. Save it as UTF-8.`)
  const encoding = /^(fffe|(?!00)..00)/.test(start)
    ? 'utf-16le'
    : /^(feff|00(?!00)..)/.test(start)
      ? 'utf-16be'
      : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

async function readFile(path: string, { onBytes }: ReadOptions): Promise<Buffer> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `${path} does not exist.` : `${path} cannot be read (${error.code}).`)
  })
  if (!found.isFile()) throw new Error(`${path} is not a file.`)
  try {
    return await collect(path, createReadStream(path), (read) => onBytes?.(read, found.size))
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new Error(`${path} cannot be read (${String(error.code)}).`, { cause: error })
    throw error
  }
}

/** The bytes of an http(s) URL. */
export async function download(
  url: string,
  { timeoutMs = 60_000, onBytes, option, advice: other }: ReadOptions,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const byOption = option ? `Without network here, download it elsewhere and pass ${option} FILE.` : undefined
  const advice = (other ?? byOption) ? ` ${other ?? byOption}` : ''
  try {
    const reply = await fetch(url, { signal, headers: { accept: 'application/json, application/yaml, text/csv, */*' } })
    if (!reply.ok) {
      await reply.body?.cancel()
      throw new Error(`${url} returned ${reply.status} ${reply.statusText}`.trim() + '.')
    }
    // For a compressed response, content-length is not the length of the body read here.
    const length = reply.headers.has('content-encoding') ? undefined : Number(reply.headers.get('content-length'))
    return await collect(url, reply.body ?? [], (read) => onBytes?.(read, length || undefined))
  } catch (error) {
    if (signal.aborted)
      throw new Error(`${url} did not respond completely within ${timeoutMs / 1000} seconds.${advice}`, {
        cause: error,
      })
    if (error instanceof TypeError)
      throw new Error(`${url} cannot be read: ${fetchFailureReason(error)}.${advice}`, { cause: error })
    throw error
  }
}

async function collect(
  source: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onBytes: (read: number) => void,
): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let read = 0
  for await (const chunk of chunks) {
    read += chunk.length
    if (read > maxBytes) throw tooLarge(source)
    parts.push(chunk)
    onBytes(read)
  }
  return Buffer.concat(parts)
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

function unpack(bytes: Buffer, source: string): Promise<Buffer> {
  return promisify(gunzip)(bytes, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(source)
    throw new Error(`${source} is a corrupt gzip file (${error.code}).`)
  })
}

const tooLarge = (source: string) =>
  new Error(`${source} is larger than ${maxBytes / 1024 / 1024} MB: not a file that can be imported.`)

/** `fetch` puts the actual reason into `cause`, sometimes inside an AggregateError. */
function fetchFailureReason(error: Error): string {
  const cause = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause
  return cause instanceof Error ? cause.message : error.message
}
