import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/_member/forums/')({ component: ForumsPage })

const planned = [
  'Start and follow discussions',
  'Categories and tags',
  'Replies to replies',
  'Recent activity and trending topics',
]

function ForumsPage() {
  return (
    <ComingSoon path="/forums" planned={planned}>
      Discussions on the issues of the day, sorted by topic and open to every member.
    </ComingSoon>
  )
}
