import type { CommentRevision, ForumComment } from '@wtpu/contract/forums/comments'
import { plainText } from '@wtpu/contract/forums/plain-text'
import ArrowDown from 'lucide-react/icons/arrow-down'
import Link2 from 'lucide-react/icons/link-2'
import Pin from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldX from 'lucide-react/icons/shield-x'
import Sparkles from 'lucide-react/icons/sparkles'
import Handshake from 'lucide-react/icons/handshake'
import { useState, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { AuthorAvatar, AuthorLine, EditedMark } from '#community/author-line.tsx'
import { contentName } from '#community/comment-row.tsx'
import { quoteText } from '#community/markdown/quote.ts'
import { ContentMenu } from '#community/menu/content-menu.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { classes } from '#lib/classes.ts'
import { useStore } from '#lib/store.ts'
import { fullDate } from '#lib/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import { tombstones } from '../messages.ts'
import { commentRevisionsQuery, deleteComment, removeComment, setPinned } from './thread-api.ts'
import { commentElementId, useThread, type ThreadView } from './thread-context.ts'
import { threadPath, type ThreadSearch } from './thread-search.ts'
import { Term } from '#community/small/term.tsx'

const DecisionDialog = lazyDialog(
  ({ title }) => title,
  () => import('#community/menu/decision-dialog.tsx').then((module) => module.DecisionDialog),
)

const EditHistory = lazyDialog(
  () => 'Edit history',
  () => import('#community/edit-history.tsx').then((module) => module.EditHistory<CommentRevision>),
)

interface CommentHeaderProps {
  comment: ForumComment
  parentName?: string
  linked: boolean
  isNew: boolean
  onEdit: () => void
}

/** The author, the age and the badges of a comment, and its menu. */
export function CommentHeader({ comment, parentName, linked, isNew, onEdit }: CommentHeaderProps) {
  const [historyOpen, setHistoryOpen] = useState(false)
  const author = { id: comment.user ?? 0, name: comment.user_name, avatar: comment.user_avatar }
  const name = nameOf(comment)
  const showHistory = () => setHistoryOpen(true)
  return (
    <div className="flex flex-wrap items-start gap-3">
      {comment.user !== null && <AuthorAvatar author={author} size="small" />}
      <div className="min-w-0 flex-[1_1_6rem]">
        <Line comment={comment} name={name} onShowHistory={showHistory}>
          <Badges comment={comment} linked={linked} isNew={isNew} />
        </Line>
        {comment.parent !== null && parentName !== undefined && (
          <InReplyTo parent={comment.parent} parentName={parentName} />
        )}
      </div>
      <div className="-my-1.5 -mr-2 ml-auto">
        <CommentMenu
          comment={comment}
          name={name}
          onEdit={onEdit}
          onShowHistory={comment.edited_at === null ? undefined : showHistory}
        />
      </div>
      {comment.edited_at !== null && (
        <EditHistory
          open={historyOpen}
          onOpenChange={setHistoryOpen}
          current={{ text: comment.content, created_at: comment.edited_at }}
          revisions={commentRevisionsQuery(comment.id)}
          noun="comment"
          writing={comment}
          markdown
        />
      )}
    </div>
  )
}

interface LineProps {
  comment: ForumComment
  name: string
  onShowHistory: () => void
  /** The badges, which follow on the same line if there is room. */
  children: ReactNode
}

function Line({ comment, name, onShowHistory, children }: LineProps) {
  const author = { id: comment.user ?? 0, name: comment.user_name, avatar: comment.user_avatar }
  const edited = comment.edited_at !== null && <EditedMark of={name} onShowHistory={onShowHistory} />
  if (comment.user !== null) {
    return (
      <AuthorLine author={author} createdAt={comment.created_at} preset="forum">
        {edited}
        {children}
      </AuthorLine>
    )
  }
  // The account was deleted, so there is no profile.
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <span translate="no" className="min-w-0 py-1 font-semibold wrap-anywhere">
        {comment.user_name}
      </span>
      <RelativeTime at={comment.created_at} preset="forum" />
      {edited}
      {children}
    </p>
  )
}

function Badges({ comment, linked, isNew }: Pick<CommentHeaderProps, 'comment' | 'linked' | 'isNew'>) {
  const { valued_across_groups: isValued } = comment
  if (!comment.isModerator && !comment.isPinned && !isValued && !linked && !isNew) return null
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-1.5 self-center wrap-anywhere">
      {comment.isModerator && (
        <Badge tone="violet" icon={<ShieldCheck aria-hidden />}>
          Moderator
        </Badge>
      )}
      {comment.isPinned && (
        <Badge tone="warning" icon={<Pin aria-hidden />}>
          Pinned
        </Badge>
      )}
      {isValued && (
        <Badge icon={<Handshake aria-hidden />}>
          <Term name="Valued across groups">Valued across groups</Term>
        </Badge>
      )}
      {linked && (
        <Badge tone="brand" icon={<Link2 aria-hidden />}>
          Linked comment
        </Badge>
      )}
      {isNew && (
        <>
          <Badge tone="good" icon={<Sparkles aria-hidden />}>
            New
          </Badge>
          <NextNewButton commentId={comment.id} />
        </>
      )}
    </span>
  )
}

