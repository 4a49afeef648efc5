import { brandColor, paper } from '@wtpu/contract/site/colors'
import { iconPath } from '@wtpu/contract/site/logo'
import { site } from '@wtpu/contract/site/name'
import { pitch } from '@wtpu/contract/site/pitch'
import type { FastifyInstance } from 'fastify'
import { limits, limitTo } from '#http/limits/rate-limit.ts'

/** GET /manifest.webmanifest: what systems show of the site once it is installed. */
export function manifestRoutes(app: FastifyInstance): void {
  const onRequest = limitTo(app, limits.publicFilesPerAddress)
  app.get('/manifest.webmanifest', { schema: { hide: true }, onRequest }, (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(
        JSON.stringify({
          name: `${site.name}: ${site.tagline}`,
          short_name: site.name,
          description: `${pitch(false, 'live')}.`,
          lang: 'en-US',
          id: '/',
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: paper,
          theme_color: brandColor(),
          categories: ['news', 'politics', 'social'],
          icons: [
            ...(site.logo ? [] : [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }]),
            { src: iconPath('/icon-192.png'), sizes: '192x192', type: 'image/png' },
            { src: iconPath('/icon-512.png'), sizes: '512x512', type: 'image/png' },
            { src: iconPath('/icon-maskable-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          ],
        }),
      ),
  )
}
