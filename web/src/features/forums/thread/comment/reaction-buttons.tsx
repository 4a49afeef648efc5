import type { ForumComment } from '@wtpu/contract/forums/comments'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { ReactionButton } from '#community/reaction-button.tsx'
import { usePendingValue } from '#community/use-pending-value.ts'
import { classes } from '#lib/classes.ts'
import { useStore } from '#lib/store.ts'
import { buttonClass } from '#ui/button.tsx'
import { react } from '#features/forums/thread/state/comment-commands.ts'
import type { Reaction } from '#features/forums/thread/state/my-reactions.ts'
import { useThread } from '#features/forums/thread/state/thread-context.ts'

/** The viewer's like or dislike of a comment, which exclude each other. `of` names the comment. */
export function ReactionButtons({ comment, of }: { comment: ForumComment; of: string }) {
  const { queryClient, reactions } = useThread()
  const read = () => reactions.get(comment.id)
  const saved = useStore(reactions, read)
  const [shown, change] = usePendingValue<Reaction>(saved, (next) => react(queryClient, reactions, comment, next), read)
  const propsOf = (value: 1 | -1, count: number) => ({
    of,
    on: shown === value,
    count: count + Number(shown === value) - Number(saved === value),
    onToggle: () => change((current) => (current === value ? 0 : value)),
    className: 'px-2.5!',
  })
  return (
    <>
      <ReactionButton icon={ThumbsUp} {...propsOf(1, comment.like_count)} />
      <ReactionButton verb="Dislike" icon={ThumbsDown} {...propsOf(-1, comment.dislike_count)} />
    </>
  )
}

/** The buttons below a comment. */
export const actionClass = classes(buttonClass({ variant: 'ghost', size: 'small' }), 'px-2.5! text-soft!')
