import type { Endpoint, Output } from '@wtpu/contract/endpoint'
import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BatchReader } from '#db/batch-reader.ts'
import type { Db } from '#db/client.ts'
import { reactions } from '#db/schema/community.ts'
import { prepareStatement } from '#db/statement.ts'
import { shareExceptOwn } from '#http/cache/shared-response.ts'
import { type Parent, pathOfComments } from '#writing/content.ts'

/** Maximum age of a shared response. Names and pictures of authors change without an invalidation. */
const maxAgeSeconds = 2

interface ListCall {
  on: Parent
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Sends a list of comments. Thousands may read the comments on one post, so all viewers share a response in which nothing is liked
 * by its viewer. Those who like one of these comments, or have muted people, get their own from `read`; `viewerId` is 0 otherwise.
 */
export async function shareComments<E extends Endpoint>(
  endpoint: E,
  { on, request, reply }: ListCall,
  read: (db: Db, viewerId: number) => Promise<Output<E>>,
): Promise<Output<E>> {
  const { muterId, viewerId, server } = request
  const readOwn = () => read(server.db, viewerId)
  if (muterId !== 0) return readOwn()
  // Under the path of the comments, so that their changes evict it.
  const shared = { ...endpoint, url: pathOfComments(on) }
  const addOwn = async (list: Output<E>) =>
    (await likesOneOf(server.db, viewerId, likedIn(list))) ? readOwn() : undefined
  return shareExceptOwn(shared, maxAgeSeconds, request, reply, (db) => read(db, 0), addOwn)
}

interface Counted {
  id: number
  likes_count?: number
  like_count?: number
}

/** The ids of the comments in a list that have likes. */
function likedIn(list: unknown): number[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of comments
  const comments = list as Counted[] | { results: Counted[] }
  return ('results' in comments ? comments.results : comments)
    .filter(({ likes_count = 0, like_count = 0 }) => likes_count + like_count > 0)
    .map(({ id }) => id)
}

const findLikers = prepareStatement<{ user_id: number; comment_id: number }>(
  'likers_of_comments',
  sql`select user_id, comment_id from ${reactions}
    where comment_id is not null and comment_id = any(${sql.placeholder('ids')}::int[])
      and user_id = any(${sql.placeholder('userIds')}::int[])`,
)

const readers = new WeakMap<Db, BatchReader<{ viewerId: number; ids: readonly number[] }, boolean>>()

/** Calls for many viewers at the same time share a query. */
async function likesOneOf(db: Db, viewerId: number, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false
  const reader =
    readers.get(db) ??
    new BatchReader(async (asked) => {
      const rows = await findLikers(db, {
        ids: [...new Set(asked.flatMap((one) => one.ids))],
        userIds: asked.map((one) => one.viewerId),
      })
      return asked.map((one) => rows.some((row) => row.user_id === one.viewerId && one.ids.includes(row.comment_id)))
    })
  readers.set(db, reader)
  return reader.load({ viewerId, ids })
}
