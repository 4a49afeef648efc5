import type { Discussion } from '@wtpu/contract/forums/discussions'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { QuoteArea } from '#community/markdown/quote-area.tsx'
import { usePageHead } from '#lib/head.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { DiscussionArticle } from './discussion-article.tsx'
import { discussionQuery, discussionStateQuery } from './discussion-api.ts'
import { DiscussionLayout } from './discussion-layout.tsx'
import { DiscussionMissing } from './discussion-missing.tsx'
import { DiscussionSidebar } from './discussion-sidebar.tsx'
import { DiscussionSkeleton } from './discussion-skeleton.tsx'
import { loadFailed } from './messages.ts'

/** What a thread gets from the page around it. */
export interface ThreadProps {
  discussion: Discussion
  /** A Markdown quote for the comment composer. `onQuoted` must unset it. */
  quote: string | undefined
  onQuoted: () => void
}

/** `/forums/{id}`. `id` is undefined if the URL contains no valid id. `thread` renders the replies. */
export function DiscussionPage({ id, thread }: { id: number | undefined; thread: (props: ThreadProps) => ReactNode }) {
  const { data, error, refetch } = useQuery({ ...discussionQuery(id ?? 0), enabled: id !== undefined })
  if (id === undefined || error?.status === 404) return <DiscussionMissing />
  if (data) return <LiveDiscussion discussion={data} thread={thread} />
  if (!error) return <DiscussionSkeleton />
  return (
    <div className="frame py-8">
      <h1 className="sr-only">{loadFailed}</h1>
      <ErrorState title={loadFailed} onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    </div>
  )
}

function LiveDiscussion({
  discussion: loaded,
  thread,
}: {
  discussion: Discussion
  thread: (props: ThreadProps) => ReactNode
}) {
  const { data: state } = useQuery(discussionStateQuery(loaded))
  const [quote, setQuote] = useState<string>()
  const discussion = { ...loaded, ...state }
  usePageHead(state === null ? undefined : { title: discussion.title })
  if (state === null) return <DiscussionMissing />
  return (
    <DiscussionLayout
      breadcrumb={<Breadcrumb discussion={discussion} />}
      article={
        <QuoteArea onQuote={setQuote}>
          <DiscussionArticle discussion={discussion} onQuote={discussion.is_locked ? undefined : setQuote} />
        </QuoteArea>
      }
      thread={thread({ discussion, quote, onQuoted: () => setQuote(undefined) })}
      sidebar={<DiscussionSidebar discussion={discussion} />}
    />
  )
}
