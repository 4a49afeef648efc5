import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { requireModerator } from './moderation.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { ApiError } from '#http/errors.ts'

/** Checks in the transaction of a change that the viewer is an admin now. */
export const byViewer = (request: FastifyRequest) => async (tx: Db) => {
  const decision = await requireModerator(tx, request.staffId)
  const [viewer] = await tx.select({ role: users.role }).from(users).where(eq(users.id, decision.actorId))
  if (viewer?.role !== 'admin') throw new ApiError('forbidden', { detail: 'Only admins can do this.' })
  return decision
}
