import { iconPath, isBuiltIcon } from '@wtpu/contract/site/logo'
import { site } from '@wtpu/contract/site/name'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Db } from '#db/client.ts'
import { logoFiles } from '#db/schema/site.ts'
import { notFound } from '#http/errors.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { immutable } from './web-files.ts'

const fileName = /^[0-9a-f]{16}-(header|32|180|192|512|maskable)\.png$/

/** The path of the current logo in this size. */
const currentPath = (size: string) => site.logo?.src.replace('header', size)

export async function findLogoFile(db: Db, name: string): Promise<Buffer | undefined> {
  const [found] = await db.select({ body: logoFiles.body }).from(logoFiles).where(eq(logoFiles.name, name))
  return found?.body
}

/**
 * GET /logo/{file}: the site's own logo and icons, which browsers keep forever. The files of the current logo are read from the
 * database once. Another server may have a newer one already; what asks for an earlier one is sent to the current one.
 */
export function logoRoutes(app: FastifyInstance): void {
  const kept = new LRUCache<string, Buffer>({ max: 6, fetchMethod: (name) => findLogoFile(app.db, name) })
  const limit = limitTo(app, limits.publicFilesPerAddress)
  app.get<{ Params: { file: string } }>('/logo/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params
    const [, size] = fileName.exec(file) ?? []
    if (size === undefined) throw notFound('Logo')
    const current = currentPath(size)
    const isCurrent = current === `/logo/${file}`
    if (!isCurrent) await limit.call(app, request, reply)
    const body = isCurrent ? await kept.fetch(file) : await findLogoFile(app.db, file)
    if (body) return reply.type('image/png').headers(immutable).send(body)
    if (isCurrent || current === undefined) throw notFound('Logo')
    return reply.header('cache-control', 'no-store').redirect(current, 302)
  })
}

/** The address of the logo's icon that replaces an icon of the web build. Undefined for other paths, and without a logo. */
export function ownIconOf(url: string): string | undefined {
  if (!isBuiltIcon(url)) return undefined
  const own = iconPath(url)
  return own === url ? undefined : own
}

/** Replaces the icons of web/index.html. */
export function withOwnIcons(html: string): string {
  if (!site.logo) return html
  const icon = (built: '/favicon.ico' | '/icon-192.png', size: string) =>
    `<link rel="icon" href="${iconPath(built)}" sizes="${size}" type="image/png" />`
  return html
    .replace(/<link rel="icon" [^>]*>/, icon('/favicon.ico', '32x32') + icon('/icon-192.png', '192x192'))
    .replace('"/apple-touch-icon.png"', `"${iconPath('/apple-touch-icon.png')}"`)
}
