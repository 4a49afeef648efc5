import type { Discussion } from '@wtpu/contract/forums/discussions'
import { Link } from '@tanstack/react-router'
import { Bookmark, Flame, Lock } from 'lucide-react'
import { useMark } from '#community/menu/marks.ts'
import { parseForumSearch } from '#features/forums/search.ts'
import { Badge } from '#ui/badge.tsx'

export function DiscussionBadges({ discussion }: { discussion: Discussion }) {
  const { id, category, category_id, trending, is_locked } = discussion
  const [bookmarked] = useMark('bookmarkedContent', { kind: 'discussion', id })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Link
        to="/forums"
        search={parseForumSearch({ category: String(category_id) })}
        className="relative flex rounded-full after:absolute after:-inset-x-1 after:-inset-y-2.5 hover:underline"
      >
        <Badge tone="brand">{category}</Badge>
      </Link>
      {trending && (
        <Badge tone="warning" icon={<Flame aria-hidden />}>
          Trending
        </Badge>
      )}
      {is_locked && <Badge icon={<Lock aria-hidden />}>Locked</Badge>}
      {bookmarked && <Badge icon={<Bookmark aria-hidden />}>Bookmarked</Badge>}
    </div>
  )
}
