import { createFileRoute } from '@tanstack/react-router'
import { QuestionsPage } from '#features/admin/questions-page.tsx'

export const Route = createFileRoute('/_member/admin/questions')({ component: QuestionsPage })
