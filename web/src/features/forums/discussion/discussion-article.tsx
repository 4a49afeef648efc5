import type { Discussion, DiscussionRevision } from '@wtpu/contract/forums/discussions'
import { Suspense, useRef, useState } from 'react'
import { AuthorAvatar, AuthorLine, EditedMark } from '#community/author-line.tsx'
import { Markdown } from '#community/markdown/markdown.tsx'
import { quoteText } from '#community/markdown/quote.ts'
import { useSession } from '#lib/session/session.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DiscussionActions } from './discussion-actions.tsx'
import { discussionRevisionsQuery } from './discussion-api.ts'
import { DiscussionBadges } from './discussion-badges.tsx'
import { DiscussionMenu } from './discussion-menu.tsx'
import { DiscussionTags } from './discussion-tags.tsx'

const EditHistory = lazyComponent(() =>
  import('#community/edit-history.tsx').then((module) => module.EditHistory<DiscussionRevision>),
)
const DiscussionEditor = lazyComponent(() =>
  import('./discussion-editor.tsx').then((module) => module.DiscussionEditor),
)

/** A description is the reason to open the page, so only very long ones are folded. */
const foldTo = { characters: 4_000, lines: 80 }
const descriptionName = 'the description'

/** @param props.onQuote Inserts a quote into the comment composer. */
export function DiscussionArticle({
  discussion,
  onQuote,
}: {
  discussion: Discussion
  onQuote: ((quote: string) => void) | undefined
}) {
  const { author, created_at, edited_at, title, description } = discussion
  const [editing, setEditing] = useState(false)
  // Undefined until it is opened for the first time.
  const [historyOpen, setHistoryOpen] = useState<boolean>()
  const heading = useRef<HTMLHeadingElement>(null)
  const own = useSession()?.user_id === discussion.user
  const showHistory = () => setHistoryOpen(true)
  function closeEditor() {
    setEditing(false)
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <article aria-labelledby="discussion-title">
      <DiscussionBadges discussion={discussion} />
      <h1
        ref={heading}
        id="discussion-title"
        tabIndex={-1}
        dir="auto"
        className="mt-2 max-w-[32ch] text-[1.75rem] leading-tight wrap-anywhere sm:mt-3 sm:text-4xl"
      >
        {title}
      </h1>
      <header className="@container mt-4 flex items-center gap-3">
        <AuthorAvatar author={author} size="small" />
        <div className="min-w-0 flex-1">
          <AuthorLine author={author} createdAt={created_at} preset="forum">
            {edited_at !== null && <EditedMark of="this discussion" onShowHistory={showHistory} />}
          </AuthorLine>
        </div>
        <DiscussionMenu
          discussion={discussion}
          own={own}
          onEdit={() => setEditing(true)}
          onShowHistory={edited_at === null ? undefined : showHistory}
          onQuote={onQuote && (() => onQuote(quoteText(description)))}
        />
      </header>
      {editing ? (
        <Suspense fallback={<Skeleton className="mt-4 h-96" />}>
          <DiscussionEditor discussion={discussion} onClose={closeEditor} />
        </Suspense>
      ) : (
        <>
          <div className="mt-4 sm:text-lg">
            <Markdown
              text={description}
              of={descriptionName}
              foldTo={foldTo}
              quoteId="description"
              className="prose space-y-4"
            />
          </div>
          <DiscussionTags tags={discussion.tags} />
          <DiscussionActions discussion={discussion} />
        </>
      )}
      {edited_at !== null && historyOpen !== undefined && (
        <Suspense>
          <EditHistory
            open={historyOpen}
            onOpenChange={setHistoryOpen}
            noun="discussion"
            markdown
            current={{ title, text: description, created_at: edited_at }}
            revisions={discussionRevisionsQuery(discussion.id)}
          />
        </Suspense>
      )}
    </article>
  )
}
