import { createFileRoute, useLocation } from '@tanstack/react-router'
import { UnsubscribePage } from '#features/notifications/unsubscribe-page.tsx'

export const Route = createFileRoute('/unsubscribe/')({ component: Unsubscribe })

function Unsubscribe() {
  return <UnsubscribePage token={useLocation().hash} />
}
