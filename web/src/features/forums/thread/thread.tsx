import { fullCount } from '@wtpu/contract/full-count'
import { forumCommentMaxLength, type CommentSort, type ForumComment } from '@wtpu/contract/forums/comments'
import { discussionLocked } from '@wtpu/contract/errors'
import type { Discussion } from '@wtpu/contract/forums/discussions'
import { isOn } from '@wtpu/contract/site/parts'
import ArrowDown from 'lucide-react/icons/arrow-down'
import Lock from 'lucide-react/icons/lock'
import ShieldX from 'lucide-react/icons/shield-x'
import { startTransition, useDeferredValue, useEffect, useOptimistic, useRef } from 'react'
import { contentName } from '#community/comment-row.tsx'
import { MarkdownEditor } from '#community/markdown/markdown-editor.tsx'
import { Markdown } from '#community/markdown/markdown.tsx'
import { QuoteArea } from '#community/markdown/quote-area.tsx'
import { SlowNote } from '#community/slow-note.tsx'
import { useStore } from '#lib/store.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/form/fields.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { focusNextNew } from './comment-header.tsx'
import { sortLabels } from '../messages.ts'
import { ReplyList, ReplySkeletons } from './reply-list.tsx'
import { postComment } from './thread-api.ts'
import { ThreadContext, useThread, useThreadContextValue } from './thread-context.ts'
import type { OnThreadSearch, ThreadSearch } from './thread-search.ts'

const SingleThread = lazyComponent(() => import('./single-thread.tsx').then((module) => module.SingleThread))

interface ThreadProps {
  discussion: Discussion
  search: ThreadSearch
  onSearch: OnThreadSearch
  /** A quote from the description, for the composer. `onQuoted` must unset it. */
  quote?: string
  onQuoted?: () => void
}

/** The comments of a discussion. */
export function Thread({ discussion, search, onSearch, quote, onQuoted }: ThreadProps) {
  // The menu changes at once. React renders the rows in the background, because so many would block a phone for a second.
  const [chosenSort, setChosenSort] = useOptimistic(search.sort ?? 'newest')
  const sort = useDeferredValue(search.sort)
  const thread = useThreadContextValue(discussion, sort, onSearch)
  const { view } = thread
  const linked = search.comment
  useEffect(() => {
    view.setLinked(linked)
    if (linked !== undefined) view.focus(linked, 'start')
  }, [view, linked])
  return (
    <ThreadContext value={thread}>
      <section id="replies" tabIndex={-1} aria-labelledby="replies-title" className="scroll-mt-24 outline-none">
        <div className="mb-5 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
          <h2 id="replies-title" className="text-2xl">
            Replies <span className="tabular-nums">({fullCount(discussion.num_comments)})</span>
          </h2>
          <NewSinceLastVisit />
          {/* The view of one comment always lists the replies oldest first. */}
          {search.thread === undefined && (
            <SortField
              sort={chosenSort}
              onSort={(next) =>
                startTransition(async () => {
                  setChosenSort(next)
                  await onSearch({ sort: next === 'newest' ? undefined : next }, 'push')
                })
              }
            />
          )}
        </div>
        {discussion.removed_comments.length > 0 && <RemovedComments comments={discussion.removed_comments} />}
        {discussion.is_locked ? <LockedNote /> : discussion.is_slow && <SlowNote />}
        <QuoteArea onQuote={(text, commentId) => view.setReplyTo(Number(commentId), text)}>
          {search.thread === undefined ? (
            <>
              <NewComment quote={quote} onQuoted={onQuoted} />
              <ReplyList key={sort} linked={linked} />
            </>
          ) : (
            <SingleThread key={search.thread} fallback={<ReplySkeletons />} rootId={search.thread} linked={linked} />
          )}
        </QuoteArea>
      </section>
    </ThreadContext>
  )
}

/** Reserves no space: the number is known once comments are loaded, and the heading's line has room. */
function NewSinceLastVisit() {
  const { view } = useThread()
  const count = useStore(view, ({ newCount }) => newCount)
  if (count === 0) return null
  return (
    <Button variant="secondary" size="small" onClick={() => focusNextNew(view)} className="sm:mr-auto">
      <ArrowDown aria-hidden className="size-4" />
      <span>
        {fullCount(count)} new since your last visit<span className="sr-only">: go to the first</span>
      </span>
    </Button>
  )
}

const sorts = ['oldest', 'newest', 'popular', 'common_ground'] as const

function SortField({ sort, onSort }: { sort: CommentSort; onSort: (sort: CommentSort) => void }) {
  return (
    <SelectField
      label="Sort replies"
      value={sort}
      onChange={({ target }) => onSort(sorts.find((option) => option === target.value) ?? 'newest')}
      className="w-full min-[30rem]:w-52"
    >
      {sorts
        .filter((option) => option !== 'common_ground' || isOn('common-ground'))
        .map((option) => (
          <option key={option} value={option}>
            {sortLabels[option]}
          </option>
        ))}
    </SelectField>
  )
}

/** The viewer's own comments that a moderator removed, with the reason. Only their author sees them. */
function RemovedComments({ comments }: { comments: Discussion['removed_comments'] }) {
  return (
    <ul aria-label="Your removed comments" className="mb-6 grid gap-3">
      {comments.map(({ id, content, reason }) => (
        <li key={id} className="rounded-card border border-line bg-warning-tint px-4 py-3">
          <p className="flex items-center gap-2 font-semibold text-warning">
            <ShieldX aria-hidden className="size-4 shrink-0" />
            A moderator removed your comment
          </p>
          <p className="mt-1 wrap-anywhere">
            <span className="font-semibold">Reason:</span> {reason}
          </p>
          <Disclosure title="Show your comment" className="mt-1">
            <Markdown
              text={content}
              of={contentName('comment', 'You', content)}
              className="border-l-2 border-edge pl-3"
            />
          </Disclosure>
        </li>
      ))}
    </ul>
  )
}

/** Replaces the composer. */
function LockedNote() {
  return (
    <p className="mb-6 flex items-center gap-3 rounded-card border border-line bg-sunken px-4 py-3">
      <Lock aria-hidden className="size-4 shrink-0 text-soft" />
      {discussionLocked} You can read the replies, but not add one.
    </p>
  )
}

/** The composer above the comments. */
function NewComment({ quote, onQuoted }: Pick<ThreadProps, 'quote' | 'onQuoted'>) {
  const { discussionId, sort, queryClient, view, locked } = useThread()
  const posted = useRef<ForumComment>(undefined)
  if (locked) return null
  return (
    <MarkdownEditor
      draftName={`forum-comment:${discussionId}`}
      label="Your comment on this discussion"
      limit={forumCommentMaxLength}
      submitLabel="Post Comment"
      pendingLabel="Posting..."
      quote={quote}
      onQuoted={onQuoted}
      send={async (content, idempotencyKey, written) => {
        posted.current = await postComment(queryClient, { discussionId, sort, content, written, idempotencyKey })
      }}
      // `onSent` is called after the composer has focused its text box.
      onSent={() => posted.current && view.focus(posted.current.id)}
      className="mb-6"
    />
  )
}
