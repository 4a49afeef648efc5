import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { circleKeepers } from '#db/schema/circles.ts'
import { signedIn, viewerId } from '#http/auth.ts'
import { notFound } from '#http/errors.ts'
import { recordModeration } from './moderation.ts'

export type Viewer = Pick<FastifyRequest, 'viewerId' | 'staffId'>

/** SQL: the viewer is an admin, and acts as one in this session. */
export const isAdmin = ({ staffId }: Viewer): SQL<boolean> =>
  sql<boolean>`exists (select from ${users} staff where staff.id = ${staffId} and staff.role = 'admin' and staff.is_active)`

/** Guards of calls for admins and keepers. To everybody else, they do not exist. Commands check the circle itself. */
export const forKeepers = [
  async (request: FastifyRequest) => {
    if (request.headers.authorization === undefined) throw notFound('Page')
  },
  signedIn,
  async (request: FastifyRequest) => {
    const keeps = sql`exists (select from ${circleKeepers} where ${circleKeepers.userId} = ${users.id})`
    const [viewer] = await request.server.db
      .select({ id: users.id })
      .from(users)
      .where(and(isActiveAccount(viewerId(request)), sql`(${isAdmin(request)} or ${keeps})`))
    if (!viewer) throw notFound('Page')
  },
]

/** @returns whether the viewer is an admin. @throws ApiError 404 if the viewer neither is one nor keeps the circle */
export async function requireKeeper(
  db: Db,
  { circleId, viewer, what }: { circleId: number; viewer: Viewer; what: 'Circle' | 'Paper' },
): Promise<{ isAdmin: boolean }> {
  const [found] = await db
    .select({ isAdmin: isAdmin(viewer), keeps: sql<boolean>`(${circleKeepers.userId} is not null)` })
    .from(users)
    .leftJoin(circleKeepers, and(eq(circleKeepers.userId, users.id), eq(circleKeepers.circleId, circleId)))
    .where(isActiveAccount(viewer.viewerId))
  if (!found || !(found.isAdmin || found.keeps)) throw notFound(what)
  return { isAdmin: found.isAdmin }
}

/** The public log says who did what lets somebody answer for others. */
export async function recordKeeper(tx: Db, { viewerId: actorId }: Viewer, reason: string): Promise<void> {
  const [person] = await tx.select({ username: users.username }).from(users).where(eq(users.id, actorId))
  const action = { action: 'settings', subjectKind: 'site', subjectId: 0 } as const
  await recordModeration(tx, action, { actor: person?.username || `account ${actorId}`, actorId, reason })
}
