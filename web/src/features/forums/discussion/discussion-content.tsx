import type { Discussion, DiscussionRevision } from '@wtpu/contract/forums/discussions'
import { useState } from 'react'
import { AuthorAvatar, AuthorLine, EditedMark } from '#community/author-line.tsx'
import { Markdown } from '#community/markdown/markdown.tsx'
import { QuoteArea } from '#community/markdown/quote-area.tsx'
import { quoteText } from '#community/markdown/quote.ts'
import { useSession } from '#lib/session/session.ts'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DiscussionActions } from './discussion-actions.tsx'
import { discussionRevisionsQuery } from './discussion-api.ts'
import { titleElementId } from './discussion-layout.tsx'
import { DiscussionMenu } from './discussion-menu.tsx'
import { DiscussionTags } from './discussion-tags.tsx'

const EditHistory = lazyDialog(
  () => 'Edit History',
  () => import('#community/edit-history.tsx').then((module) => module.EditHistory<DiscussionRevision>),
)
const DiscussionEditor = lazyComponent(() =>
  import('./discussion-editor.tsx').then((module) => module.DiscussionEditor),
)

/** A description is the reason to open the page, so only very long ones are folded. */
const foldTo = { characters: 4_000, lines: 80 }

/**
 * The article below its title.
 *
 * @param props.onQuote Inserts a quote into the comment composer.
 */
export function DiscussionContent({
  discussion,
  onQuote,
}: {
  discussion: Discussion
  onQuote: ((quote: string) => void) | undefined
}) {
  const { author, created_at, edited_at, title, description } = discussion
  const [editing, setEditing] = useState(false)
  const [historyOpen, setHistoryOpen] = useState(false)
  const own = useSession()?.user_id === discussion.user
  const showHistory = () => setHistoryOpen(true)
  function closeEditor() {
    setEditing(false)
    document.getElementById(titleElementId)?.focus({ preventScroll: true })
  }
  return (
    <>
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
        <DiscussionEditor fallback={<Skeleton className="mt-4 h-96" />} discussion={discussion} onClose={closeEditor} />
      ) : (
        <>
          <Description text={description} onQuote={onQuote} />
          <DiscussionTags tags={discussion.tags} />
          <DiscussionActions discussion={discussion} />
        </>
      )}
      {edited_at !== null && (
        <EditHistory
          open={historyOpen}
          onOpenChange={setHistoryOpen}
          noun="discussion"
          markdown
          current={{ title, text: description, created_at: edited_at }}
          revisions={discussionRevisionsQuery(discussion.id)}
        />
      )}
    </>
  )
}

/** Readers can quote from it, unless the discussion is locked. */
function Description({ text, onQuote }: { text: string; onQuote: ((quote: string) => void) | undefined }) {
  const markdown = (
    <Markdown text={text} of="the description" foldTo={foldTo} quoteId="description" className="prose space-y-4" />
  )
  return (
    <div className="mt-4 sm:text-lg">{onQuote ? <QuoteArea onQuote={onQuote}>{markdown}</QuoteArea> : markdown}</div>
  )
}
