import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

/** /healthz: the process is up. /readyz: the database answers too; otherwise the error handler says 503. */
export function healthRoutes(app: FastifyInstance): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'up' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await app.db.execute(sql`select 1`)
    return { status: 'ready' }
  })
}
