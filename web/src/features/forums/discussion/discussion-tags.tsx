import type { Tag } from '@wtpu/contract/forums/tags'
import { Link } from '@tanstack/react-router'
import { parseForumSearch } from '#features/forums/search.ts'

/** All tags of a discussion. Each leads to the list of discussions with it. */
export function DiscussionTags({ tags }: { tags: readonly Tag[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="mt-5 flex flex-wrap gap-x-2">
      {tags.map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <Link
            to="/forums"
            search={parseForumSearch({ tag: String(id) })}
            className="group flex min-h-11 max-w-full items-center text-sm text-soft"
          >
            <span className="rounded-full border border-line px-2.5 py-0.5 wrap-anywhere group-hover:border-edge group-hover:text-ink">
              <bdi>#{name}</bdi>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
