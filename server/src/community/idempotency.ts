import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { discussions } from '#db/schema/forums.ts'
import { polls } from '#db/schema/polls.ts'
import { assertNotHeld } from './floods.ts'

const created = {
  post: { table: posts, author: posts.userId },
  discussion: { table: discussions, author: discussions.userId },
  poll: { table: polls, author: polls.creatorId },
} as const

/**
 * The id of what an earlier request of this user with the same idempotency key created, if its response was lost. A unique index
 * on author and key decides between concurrent requests. @throws ApiError 409 if it is held for a moderator
 */
export async function findCreated(
  db: Db,
  kind: keyof typeof created,
  { userId, key }: { userId: number; key: string | undefined },
): Promise<number | undefined> {
  if (key === undefined) return undefined
  const { table, author } = created[kind]
  const [row] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(author, userId), eq(table.idempotencyKey, key)))
  if (!row) return undefined
  await assertNotHeld(db, { kind, id: row.id })
  return row.id
}