/** Jumps to the comment that this one replies to. */
function InReplyTo({ parent, parentName }: { parent: number; parentName: string }) {
  const { view } = useThread()
  return (
    <p className="text-sm text-soft">
      in reply to{' '}
      <ThreadLink
        search={{ comment: parent }}
        className="rounded-sm font-medium underline decoration-dotted underline-offset-4 hover:text-ink"
        onFollow={() => {
          if (!document.getElementById(commentElementId(parent))) return false
          view.focus(parent, 'start')
          return true
        }}
      >
        {parentName || 'a removed comment'}
      </ThreadLink>
    </p>
  )
}

/** A link to another view of the same thread. `onFollow` may handle a plain click without a navigation. */
export function ThreadLink({
  search,
  onFollow,
  ...link
}: Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { search: Omit<ThreadSearch, 'sort'>; onFollow?: () => boolean }) {
  const { discussionId, sort, go } = useThread()
  const target = { sort, ...search }
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!onFollow?.()) go(target, 'push')
  }
  return (
    <a {...link} href={threadPath(discussionId, target)} onClick={follow}>
      {link.children}
    </a>
  )
}

interface CommentMenuProps {
  comment: ForumComment
  name: string
  onEdit: () => void
  onShowHistory?: () => void
}

/** What the viewer can do with a comment, and a moderator too. */
function CommentMenu({ comment, name, onEdit, onShowHistory }: CommentMenuProps) {
  const { discussionId, queryClient, view, viewerId, locked, canModerate } = useThread()
  const [removing, setRemoving] = useState(false)
  const own = comment.user !== null && comment.user === viewerId
  const link = `${window.location.origin}${threadPath(discussionId, { comment: comment.id })}`
  const moderation = [
    ...(comment.parent === null
      ? [pinAction(comment.isPinned, () => void setPinned(queryClient, comment, !comment.isPinned))]
      : []),
    // Nobody decides about their own content.
    ...(own ? [] : [{ label: 'Remove comment', icon: <ShieldX aria-hidden />, onSelect: () => setRemoving(true) }]),
  ]
  return (
    <>
      <ContentMenu
        noun="comment"
        of={name}
        content={{ kind: 'comment', id: comment.id }}
        own={own}
        author={{ id: comment.user ?? 0, name: comment.user_name }}
        link={link}
        onQuote={locked ? undefined : () => view.setReplyTo(comment.id, quoteText(comment.content))}
        onEdit={own && !locked ? onEdit : undefined}
        onShowHistory={onShowHistory}
        actions={canModerate ? moderation : undefined}
        onDelete={own ? () => deleteComment(queryClient, comment) : undefined}
        focusAfterDelete={() =>
          document.getElementById(commentElementId(comment.id)) ?? document.getElementById('replies')
        }
      />
      {canModerate && (
        <DecisionDialog
          open={removing}
          onOpenChange={setRemoving}
          content={{ kind: 'comment', id: comment.id }}
          title="Remove this comment?"
          description={`Others will see that a moderator removed it. ${comment.user_name} receives the reason and can appeal.`}
          confirmLabel="Remove"
          pendingLabel="Removing..."
          send={(decision) => removeComment(queryClient, comment, decision)}
        />
      )}
    </>
  )
}

function pinAction(isPinned: boolean, onSelect: () => void) {
  const icon = isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />
  return { label: isPinned ? 'Unpin comment' : 'Pin comment', icon, onSelect }
}

/** Moves from a new comment to the next one. */
function NextNewButton({ commentId }: { commentId: number }) {
  const { view } = useThread()
  const hasOthers = useStore(view, (state) => state.newCount > 1)
  if (!hasOthers) return null
  return (
    <button type="button" className={`${actionClass} -my-2.5`} onClick={() => focusNextNew(view, commentId)}>
      <ArrowDown aria-hidden className="size-4" />
      <span>
        Next new <span className="sr-only">comment</span>
      </span>
    </button>
  )
}

/** Moves focus to the new comment after this one in the order of the page, from the last one to the first. */
export function focusNextNew(view: ThreadView, after?: number): void {
  const ids = [...document.querySelectorAll<HTMLElement>('article[data-new]')]
    .filter((element) => element.checkVisibility?.() ?? true)
    .map(({ id }) => Number(id.replace('comment-', '')))
  const next = ids[after === undefined ? 0 : ids.indexOf(after) + 1] ?? ids[0]
  if (next !== undefined) view.focus(next, 'start')
}

/** Enough of the Markdown text for the excerpt in the name. */
const excerptSource = 200

/** Names a comment for screen readers, also the slot of a hidden one. */
export function nameOf({ state, user_name, content, created_at }: ForumComment): string {
  return state === 'shown'
    ? contentName('comment', user_name, plainText(content.slice(0, excerptSource)), created_at)
    : `the comment “${tombstones[state]}”, ${fullDate(created_at)}`
}

/** The buttons below a comment. */
export const actionClass = classes(buttonClass({ variant: 'ghost', size: 'small' }), 'px-2.5! text-soft!')
