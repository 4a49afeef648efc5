import type { PostComment } from '@wtpu/contract/boiler-room/comments'
import { assertVisible } from '#community/content.ts'
import { type CommentRow, listComments, toSharedWire } from '#community/list-comments.ts'
import type { Db } from '#db/client.ts'

interface ListRequest {
  post: number
  viewerId: number
  cursor?: string
  limit?: number
}

/** Comments on a visible post, newest first. */
export async function findPostComments(
  db: Db,
  { post, ...request }: ListRequest,
): Promise<PostComment[] | { results: PostComment[]; next: string | null }> {
  const on = { kind: 'post', id: post } as const
  await assertVisible(db, on)
  return listComments(db, { on, ...request }, toPostComment)
}

export function toPostComment(row: CommentRow): PostComment {
  return {
    ...toSharedWire(row),
    post: row.parentId,
    likes_count: row.likeCount,
    user_has_liked: row.likeId !== null,
  }
}
