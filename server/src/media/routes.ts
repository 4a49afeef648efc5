import type { FastifyInstance } from 'fastify'
import type { FileStore } from './file-store.ts'

const types: Record<string, string> = { webp: 'image/webp', jpg: 'image/jpeg' }

/** GET /media/{folder}/{file}. The content of a name never changes, so browsers may cache it forever. */
export function mediaRoutes(app: FastifyInstance, store: FileStore): void {
  app.get<{ Params: { folder: string; file: string } }>(
    '/media/:folder/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { folder, file } = request.params
      const type = types[file.split('.').at(-1) ?? '']
      const stored = type && (await store.read(`${folder}/${file}`))
      if (!stored) return reply.code(404).send({ code: 'not_found', detail: 'There is nothing at this address.' })
      return reply
        .headers({
          'content-type': type,
          'content-length': stored.size,
          'cache-control': 'public, max-age=31536000, immutable',
          // If opened as a page, the file has no scripts, no forms and no origin.
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
        })
        .send(stored.stream)
    },
  )
}
