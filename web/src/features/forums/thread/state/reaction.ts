import type { ForumComment } from '@wtpu/contract/forums/comments'
import { useRef, useState } from 'react'
import { react } from './comment-commands.ts'
import { useMyReaction, type Reaction } from './my-reactions.ts'
import { commentsKey } from './thread-api.ts'
import { useThread } from './thread-context.ts'

/** Clicks of other devices can make a toggle end in another state than was wished. After so many calls, the server wins. */
const maxCalls = 4

/**
 * The viewer's like or dislike of a comment, which exclude each other. A click shows at once. One request runs at a time:
 * clicks during a request only change the wish. After a failure, the state of the server is shown again.
 */
export function useReaction(comment: ForumComment) {
  const { queryClient, reactions, discussionId } = useThread()
  const saved = useMyReaction(reactions, comment.id)
  const [shownWish, setShownWish] = useState<Reaction>()
  const wish = useRef<Reaction>(undefined)
  const shown = shownWish ?? saved

  async function sendWishes() {
    try {
      for (let calls = 0; calls < maxCalls; calls++) {
        if (wish.current === undefined || wish.current === reactions.get(comment.id)) break
        await react(queryClient, reactions, comment, wish.current)
      }
    } catch {
      // Roll back, below. The failure was reported.
    }
    wish.current = undefined
    setShownWish(undefined)
    void queryClient.invalidateQueries({ queryKey: commentsKey(discussionId) })
  }
  function toggle(value: 1 | -1) {
    const sending = wish.current !== undefined
    wish.current = shown === value ? 0 : value
    setShownWish(wish.current)
    if (!sending) void sendWishes()
  }
  const withWish = (count: number, value: 1 | -1) =>
    Math.max(0, count + Number(shown === value) - Number(saved === value))
  return {
    value: shown,
    likes: withWish(comment.like_count, 1),
    dislikes: withWish(comment.dislike_count, -1),
    toggle,
  }
}
