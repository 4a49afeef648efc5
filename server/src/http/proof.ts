import { proofMinutes } from '@wtpu/contract/accounts/proof'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#db/client.ts'
import { sessions } from '#db/schema/accounts.ts'
import { ApiError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The viewer must have proved who they are a short time ago. */
    sensitive?: true
  }
}

/** Sensitive calls need more than an access token, which can be stolen. The check runs after all other guards. */
export function askForProof(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.sensitive) route.onRequest = [...[route.onRequest ?? []].flat(), recentlyProved]
  })
}

const recentlyProved = ({ server: { db }, sessionId }: FastifyRequest) => assertProved(db, sessionId)

/** @throws ApiError 403 */
export async function assertProved(db: Db, sessionId: string): Promise<void> {
  const isProved = gt(sessions.provedAt, sql`now() - make_interval(mins => ${proofMinutes})`)
  const proved = await db.$count(sessions, and(eq(sessions.id, sessionId), isNull(sessions.revokedAt), isProved))
  if (proved === 0) throw new ApiError('proof_required')
}
