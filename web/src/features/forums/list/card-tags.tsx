import type { Tag } from '@wtpu/contract/forums/tags'
import { Link } from '@tanstack/react-router'
import { parseForumSearch } from '#features/forums/search.ts'

/** Specification 9. */
const shownTags = 2

/** Two tags, then "+N more". The names of the others are for screen readers and shown on hover. */
export function CardTags({ tags }: { tags: readonly Tag[] }) {
  if (tags.length === 0) return null
  const others = tags.slice(shownTags).map(({ name }) => name)
  return (
    <ul aria-label="Tags" className="mt-3 flex flex-wrap items-center gap-2">
      {tags.slice(0, shownTags).map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <Link
            to="/forums"
            search={parseForumSearch({ tag: String(id) })}
            className="relative z-1 block rounded-full border border-line px-2.5 py-0.5 text-sm wrap-anywhere text-soft after:absolute after:-inset-x-1 after:-inset-y-2 hover:border-edge hover:text-ink"
          >
            <bdi>#{name}</bdi>
          </Link>
        </li>
      ))}
      {others.length > 0 && (
        <li title={others.join(', ')} className="relative z-1 px-1 text-sm text-soft">
          +{others.length} more<span className="sr-only">: {others.join(', ')}</span>
        </li>
      )}
    </ul>
  )
}
