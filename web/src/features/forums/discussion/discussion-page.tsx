import type { Discussion } from '@wtpu/contract/forums/discussions'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { usePageHead } from '#lib/head.ts'
import { buttonClass } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { useLiveDiscussion } from './discussion-api.ts'
import { Badges } from './badges.tsx'
import { DiscussionContent } from './discussion-content.tsx'
import { DiscussionLayout } from './discussion-layout.tsx'
import { DiscussionSidebar } from './discussion-sidebar.tsx'
import { skeletonSections } from './discussion-skeleton.tsx'
import { loadFailed } from './messages.ts'

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
  usePageHead(discussion && { title: discussion.title })
  if (isMissing) return <DiscussionMissing />
  if (!discussion && error) {
    return (
      <div className="frame py-8">
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
  return (
    <DiscussionLayout
      breadcrumb={<Breadcrumb discussion={discussion} />}
      badges={<Badges discussion={discussion} />}
      title={discussion.title}
      content={<DiscussionContent discussion={discussion} onQuote={discussion.is_locked ? undefined : setQuote} />}
      thread={renderThread({ discussion, quote, onQuoted: () => setQuote(undefined) })}
      sidebar={<DiscussionSidebar discussion={discussion} />}
    />
  )
}
