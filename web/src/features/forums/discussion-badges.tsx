import type { Discussion } from '@wtpu/contract/forums/discussions'
import { Link } from '@tanstack/react-router'
import { Flame, Lock } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { categoryOf } from './search.ts'

type Labels = Pick<Discussion, 'category' | 'category_id' | 'trending' | 'is_locked'>

/** The category, as a link to its discussions. */
export function CategoryBadge({ discussion }: { discussion: Labels }) {
  const { name, search } = categoryOf(discussion)
  return (
    <Link
      to="/forums"
      search={search}
      // Above the card's own link.
      className="relative z-1 flex rounded-full after:absolute after:-inset-x-1 after:-inset-y-2.5 hover:underline"
    >
      <Badge tone="brand">{name}</Badge>
    </Link>
  )
}

export function StatusBadges({ discussion: { trending, is_locked } }: { discussion: Labels }) {
  return (
    <>
      {trending && (
        <Badge tone="warning" icon={<Flame aria-hidden />}>
          Trending
        </Badge>
      )}
      {is_locked && <Badge icon={<Lock aria-hidden />}>Locked</Badge>}
    </>
  )
}

/** The id of the link to a discussion in a list, to move focus to it. */
export const titleIdOf = (id: number) => `discussion-${id}`
