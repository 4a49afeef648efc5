import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEndlessList } from '#lib/endless-list.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { EndlessList } from '#ui/list/endless-list.tsx'
import { discussionPagesQuery } from '#features/forums/api.ts'
import { ForumsError } from '#features/forums/forums-error.tsx'
import type { ForumSearch } from '#features/forums/search.ts'
import { DiscussionCard } from './discussion-card.tsx'
import { DiscussionListSkeleton } from './discussion-card-skeleton.tsx'

/** The first step fills the first screen of a phone. */
const cardsPerStep = 4

/**
 * An endless list of discussions. Rows keep their places when the list is refetched: new ones of others wait behind a pill,
 * the viewer's own come first at once. Give it a key per search.
 */
export function DiscussionList({
  search,
  label,
  startedIds,
  empty,
}: {
  search: ForumSearch
  /** Names the list for screen readers. */
  label: string
  /** The discussions that the viewer has started on this page. */
  startedIds: readonly number[]
  empty: ReactNode
}) {
  const pages = useInfiniteQuery(discussionPagesQuery(search))
  const list = useEndlessList(pages, {
    keepRemoved: true,
    isOwn: ({ id }) => startedIds.includes(id),
    rowsPerStep: cardsPerStep,
  })
  // Beside the list, the sidebar can always be reached. Below an endless list, it could not.
  const isWide = useMediaQuery('(width >= 64rem)')

  if (pages.isPending) return <DiscussionListSkeleton />
  if (!pages.data) return <ForumsError failure={pages.error} />
  const { corrected } = pages.data.pages[0] ?? {}
  return (
    <EndlessList list={list} noun="discussion" automatic={isWide} pauses>
      {corrected !== undefined && (
        <p className="mb-4 text-soft">
          Showing results for <strong className="text-ink">{corrected}</strong>
        </p>
      )}
      {list.rows.length === 0 ? (
        empty
      ) : (
        <ul aria-label={label} className="mb-4 grid gap-4">
          {list.rows.map((discussion) => (
            <li key={discussion.id} className="min-w-0">
              <DiscussionCard discussion={discussion} />
            </li>
          ))}
        </ul>
      )}
    </EndlessList>
  )
}
