import type { Discussion } from '@wtpu/contract/forums/discussions'
import { Eye, MessageSquare, ThumbsUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { LikeButton } from '#community/reaction-button.tsx'
import { compactCount, fullCount } from '#lib/format.ts'
import { useLikeDiscussion } from './discussion-api.ts'

/** The Like toggle, and the figures of a discussion. */
export function DiscussionActions({ discussion }: { discussion: Discussion }) {
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
      <Figure icon={<MessageSquare />} count={num_comments} one="reply" many="replies" />
      <Figure icon={<Eye />} count={views} one="view" many="views" />
    </div>
  )
}

function Figure({ icon, count, one, many }: { icon: ReactNode; count: number; one: string; many: string }) {
  return (
    <p title={fullCount(count)} className="flex items-center gap-1.5 whitespace-nowrap tabular-nums [&_svg]:size-4">
      <span aria-hidden>{icon}</span>
      {compactCount(count)} {count === 1 ? one : many}
    </p>
  )
}
