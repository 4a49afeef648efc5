import type { FastifyInstance } from 'fastify'
import type { FileStore } from './file-store.ts'

const types: Record<string, string> = { webp: 'image/webp', jpg: 'image/jpeg' }

/** GET /media/{folder}/{file}. A name's content never changes, so browsers may keep it for ever. */
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
          // Were it ever opened as a page: no script, no form, no origin.
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
        })
        .send(stored.stream)
    },
  )
}
