import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/_member/boiler-room/')({ component: BoilerRoomPage })

const planned = ['Posts with text, image or video', 'Trending hashtags', 'People to follow', 'Likes and comments']

function BoilerRoomPage() {
  return (
    <ComingSoon path="/boiler-room" planned={planned}>
      A feed where citizens let off steam: short posts with pictures, video and hashtags.
    </ComingSoon>
  )
}
