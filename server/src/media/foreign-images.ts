import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { canBePublic, lookupOf, PublicHosts } from '#public-addresses.ts'
import { type Media, saveImage, type SavedImage } from './images.ts'

/** Official portraits have up to some megabytes. */
const maxBytes = 10 * 1024 * 1024
const maxRedirects = 3

interface Options {
  folder: string
  maxWidth: number
  beforeSave: (url: string) => Promise<void>
  /** For the whole download. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Tests serve images on this machine and without TLS. */
  allowsPrivate?: boolean
}

/** Why an image of another site is not available. */
export class ImageUnavailable extends Error {
  /** Whether the other site answered, so that another try would not help. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal }: { isFinal: boolean }) {
    super(message)
    this.isFinal = isFinal
  }
}

/**
 * Fetches an image of another site once and stores it like an upload, so that browsers load it from here.
 * @throws ImageUnavailable, JobRejected, JobsBusy
 */
export async function saveForeignImage(
  media: Media,
  address: string,
  { timeoutMs = 15_000, signal, allowsPrivate = false, ...upload }: Options,
): Promise<SavedImage> {
  const ends = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
  const bytes = await download(address, { signal: ends, allowsPrivate })
  const folder = await mkdtemp(path.join(tmpdir(), 'wtpu-image-'))
  try {
    const file = path.join(folder, 'image')
    await writeFile(file, bytes)
    return await saveImage(media, { file, ...upload })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Download {
  signal: AbortSignal
  allowsPrivate: boolean
}

async function download(address: string, options: Download): Promise<Buffer> {
  let url = URL.parse(address)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    if (!url) throw new ImageUnavailable('its address is not a URL', { isFinal: true })
    const response = await get(url, options)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return collect(response, options.signal)
    response.destroy()
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) {
      throw new ImageUnavailable(`the site answered ${statusCode}`, { isFinal: statusCode < 500 })
    }
    url = URL.parse(headers.location, url.href)
  }
  throw new ImageUnavailable(`more than ${maxRedirects} redirects`, { isFinal: true })
}

const hosts = new PublicHosts()

async function get(url: URL, { signal, allowsPrivate }: Download): Promise<http.IncomingMessage> {
  const isAllowed = allowsPrivate || (url.protocol === 'https:' && canBePublic(url))
  if (!isAllowed) throw new ImageUnavailable('its address is not a public https address', { isFinal: true })
  const found = allowsPrivate ? undefined : await hosts.find(url)
  // The network may be away, so another try may help.
  if (found?.length === 0) throw new ImageUnavailable('its host has no public address', { isFinal: false })
  const client = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    client
      .get(url, { signal, headers: { accept: 'image/*' }, ...(found && { lookup: lookupOf(found) }) }, resolve)
      .on('error', (error) => reject(unanswered(error, signal)))
  })
}

async function collect(response: http.IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const parts: Buffer[] = []
  let read = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      read += part.length
      if (read > maxBytes) throw new ImageUnavailable(`larger than ${maxBytes / 1024 / 1024} MB`, { isFinal: true })
      parts.push(part)
    }
  } catch (error) {
    throw error instanceof ImageUnavailable ? error : unanswered(error, signal)
  }
  return Buffer.concat(parts)
}

function unanswered(error: unknown, signal: AbortSignal): ImageUnavailable {
  const reason = error instanceof Error ? error.message : String(error)
  return new ImageUnavailable(signal.aborted ? 'the site did not answer in time' : `no answer (${reason})`, {
    isFinal: false,
  })
}
