import { createFileRoute } from '@tanstack/react-router'
import { OfficialsPage } from '#features/admin/officials-page.tsx'

export const Route = createFileRoute('/_member/admin/officials')({ component: OfficialsPage })
