import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Hash from 'lucide-react/icons/hash'
import { SearchAdvice } from '#community/search-advice.tsx'
import { useDebouncedSearch } from '#lib/debounced-search.ts'
import { usePageHead } from '#lib/head.ts'
import { backLinkClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { noHashtagPosts } from '#features/boiler-room/messages.ts'
import { PostFeed } from './post-feed.tsx'

/** The posts with a hashtag, and a search within them. `tag` has no `#`. */
export function HashtagPage({ tag, q, onSearch }: { tag: string; q: string; onSearch: (q: string) => void }) {
  const field = useDebouncedSearch(q, `${tag} ${q}`, onSearch)
  usePageHead({ title: `#${tag}` })
  return (
    <>
      <Link to="/boiler-room" className={backLinkClass}>
        <ArrowLeft aria-hidden className="size-4" /> Boiler Room
      </Link>
      <h1 className="mt-1 wrap-anywhere">
        <bdi>#{tag}</bdi>
      </h1>
      <form
        aria-label={`Find posts with #${tag}`}
        className="my-5"
        onSubmit={(event) => {
          event.preventDefault()
          field.apply()
        }}
      >
        <SearchField
          label="Search within hashtag"
          placeholder="Search within hashtag"
          value={field.text}
          onChange={field.change}
          hideLabelOnPhone
          clearable
        />
      </form>
      <PostFeed
        key={`${tag} ${q}`}
        label={`Posts with #${tag}`}
        filter={{ hashtag: tag, ...(q !== '' && { q }) }}
        empty={
          <EmptyState icon={<Hash />} title={noHashtagPosts}>
            {q === '' ? (
              'Use this hashtag in a post, and it will appear here.'
            ) : (
              <SearchAdvice q={q}>Try other words.</SearchAdvice>
            )}
          </EmptyState>
        }
      />
    </>
  )
}
