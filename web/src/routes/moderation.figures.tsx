import { createFileRoute } from '@tanstack/react-router'
import { FiguresPage } from '#features/moderation/figures-page.tsx'

export const Route = createFileRoute('/moderation/figures')({ component: FiguresPage })
