import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { mutesAndBlocks } from '#db/schema/boiler-room.ts'
import { ApiError } from '#http/errors.ts'

/** Blocked people do not address the user who blocked them. @throws ApiError 403 */
export async function assertNotBlocked(tx: Db, { by, userId }: { by: number; userId: number }): Promise<void> {
  const isBlock = and(
    eq(mutesAndBlocks.userId, by),
    eq(mutesAndBlocks.otherId, userId),
    eq(mutesAndBlocks.kind, 'block'),
  )
  if ((await tx.$count(mutesAndBlocks, isBlock)) > 0) throw new ApiError('blocked_by_person')
}
