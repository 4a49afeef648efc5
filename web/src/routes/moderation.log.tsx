import { createFileRoute } from '@tanstack/react-router'
import { LogPage } from '#features/moderation/log-page.tsx'

export const Route = createFileRoute('/moderation/log')({ component: LogPage })
