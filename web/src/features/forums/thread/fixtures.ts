import type { ForumComment } from '@wtpu/contract/forums/comments'
import type { Discussion } from '@wtpu/contract/forums/discussions'
import { now } from '#lib/time.ts'
import { makeDiscussion } from '#features/forums/fixtures.ts'

/** A comment on discussion 12 by Grace Hopper, two hours old. A higher id is newer by a second. */
export function makeComment({ id = 1, ...over }: Partial<ForumComment> = {}): ForumComment {
  const user = over.user === undefined ? 8 : over.user
  const name = over.user_name ?? 'Grace Hopper'
  const replies = over.replies ?? []
  return {
    id,
    discussion: 12,
    parent: null,
    depth: 0,
    state: 'shown',
    content: `Comment ${id}`,
    user,
    user_name: name,
    user_avatar: null,
    author: user === null ? null : { id: user, name, avatar: null, username: `user${user}` },
    created_at: new Date(now() - 2 * 3_600_000 + id * 1000).toISOString(),
    edited_at: null,
    like_count: 0,
    dislike_count: 0,
    isPinned: false,
    isModerator: false,
    valued_across_groups: false,
    reply_count: replies.length,
    replies,
    ...over,
  }
}

/** Discussion 12, as its page has it. */
export function makeFullDiscussion(over: Partial<Discussion> = {}): Discussion {
  return {
    ...makeDiscussion({ id: 12 }),
    user_has_liked: false,
    last_visit_at: null,
    can_moderate: false,
    removed_comments: [],
    ...over,
  }
}
