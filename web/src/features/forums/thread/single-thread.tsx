import { charactersOf } from '@wtpu/contract/characters'
import type { ForumComment } from '@wtpu/contract/forums/comments'
import { plainText } from '@wtpu/contract/forums/plain-text'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect } from 'react'
import { backLinkClass } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { ThreadLink } from './comment-header.tsx'
import { CommentItem } from './comment-item.tsx'
import { repliesLoadFailed, threadMissing, tombstones } from '../messages.ts'
import { ReplyList, ReplySkeletons } from './reply-list.tsx'
import { ancestorsQuery } from './thread-api.ts'
import { useThread } from './thread-context.ts'

const excerptLength = 140

/** One comment with its replies, on a view of its own. The comments above this one are shown as context. */
export function SingleThread({ rootId, linked }: { rootId: number; linked: number | undefined }) {
  const { discussionId, reactions } = useThread()
  const ancestors = useQuery({ ...ancestorsQuery(discussionId, rootId), select: withoutReplies })
  const { data } = ancestors
  useEffect(() => {
    if (data) reactions.load(data)
  }, [reactions, data])
  const root = data?.at(-1)
  return (
    <>
      <ThreadLink search={{}} className={`mb-4 ${backLinkClass}`}>
        <ArrowLeft aria-hidden className="size-4" />
        Back to all replies
      </ThreadLink>
      {ancestors.isPending ? (
        <ReplySkeletons />
      ) : !data || !root ? (
        <ErrorState
          title={ancestors.error?.status === 404 ? threadMissing : repliesLoadFailed}
          onRetry={ancestors.error?.status === 404 ? undefined : () => ancestors.refetch()}
        >
          {ancestors.error?.status !== 404 && ancestors.error?.message}
        </ErrorState>
      ) : (
        <>
          <Context ancestors={data.slice(0, -1)} open={linked === rootId} />
          <div className="mb-4 px-2">
            <CommentItem comment={root} parentName={data.at(-2)?.user_name} />
          </div>
          <ReplyList parent={root} linked={linked === rootId ? undefined : linked} />
        </>
      )}
    </>
  )
}

/** The server sends no replies with them. */
const withoutReplies = (comments: readonly Omit<ForumComment, 'replies'>[]): ForumComment[] =>
  comments.map((comment) => ({ ...comment, replies: [] }))

/** The comments above, each on one line. */
function Context({ ancestors, open }: { ancestors: readonly ForumComment[]; open: boolean }) {
  if (ancestors.length === 0) return null
  return (
    <Disclosure
      open={open}
      title={`In reply to ${ancestors.length === 1 ? '1 comment' : `${ancestors.length} comments`} above`}
      className="mb-4 rounded-card border border-line bg-surface px-4"
    >
      <ol className="divide-y divide-line border-t border-line pb-2">
        {ancestors.map(({ id, state, user_name, content }) => (
          <li key={id} className="py-2.5">
            <ThreadLink search={{ comment: id }} className="block wrap-anywhere hover:underline">
              {state === 'shown' ? (
                <>
                  <span translate="no" className="font-semibold">
                    {user_name}:
                  </span>{' '}
                  {excerptOf(content)}
                </>
              ) : (
                <span className="text-soft italic">{tombstones[state]}</span>
              )}
            </ThreadLink>
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}

function excerptOf(markdown: string): string {
  const characters = charactersOf(plainText(markdown.slice(0, 4 * excerptLength)))
  return characters.length > excerptLength
    ? `${characters.slice(0, excerptLength).join('').trimEnd()}…`
    : characters.join('')
}
