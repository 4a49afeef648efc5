import { createFileRoute } from '@tanstack/react-router'
import { QueuePage } from '#features/moderation/queue-page.tsx'
import { parseQueueSearch } from '#features/moderation/search.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

const PostMediaView = lazyComponent(() =>
  import('#features/boiler-room/card/post-media.tsx').then((module) => module.PostMediaView),
)

// The search params are parsed by the page, because every other page would load a `validateSearch` too.
export const Route = createFileRoute('/_member/moderation/')({ component: Moderation })

function Moderation() {
  const search: Record<string, unknown> = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <QueuePage
      search={parseQueueSearch(search)}
      Media={PostMediaView}
      onSearch={(next) => void navigate({ search: { ...next }, resetScroll: false })}
    />
  )
}
