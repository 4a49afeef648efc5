import type { ListedDiscussion } from '@wtpu/contract/forums/discussions'
import { now } from '#lib/time.ts'

/** A discussion of a list, for tests. */
export function makeDiscussion({ id = 1, ...changes }: Partial<ListedDiscussion> = {}): ListedDiscussion {
  const author = { id: 8, name: 'Grace Hopper', avatar: null, username: 'grace' }
  return {
    id,
    title: `Discussion ${id}`,
    description: `Text of discussion ${id}`,
    category: 'Environment',
    category_id: 1,
    user: author.id,
    user_name: author.name,
    user_avatar: null,
    author,
    created_at: new Date(now() - 3 * 86_400_000).toISOString(),
    updated_at: new Date(now() - 2 * 3_600_000).toISOString(),
    edited_at: null,
    num_comments: 12,
    views: 340,
    like_count: 5,
    trending: false,
    is_locked: false,
    is_slow: false,
    tags: [],
    ...changes,
  }
}
