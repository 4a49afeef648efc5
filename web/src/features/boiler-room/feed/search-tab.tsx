import { useInfiniteQuery } from '@tanstack/react-query'
import { Search, SearchX } from 'lucide-react'
import { useDebouncedSearch } from '#lib/debounced-search.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { postPagesQuery } from './feed-api.ts'
import type { OnFeedSearch } from './feed-search.ts'
import { matchCount, noMatchingPosts, startSearching } from './messages.ts'
import { PostFeed } from './post-feed.tsx'

/** Searches all posts while the viewer types. */
export function SearchTab({ q, onSearch }: { q: string; onSearch: OnFeedSearch }) {
  const field = useDebouncedSearch(q, q, (text) => onSearch({ tab: 'search', q: text || undefined }, 'replace'))
  return (
    <>
      <div className="mb-5">
        <form
          aria-label="Find posts"
          onSubmit={(event) => {
            event.preventDefault()
            field.apply()
          }}
        >
          <SearchField
            label="Search posts"
            placeholder="Search posts, hashtags, or users..."
            value={field.text}
            onChange={field.change}
            clearable
          />
        </form>
        <div className="mt-2 min-h-6 text-sm text-soft tabular-nums">{q !== '' && <MatchCount q={q} />}</div>
      </div>
      {q === '' ? (
        <EmptyState icon={<Search />} title={startSearching}>
          Find posts by their words, their hashtags, or the person who wrote them.
        </EmptyState>
      ) : (
        <PostFeed
          key={q}
          label={`Posts matching ${q}`}
          filter={{ q }}
          empty={
            <EmptyState icon={<SearchX />} title={noMatchingPosts(q)}>
              Check the spelling, or try fewer words.
            </EmptyState>
          }
        />
      )}
    </>
  )
}

function MatchCount({ q }: { q: string }) {
  const { data, isPending } = useInfiniteQuery({ ...postPagesQuery({ q }), enabled: false })
  const { count, total } = data?.pages[0] ?? {}
  return (
    <output>
      {isPending && 'Searching...'}
      {count !== undefined && total !== undefined && matchCount(count, total)}
    </output>
  )
}
