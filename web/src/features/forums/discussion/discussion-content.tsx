import type { Written } from '@wtpu/contract/schemas'
import { fullCount } from '@wtpu/contract/full-count'
import type { Discussion, DiscussionRevision } from '@wtpu/contract/forums/discussions'
import type { Tag } from '@wtpu/contract/forums/tags'
import { Link, useNavigate } from '@tanstack/react-router'
import Eye from 'lucide-react/icons/eye'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import MessageSquare from 'lucide-react/icons/message-square'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { useState, type ReactNode } from 'react'
import { AuthorAvatar, AuthorLine, EditedMark } from '#community/author-line.tsx'
import { Markdown } from '#community/markdown/markdown.tsx'
import { QuoteArea } from '#community/markdown/quote-area.tsx'
import { quoteText } from '#community/markdown/quote.ts'
import { ContentMenu } from '#community/menu/content-menu.tsx'
import { LikeButton } from '#community/reaction-button.tsx'
import { compactCount } from '#lib/format.ts'
import { useSession } from '#lib/session/session.ts'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { parseForumSearch } from '#features/forums/search.ts'
import {
  discussionRevisionsQuery,
  useDeleteDiscussion,
  useLikeDiscussion,
  useLockDiscussion,
  useSlowDiscussion,
  useUnlockDiscussion,
} from './discussion-api.ts'
import { titleElementId } from './discussion-layout.tsx'

const EditHistory = lazyDialog(
  () => 'Edit history',
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
      <header className="@container mt-4 flex flex-wrap items-center gap-3">
        <AuthorAvatar author={author} size="small" />
        <div className="min-w-0 flex-[1_1_6rem]">
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
          <Description text={description} writing={discussion} onQuote={onQuote} />
          <DiscussionTags tags={discussion.tags} />
          <DiscussionActions discussion={discussion} />
        </>
      )}
      {edited_at !== null && (
        <EditHistory
          open={historyOpen}
          onOpenChange={setHistoryOpen}
          noun="discussion"
          writing={discussion}
          markdown
          current={{ title, text: description, created_at: edited_at }}
          revisions={discussionRevisionsQuery(discussion.id)}
        />
      )}
    </>
  )
}

/** Readers can quote from it, unless the discussion is locked. */
function Description({
  text,
  writing,
  onQuote,
}: {
  writing: Written
  text: string
  onQuote: ((quote: string) => void) | undefined
}) {
  const markdown = (
    <Markdown
      text={text}
      writing={writing}
      of="the description"
      foldTo={foldTo}
      quoteId="description"
      className="prose space-y-4"
    />
  )
  return (
    <div className="mt-4 sm:text-lg">{onQuote ? <QuoteArea onQuote={onQuote}>{markdown}</QuoteArea> : markdown}</div>
  )
}

/** The Like toggle, and the figures of a discussion. */
function DiscussionActions({ discussion }: { discussion: Discussion }) {
  const { id, user_has_liked, like_count, num_comments, views } = discussion
  const like = useLikeDiscussion(id)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-1 border-y border-line py-1.5 text-sm text-soft">
      <LikeButton
        icon={ThumbsUp}
        liked={user_has_liked}
        count={like_count}
        of="this discussion"
        send={like.mutateAsync}
        className="-ml-3"
      />
      <Figure icon={<MessageSquare />} count={num_comments} noun="reply" plural="replies" />
      <Figure icon={<Eye />} count={views} noun="view" plural="views" />
    </div>
  )
}

function Figure({ icon, count, noun, plural }: { icon: ReactNode; count: number; noun: string; plural: string }) {
  return (
    <p title={fullCount(count)} className="flex items-center gap-1.5 whitespace-nowrap tabular-nums [&_svg]:size-4">
      <span aria-hidden>{icon}</span>
      {compactCount(count)} {count === 1 ? noun : plural}
    </p>
  )
}

/** All tags of a discussion. Each leads to the list of discussions with it. */
function DiscussionTags({ tags }: { tags: readonly Tag[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="mt-5 flex flex-wrap gap-x-2">
      {tags.map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <Link
            to="/forums"
            search={parseForumSearch({ tag: String(id) })}
            className="group flex min-h-11 max-w-full items-center text-sm text-soft"
          >
            <span className="rounded-full border border-line px-2.5 py-0.5 wrap-anywhere group-hover:border-edge group-hover:text-ink">
              <bdi>#{name}</bdi>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const DecisionDialog = lazyDialog(
  ({ title }) => title,
  () => import('#community/menu/decision-dialog.tsx').then((module) => module.DecisionDialog),
)

/** What the viewer, its author or a moderator can do with the discussion. */
function DiscussionMenu({
  discussion,
  own,
  onEdit,
  onShowHistory,
  onQuote,
}: {
  discussion: Discussion
  own: boolean
  onEdit: () => void
  onShowHistory: (() => void) | undefined
  onQuote: (() => void) | undefined
}) {
  const { id, is_locked, can_moderate } = discussion
  const navigate = useNavigate()
  const remove = useDeleteDiscussion(id, () => navigate({ to: '/forums', search: parseForumSearch({}) }))
  const { lockAction, dialog } = useLockAction(discussion)
  const slow = useSlowDiscussion(id)
  const slowAction = {
    label: discussion.is_slow ? 'End slow mode' : 'Start slow mode',
    icon: <MessageSquare aria-hidden />,
    onSelect: () => slow.mutate(!discussion.is_slow),
  }
  return (
    <div className="-mr-2 sm:-mr-3">
      <ContentMenu
        noun="discussion"
        of="this discussion"
        content={{ kind: 'discussion', id }}
        own={own}
        author={discussion.author}
        link={`${window.location.origin}/forums/${id}`}
        canBookmark
        onQuote={onQuote}
        onEdit={own && !is_locked ? onEdit : undefined}
        onShowHistory={onShowHistory}
        actions={can_moderate ? (own ? [slowAction] : [lockAction, slowAction]) : undefined}
        onDelete={own ? remove.mutateAsync : undefined}
      />
      {dialog}
    </div>
  )
}

/** The menu entry that locks or unlocks the discussion, and the dialog that asks for the guideline. */
function useLockAction({ id, is_locked }: Discussion) {
  const [asking, setAsking] = useState(false)
  const lock = useLockDiscussion(id)
  const unlock = useUnlockDiscussion(id)
  const lockAction = is_locked
    ? { label: 'Unlock discussion', icon: <LockOpen aria-hidden />, onSelect: () => unlock.mutate() }
    : { label: 'Lock discussion', icon: <Lock aria-hidden />, onSelect: () => setAsking(true) }
  const dialog = (
    <DecisionDialog
      open={asking}
      onOpenChange={setAsking}
      content={{ kind: 'discussion', id }}
      title="Lock this discussion?"
      description="Everyone can still read it, but nobody can reply to it or edit it. Its author receives the reason and can appeal."
      confirmLabel="Lock"
      pendingLabel="Locking..."
      send={lock.mutateAsync}
    />
  )
  return { lockAction, dialog }
}
