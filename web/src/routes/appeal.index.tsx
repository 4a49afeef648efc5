import { createFileRoute, useLocation } from '@tanstack/react-router'
import { AppealPage } from '#features/moderation/appeal-page.tsx'

export const Route = createFileRoute('/appeal/')({ component: Appeal })

function Appeal() {
  return <AppealPage token={useLocation().hash} />
}
