import { attributesOf } from '@wtpu/contract/schemas'
import { fullCount } from '@wtpu/contract/full-count'
import type { Discussion } from '@wtpu/contract/forums/discussions'
import { Link } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Bookmark from 'lucide-react/icons/bookmark'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState, type ReactNode } from 'react'
import { useMark } from '#community/menu/marks.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { classes } from '#lib/classes.ts'
import { usePageHead } from '#lib/head.ts'
import { Badge } from '#ui/badge.tsx'
import { useSession } from '#lib/session/session.ts'
import { buttonClass } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { SidebarSection } from '#ui/on-demand/sidebar-section.tsx'
import { categoryOf, parseForumSearch } from '#features/forums/search.ts'
import { CategoryBadge, StatusBadges } from '#features/forums/discussion-badges.tsx'
import { useLiveDiscussion } from './discussion-api.ts'
import { DiscussionContent } from './discussion-content.tsx'
import { WatchLevel } from './watch-level.tsx'
import { DiscussionLayout, skeletonSections } from './discussion-layout.tsx'
import { guidelines, loadFailed } from '../messages.ts'

const UnderReview = lazyComponent(() => import('#community/under-review.tsx').then((module) => module.UnderReview))
const DiscussionMissing = lazyComponent(() =>
  import('./discussion-missing.tsx').then((module) => module.DiscussionMissing),
)

/** What a thread gets from the page around it. */
interface ThreadProps {
  discussion: Discussion
  /** A Markdown quote for the comment composer. `onQuoted` must unset it. */
  quote: string | undefined
  onQuoted: () => void
}

/** `/forums/{id}`. `id` is undefined if the URL contains no valid id. `renderThread` renders the replies. */
export function DiscussionPage({
  id,
  renderThread,
}: {
  id: number | undefined
  renderThread: (props: ThreadProps) => ReactNode
}) {
  const { discussion, isMissing, error, refetch } = useLiveDiscussion(id)
  const [quote, setQuote] = useState<string>()
  const viewerId = useSession()?.user_id
  usePageHead(discussion && { title: discussion.title })
  if (isMissing) return <DiscussionMissing />
  if (!discussion && error) {
    return (
      <div className="page">
        <h1 className="sr-only">{loadFailed}</h1>
        <ErrorState
          title={loadFailed}
          onRetry={() => refetch()}
          action={
            <Link to="/forums" className={buttonClass({ variant: 'ghost' })}>
              Back to Forums
            </Link>
          }
        >
          {error.message}
        </ErrorState>
      </div>
    )
  }
  if (!discussion) return <DiscussionLayout busy {...skeletonSections} />
  if (discussion.under_review) {
    return (
      <div className="page">
        <UnderReview
          title={<span {...attributesOf(discussion)}>{discussion.title}</span>}
          text={discussion.description}
          writing={discussion}
          own={viewerId === discussion.user ? { kind: 'discussion', id: discussion.id } : undefined}
        />
      </div>
    )
  }
  return (
    <DiscussionLayout
      breadcrumb={<Breadcrumb discussion={discussion} />}
      badges={<Badges discussion={discussion} />}
      title={discussion.title}
      writing={discussion}
      content={<DiscussionContent discussion={discussion} onQuote={discussion.is_locked ? undefined : setQuote} />}
      thread={renderThread({ discussion, quote, onQuoted: () => setQuote(undefined) })}
      sidebar={<DiscussionSidebar discussion={discussion} />}
    />
  )
}

/** The badges below a discussion's title. */
function Badges({ discussion }: { discussion: Discussion }) {
  const [bookmarked] = useMark('bookmarkedContent', { kind: 'discussion', id: discussion.id })
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <CategoryBadge discussion={discussion} />
      <StatusBadges discussion={discussion} />
      {bookmarked && <Badge icon={<Bookmark aria-hidden />}>Bookmarked</Badge>}
    </div>
  )
}

/** Forums > category > title. */
function Breadcrumb({ discussion }: { discussion: Discussion }) {
  const category = categoryOf(discussion)
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1 text-sm text-soft">
        <li>
          <Link to="/forums" search={parseForumSearch({})} className={linkClass}>
            Forums
          </Link>
        </li>
        <Step>
          <Link to="/forums" search={category.search} className={linkClass}>
            {category.name}
          </Link>
        </Step>
        {/* On a line of its own where little space is left. */}
        <Step className="min-w-32 flex-1">
          <span aria-current="page" dir="auto" {...attributesOf(discussion)} className="truncate">
            {discussion.title}
          </span>
        </Step>
      </ol>
    </nav>
  )
}

const linkClass = 'inline-flex min-h-11 items-center font-medium text-accent hover:underline'

function Step({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <li className={classes('flex items-center gap-1', className)}>
      <ChevronRight aria-hidden className="size-4 shrink-0 rtl:rotate-180" />
      {children}
    </li>
  )
}

/** Beside the discussion, or below it on small screens. */
function DiscussionSidebar({ discussion: { id, num_comments, created_at, watch } }: { discussion: Discussion }) {
  return (
    <aside
      aria-label="About this discussion"
      className="grid content-start gap-4 sm:max-lg:grid-cols-2 lg:sticky lg:top-24 lg:gap-5 lg:self-start"
    >
      <SidebarSection title="Discussion Stats">
        <dl className="divide-y divide-line">
          <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
            <dt className="text-soft">Total Replies</dt>
            <dd className="font-semibold tabular-nums">{fullCount(num_comments)}</dd>
          </div>
          <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
            <dt className="text-soft">Created</dt>
            <dd>
              <RelativeTime at={created_at} preset="forum" />
            </dd>
          </div>
        </dl>
      </SidebarSection>
      <SidebarSection title="Notifications">
        <WatchLevel id={id} level={watch} />
      </SidebarSection>
      <SidebarSection title="Discussion Guidelines">
        <ul className="list-disc space-y-1 ps-5 text-soft">
          {guidelines.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <Link to="/guidelines" className="mt-1 inline-flex min-h-11 items-center gap-1.5 text-link">
          Read the guidelines <ArrowRight aria-hidden className="size-4" />
        </Link>
      </SidebarSection>
    </aside>
  )
}
