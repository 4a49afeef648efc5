import { Readable } from 'node:stream'
import { site } from '@wtpu/contract/site/name'
import type { FastifyInstance, preHandlerHookHandler } from 'fastify'
import { hasVersion } from '#http/etag.ts'
import { isFileName, typeOf, type ByteRange, type FileStore } from './file-store.ts'

/**
 * GET /media/{folder}/{file}, whole or in part: browsers seek in a video by requesting ranges. The content of a name never
 * changes, so browsers may cache it forever, and its name is its ETag. With a public address of the store (MEDIA_URL),
 * browsers are sent there. `isWithheld` says which files are of removed content. `isSigned` says which requests open them all the same,
 * and on a site for members only the others.
 */
export function mediaRoutes(
  app: FastifyInstance,
  store: FileStore,
  {
    publicAddress,
    isWithheld,
    isSigned,
    preHandler,
  }: {
    publicAddress?: string
    isWithheld: (name: string) => Promise<boolean>
    isSigned: (reader: 'moderators' | 'members', name: string, query: Record<string, unknown>) => boolean
    preHandler?: preHandlerHookHandler
  },
): void {
  app.get<{ Params: { folder: string; file: string }; Querystring: Record<string, unknown> }>(
    '/media/:folder/:file',
    { schema: { hide: true }, preHandler },
    async (request, reply) => {
      const { folder, file } = request.params
      const type = typeOf(file)
      const name = `${folder}/${file}`
      const isForStaff = isSigned('moderators', name, request.query)
      const isPrivate = isForStaff || site.forVisitors !== undefined
      const isOpen = isForStaff || !isPrivate || isSigned('members', name, request.query)
      const isServed = type !== undefined && isFileName(name) && isOpen && (isForStaff || !(await isWithheld(name)))
      const isDocument = file.endsWith('.pdf')
      // Browsers load captions from this site only, and a store would show a document instead of saving it.
      const isOwn = isDocument || file.endsWith('.vtt')
      if (publicAddress !== undefined && isServed && !isPrivate && !isOwn) {
        // For an hour, so that the address can be changed.
        return reply.header('cache-control', 'public, max-age=3600').redirect(`${publicAddress}/${name}`, 302)
      }
      const size = isServed ? await store.size(name) : undefined
      if (type === undefined || !size) {
        return reply.code(404).send({ code: 'not_found', detail: 'There is nothing at this address.' })
      }
      const etag = `"${file}"`
      reply.headers({
        etag,
        'accept-ranges': 'bytes',
        'cache-control': isPrivate ? 'private, max-age=3600' : 'public, max-age=31536000, immutable',
        // If opened as a page, the file has no scripts, no forms and no origin.
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        ...(isDocument && { 'content-disposition': `attachment; filename="${file}"` }),
      })
      if (hasVersion(request, etag)) return reply.code(304).send()
      const ifRange = request.headers['if-range']
      const wanted = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, size) : undefined
      if (wanted === 'unsatisfiable') {
        return reply
          .code(416)
          .header('content-range', `bytes */${size}`)
          .send({ code: 'invalid_range', detail: 'The file is shorter than the requested range.' })
      }
      const range = wanted ?? { start: 0, end: size - 1 }
      reply.type(type).header('content-length', range.end - range.start + 1)
      if (wanted) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
      // Fastify reads the stream of a HEAD request to its end.
      return reply.send(request.method === 'HEAD' ? Readable.from([]) : await store.read(name, range))
    },
  )
}

/**
 * The range that a `Range` header asks for (RFC 9110, 14). Undefined: send the whole file, because the header is missing,
 * invalid or asks for several ranges.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'unsatisfiable'
}
