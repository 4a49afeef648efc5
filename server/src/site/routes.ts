import type { FastifyInstance } from 'fastify'
import { accessRoutes } from './access.ts'
import { docsRoutes } from './docs/docs.ts'
import { oembedRoutes } from './embed/oembed.ts'
import { embedRoutes } from './embed/routes.ts'
import { errorReportRoutes } from './error-reports.ts'
import { feedRoutes } from './feeds.ts'
import { logoRoutes } from './logo.ts'
import { manifestRoutes } from './manifest.ts'
import { pageRoutes } from './pages.ts'
import { shareRoutes } from './share/routes.ts'
import { sitemapRoutes } from './sitemap.ts'
import { wellKnownRoutes } from './well-known.ts'

/** What the site consists of beside the API. `web` is the folder of the web build. */
export async function siteRoutes(app: FastifyInstance, web: string): Promise<void> {
  shareRoutes(app)
  sitemapRoutes(app)
  wellKnownRoutes(app)
  manifestRoutes(app)
  logoRoutes(app)
  feedRoutes(app)
  embedRoutes(app)
  for (const routes of [accessRoutes, oembedRoutes, errorReportRoutes]) await routes(app, {})
  docsRoutes(app)
  await pageRoutes(app, web)
}
