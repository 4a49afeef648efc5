import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/_member/forums/$discussionId')({ component: DiscussionPage })

const planned = ['Replies sorted by date or popularity', 'Likes and dislikes', 'Bookmarks and reports']

function DiscussionPage() {
  return (
    <ComingSoon path="/forums/1" planned={planned}>
      A discussion with all its replies.
    </ComingSoon>
  )
}
