import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Flame from 'lucide-react/icons/flame'
import MessageSquare from 'lucide-react/icons/message-square'
import Search from 'lucide-react/icons/search'
import SearchX from 'lucide-react/icons/search-x'
import UserPlus from 'lucide-react/icons/user-plus'
import { useDebouncedSearch } from '#lib/debounced-search.ts'
import { useSession } from '#lib/session/session.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { SearchAdvice } from '#community/search-advice.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { followedPeopleQuery, postPagesQuery } from '../feed-api.ts'
import type { FeedSearch, FeedTab, OnFeedSearch } from './feed-search.ts'
import {
  createFirstPost,
  findPeople,
  matchCount,
  noFollowedPosts,
  noMatchingPosts,
  noPosts,
  noTrendingPosts,
  startSearching,
} from '../messages.ts'
import { PostFeed } from './post-feed.tsx'

const tabs = [
  { value: 'feed', label: 'Your Feed' },
  { value: 'trending', label: 'Trending' },
  { value: 'followings', label: 'Followings' },
  { value: 'search', label: 'Search' },
] as const

/** The four lists of the Boiler Room. `onCreatePost` moves focus to the composer, `onFindPeople` to the suggestions. */
export function FeedTabs({
  search,
  onSearch,
  onCreatePost,
  onFindPeople,
}: {
  search: FeedSearch
  onSearch: OnFeedSearch
  onCreatePost: () => void
  onFindPeople: () => void
}) {
  return (
    <Tabs
      label="Posts"
      tabs={tabs}
      value={search.tab ?? 'feed'}
      onChange={(tab) => onSearch(tab === 'feed' ? {} : { tab }, 'push')}
    >
      {search.tab === 'trending' ? (
        <TrendingPosts />
      ) : search.tab === 'followings' ? (
        <FollowedPosts onFindPeople={onFindPeople} />
      ) : search.tab === 'search' ? (
        <SearchTab q={search.q ?? ''} onSearch={onSearch} />
      ) : (
        <AllPosts onCreatePost={onCreatePost} />
      )}
    </Tabs>
  )
}

function AllPosts({ onCreatePost }: { onCreatePost: () => void }) {
  return (
    <PostFeed
      label={tabLabel()}
      filter={{}}
      matches={() => true}
      empty={
        <EmptyState
          icon={<MessageSquare />}
          title={noPosts}
          action={<Button onClick={onCreatePost}>{createFirstPost}</Button>}
        >
          Be the first to say something.
        </EmptyState>
      }
    />
  )
}

const tabLabel = (value: FeedTab | 'feed' = 'feed') => tabs.find((tab) => tab.value === value)?.label ?? ''

function TrendingPosts() {
  return (
    <PostFeed
      label={tabLabel('trending')}
      filter={{ filter: 'trending' }}
      matches={(post) => post.is_trending}
      empty={
        <EmptyState icon={<Flame />} title={noTrendingPosts}>
          Posts with a trending hashtag appear here.
        </EmptyState>
      }
    />
  )
}

/** Posts by the people the viewer follows, and the viewer's own. */
function FollowedPosts({ onFindPeople }: { onFindPeople: () => void }) {
  const session = useSession()
  const { data = [] } = useQuery(followedPeopleQuery())
  const people = Array.isArray(data) ? data : data.results
  const authors = new Set([session?.user_id, ...people.map(({ id }) => id)])
  return (
    <PostFeed
      label={tabLabel('followings')}
      filter={{ filter: 'following' }}
      matches={({ user }) => authors.has(user)}
      empty={
        <EmptyState
          icon={<UserPlus />}
          title={noFollowedPosts}
          action={<Button onClick={onFindPeople}>{findPeople}</Button>}
        >
          Follow someone to see their posts here.
        </EmptyState>
      }
    />
  )
}

/** Searches all posts while the viewer types. */
function SearchTab({ q, onSearch }: { q: string; onSearch: OnFeedSearch }) {
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
              <SearchAdvice q={q}>Check the spelling, or try fewer words.</SearchAdvice>
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
