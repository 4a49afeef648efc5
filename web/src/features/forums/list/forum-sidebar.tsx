import { attributesOf } from '@wtpu/contract/schemas'
import { fullCount } from '@wtpu/contract/full-count'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { amount } from '#features/forums/messages.ts'
import { compactCount } from '#lib/format.ts'
import { useNow } from '#lib/time.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SidebarError, SidebarSection } from '#ui/on-demand/sidebar-section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ActivityDot, activityAge } from '#features/forums/discussion-badges.tsx'
import { discussionPagesQuery, forumCategoriesQuery, forumStatsQuery } from '#features/forums/api.ts'
import { parseForumSearch } from '#features/forums/search.ts'
import type { ReactNode } from 'react'
import { LoadingState } from '#ui/loading-state.tsx'
import { Term } from '#community/small/term.tsx'

const recentCount = 3
const popularCount = 6

/** Beside the list, or below it on small screens. */
export function ForumSidebar() {
  return (
    <aside aria-label="About the forums" className="grid content-start gap-4 sm:max-lg:grid-cols-2 lg:gap-5">
      <Statistics />
      <PopularCategories />
      <RecentActivity />
      <Guidelines />
    </aside>
  )
}

function Statistics() {
  const { data, isPending, isError, refetch } = useQuery(forumStatsQuery())
  const figures = [
    ['Members', data?.members],
    ['Discussions', data?.discussions],
    ['Posts', data?.posts],
    ['Today', data?.today_discussions],
  ] as const
  return (
    <SidebarSection title="Forum Statistics">
      {isError && !data ? (
        <SidebarError title="Forum Statistics" onRetry={() => refetch()}>
          The statistics could not be loaded.
        </SidebarError>
      ) : (
        <dl aria-busy={isPending} className="divide-y divide-line">
          {figures.map(([label, value]) => (
            <div key={label} className="flex min-h-9 items-center justify-between gap-3">
              <dt className="text-soft">{label}</dt>
              <dd className="font-semibold tabular-nums">
                <Count value={value} isPending={isPending} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </SidebarSection>
  )
}

function PopularCategories() {
  const { data, isPending, refetch } = useQuery(forumCategoriesQuery())
  const popular = data
    ?.filter(({ discussion_count: count }) => count > 0)
    .toSorted((a, b) => b.discussion_count - a.discussion_count)
    .slice(0, popularCount)
  if (popular?.length === 0) return null
  return (
    <SidebarSection title="Popular Categories">
      {popular ? (
        <ul>
          {popular.map(({ id, category, discussion_count: count }) => (
            <li key={id}>
              <Link
                to="/forums"
                search={parseForumSearch({ category: String(id) })}
                className="-mx-2 flex min-h-9 items-center justify-between gap-3 rounded-control px-2 hover:bg-sunken pointer-coarse:min-h-11"
              >
                <span className="min-w-0 font-medium wrap-anywhere text-accent">{category}</span>{' '}
                <span className="shrink-0 text-sm text-soft tabular-nums" title={fullCount(count)}>
                  {compactCount(count)} <span className="sr-only">{count === 1 ? 'discussion' : 'discussions'}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : isPending ? (
        <RowSkeletons label="Loading categories..." count={popularCount} className="min-h-9" />
      ) : (
        <SidebarError title="Popular Categories" onRetry={() => refetch()}>
          The categories could not be loaded.
        </SidebarError>
      )}
    </SidebarSection>
  )
}

/** The first rows of the unfiltered list, which has the same order. */
function RecentActivity() {
  const { data, isPending, refetch } = useInfiniteQuery(discussionPagesQuery({}))
  const now = useNow(60_000)
  const recent = data?.pages[0]?.results.slice(0, recentCount)
  if (recent?.length === 0) return null
  return (
    <SidebarSection title="Recent Activity">
      {recent ? (
        <ul className="divide-y divide-line">
          {recent.map(({ id, title, updated_at, num_comments, ...discussion }) => (
            <li key={id} className="flex items-start gap-3 py-2.5">
              <span className="mt-2">
                <ActivityDot age={activityAge(updated_at, now)} />
              </span>
              <div className="min-w-0">
                <Link
                  to="/forums/$discussionId"
                  params={{ discussionId: String(id) }}
                  dir="auto"
                  {...attributesOf(discussion)}
                  className="line-clamp-2 py-0.5 leading-snug font-medium wrap-anywhere hover:underline"
                >
                  {title}
                </Link>
                <p className="mt-0.5 text-sm text-soft">
                  <RelativeTime at={updated_at} preset="forum" /> · {amount(num_comments, 'reply', 'replies')}
                </p>
              </div>
            </li>
          ))}
        </ul>
      ) : isPending ? (
        <RowSkeletons label="Loading recent activity..." count={recentCount} className="min-h-17" />
      ) : (
        <SidebarError title="Recent Activity" onRetry={() => refetch()}>
          The recent activity could not be loaded.
        </SidebarError>
      )}
      <Link to="/forums/activity" className="inline-flex min-h-11 items-center gap-1.5 text-link">
        View all activity <ArrowRight aria-hidden className="size-4" />
      </Link>
    </SidebarSection>
  )
}

function Guidelines() {
  return (
    <SidebarSection title="Community Guidelines">
      <p className="text-soft">Argue with ideas, not with people. Say where your facts come from.</p>
      <Link to="/guidelines" className="mt-1 inline-flex min-h-11 items-center gap-1.5 text-link">
        Read the guidelines <ArrowRight aria-hidden className="size-4" />
      </Link>
    </SidebarSection>
  )
}

function RowSkeletons({ label, count, className }: { label: string; count: number; className: string }) {
  return (
    <LoadingState label={label} rows={count}>
      <div className={`flex items-center justify-between gap-6 ${className}`}>
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-5 w-8" />
      </div>
    </LoadingState>
  )
}

/** The page header of the forums, with counts. `children` is the Start New Discussion button. */
export function ForumHero({ children }: { children: ReactNode }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h1>Political Forums</h1>
        <p className="mt-1 max-w-2xl text-soft sm:mt-3 sm:text-lg">
          Long arguments, made well. Bring your reasons, and read those of others.
        </p>
        <HeaderCounts />
      </div>
      {children}
    </header>
  )
}

function HeaderCounts() {
  const { data, isPending } = useQuery(forumStatsQuery())
  const counts = [
    { label: 'Active Members', name: <Term name="Active Members">Active Members</Term>, value: data?.members },
    { label: 'Discussions', value: data?.discussions },
    { label: 'Today', value: data?.today_discussions },
  ]
  return (
    // On a phone, numbers are above their labels, whose widths do not change when the numbers arrive.
    <dl aria-busy={isPending} className="mt-3 flex flex-wrap gap-x-6 gap-y-1 sm:mt-4 sm:gap-x-8">
      {counts.map(({ label, name, value }) => (
        <div key={label} className="flex flex-col-reverse sm:flex-row-reverse sm:items-baseline sm:gap-1.5">
          <dt className="text-sm text-soft">{name ?? label}</dt>
          <dd className="font-serif text-lg font-semibold tabular-nums sm:text-2xl">
            <Count value={value} isPending={isPending} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A count, its placeholder while it loads, or a dash if it could not be loaded. */
function Count({ value, isPending }: { value: number | undefined; isPending: boolean }) {
  if (value !== undefined) return <span title={fullCount(value)}>{compactCount(value)}</span>
  return isPending ? <Skeleton className="inline-block h-[0.8em] w-8 align-middle" /> : '—'
}
