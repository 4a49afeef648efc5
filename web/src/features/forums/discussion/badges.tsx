import type { Discussion } from '@wtpu/contract/forums/discussions'
import { Bookmark } from 'lucide-react'
import { useMark } from '#community/menu/marks.ts'
import { CategoryBadge, StatusBadges } from '#features/forums/discussion-badges.tsx'
import { Badge } from '#ui/badge.tsx'

/** The badges above a discussion's title. */
export function Badges({ discussion }: { discussion: Discussion }) {
  const [bookmarked] = useMark('bookmarkedContent', { kind: 'discussion', id: discussion.id })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CategoryBadge discussion={discussion} />
      <StatusBadges discussion={discussion} />
      {bookmarked && <Badge icon={<Bookmark aria-hidden />}>Bookmarked</Badge>}
    </div>
  )
}
