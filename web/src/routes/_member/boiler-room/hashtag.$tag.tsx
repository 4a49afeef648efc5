import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/_member/boiler-room/hashtag/$tag')({ component: HashtagPage })

const planned = ['Search within a hashtag', 'Related hashtags']

function HashtagPage() {
  return (
    <ComingSoon path="/boiler-room/hashtag/tag" planned={planned}>
      All posts with this hashtag.
    </ComingSoon>
  )
}
