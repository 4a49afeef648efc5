import type { Subject } from '#community/content.ts'
import { react, removeReaction } from '#community/reactions.ts'
import type { Db } from '#db/client.ts'

interface Like {
  to: Subject
  userId: number
}

interface LikeState {
  user_has_liked: boolean
  likes_count: number
}

export async function like(db: Db, { to, userId }: Like): Promise<LikeState> {
  const { likeCount } = await react(db, { to, userId, value: 1 })
  return { user_has_liked: true, likes_count: likeCount }
}

export async function unlike(db: Db, { to, userId }: Like): Promise<LikeState> {
  const { likeCount } = await removeReaction(db, { to, userId })
  return { user_has_liked: false, likes_count: likeCount }
}
