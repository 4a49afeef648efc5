import type { Hashtag } from '@wtpu/contract/posts/hashtags'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { compactCount, fullCount } from '#lib/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { noTrendingTopics, topicsLoadFailed } from './messages.ts'
import { trendingHashtagsQuery } from './sidebar-api.ts'
import { SidebarError, SidebarSection } from '#ui/sidebar-section.tsx'

/** Specification 9. */
const topicsShown = 20
const title = 'Trending Topics'

export function TrendingTopics() {
  const topics = useQuery(trendingHashtagsQuery())
  return (
    <SidebarSection title={title}>
      {topics.data ? (
        <Topics topics={topics.data.slice(0, topicsShown)} />
      ) : topics.isPending ? (
        <TopicsSkeleton />
      ) : (
        <SidebarError title={title} onRetry={() => topics.refetch()}>
          {topicsLoadFailed}
        </SidebarError>
      )}
    </SidebarSection>
  )
}

function Topics({ topics }: { topics: readonly Hashtag[] }) {
  if (topics.length === 0) return <p className="text-soft">{noTrendingTopics}</p>
  return (
    <ol>
      {topics.map(({ name, usage_count: uses }) => (
        <li key={name}>
          <Link
            to="/boiler-room/hashtag/$tag"
            params={{ tag: name }}
            className="-mx-2 flex min-h-9 items-center pointer-coarse:min-h-11 justify-between gap-3 rounded-control px-2 hover:bg-sunken"
          >
            <bdi className="min-w-0 font-medium wrap-anywhere text-accent">#{name}</bdi>{' '}
            <span className="shrink-0 text-sm text-soft tabular-nums" title={fullCount(uses)}>
              {compactCount(uses)} {uses === 1 ? 'post' : 'posts'}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

function TopicsSkeleton() {
  return (
    <div aria-busy className="grid gap-1 py-1">
      <output className="sr-only">Loading trending topics...</output>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <div key={row} className="flex justify-between gap-6 py-1">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-6 w-14" />
        </div>
      ))}
    </div>
  )
}
