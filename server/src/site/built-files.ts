import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { acceptedEncoding, type Encoding } from '#http/compression.ts'
import { hasVersion } from '#http/etag.ts'
import { pageHeaders } from '#http/security.ts'
import { parseRange } from '#media/routes.ts'
import { ownIconOf } from './logo.ts'
import { immutable, types } from './web-files.ts'

/** A file as it is sent: itself, or compressed by the build. */
interface Form {
  bytes: Buffer
  etag: string
}

const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' }
const hashedAssets = '/assets/'

/**
 * Serves the files of the web build, except its page. They are kept in memory once they were sent, about 4 MB, because reading one
 * takes longer than sending it; the build does not change while a server runs.
 */
export function builtFileRoutes(app: FastifyInstance, folder: string): void {
  // The build's manifest is in a folder whose name begins with a dot, which the pattern leaves out.
  const all = new Set(globSync('**/*.*', { cwd: folder }).map((name) => name.split(path.sep).join('/')))
  const names = [...all].filter((name) => name !== 'index.html' && !/^\.|\.(br|gz)$/.test(name))
  for (const name of names) {
    const url = `/${name}`
    const read = keep(async (encoding?: Encoding): Promise<Form | undefined> => {
      const bytes = await readPresent(path.join(folder, name + (encoding ? suffixes[encoding] : '')))
      const hash = bytes && createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
      return bytes && { bytes, etag: `"${hash}"` }
    })
    const headers = {
      'cache-control': 'no-cache',
      ...(url.startsWith(hashedAssets) && immutable),
      ...headersOf(url),
      'content-type': types[path.extname(name).slice(1)] ?? 'application/octet-stream',
      'accept-ranges': 'bytes',
      vary: 'accept-encoding',
    }
    app.route({
      method: ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        const own = ownIconOf(url)
        if (own !== undefined) return reply.header('cache-control', 'no-cache').redirect(own, 302)
        const accepted = acceptedEncoding(request.headers['accept-encoding'])
        const encoding = accepted && all.has(name + suffixes[accepted]) ? accepted : undefined
        const form = await read(encoding)
        // A new build has removed it. Other servers, or the database, may have it.
        if (!form) return reply.callNotFound()
        const { bytes, etag } = form
        reply.headers(headers).header('etag', etag)
        if (encoding) reply.header('content-encoding', encoding)
        if (hasVersion(request, etag)) return reply.code(304).send()
        const ifRange = request.headers['if-range']
        const isSame = ifRange === undefined || ifRange === etag
        const range = isSame ? parseRange(request.headers.range, bytes.length) : undefined
        if (range === undefined) return reply.send(bytes)
        if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
        reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`)
        return reply.send(bytes.subarray(range.start, range.end + 1))
      },
    })
  }
}

/** Calls `read` once for each key, and again after a failure, for which the server may have too many open files. */
function keep<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const kept = new Map<Key, Promise<Value>>()
  return (key) => {
    const found = kept.get(key)
    if (found) return found
    const reading = read(key)
    kept.set(key, reading)
    reading.catch(() => kept.delete(key))
    return reading
  }
}

async function readPresent(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Policies of files that do more than be read: the service worker and the offline page fetch. */
function headersOf(file: string): Record<string, string> {
  if (file === '/sw.js') return { 'content-security-policy': "default-src 'none'; connect-src 'self'" }
  if (file !== '/offline.html') return {}
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'"
  return { ...pageHeaders, 'content-security-policy': policy }
}
