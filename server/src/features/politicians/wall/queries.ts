import type { PoliticianComment } from '@wtpu/contract/politicians'
import { type CommentRow, toSharedWire } from '#community/list-comments.ts'

export function toPoliticianComment(row: CommentRow): PoliticianComment {
  return { ...toSharedWire(row), politician: row.parentId, like_id: row.likeId, like_count: row.likeCount }
}
