import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { discussionPagesQuery } from '#features/forums/api.ts'
import type { ForumSearch } from '#features/forums/search.ts'

/** The tag that filters the list, with a button that removes the filter. The list's discussions tell its name. */
export function TagFilter({ search, onRemove }: { search: ForumSearch; onRemove: () => void }) {
  const { data, isPending } = useInfiniteQuery({ ...discussionPagesQuery(search), enabled: false })
  const tags = data?.pages.flatMap((page) => page.results).flatMap((discussion) => discussion.tags)
  const name = tags?.find(({ id }) => String(id) === search.tag)?.name
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
      Discussions with the tag
      <button
        type="button"
        onClick={onRemove}
        className="inline-flex min-h-11 items-center gap-2 rounded-full border border-edge bg-surface px-4 font-medium wrap-anywhere text-ink hover:bg-sunken"
      >
        <span className="sr-only">Remove the filter</span> <bdi>#{name ?? (isPending ? '…' : search.tag)}</bdi>
        <X aria-hidden className="size-4 shrink-0" />
      </button>
    </p>
  )
}
