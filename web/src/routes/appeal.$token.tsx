import { createFileRoute } from '@tanstack/react-router'
import { AppealPage } from '#features/moderation/appeal-page.tsx'

export const Route = createFileRoute('/appeal/$token')({ component: Appeal })

function Appeal() {
  return <AppealPage token={Route.useParams().token} />
}
