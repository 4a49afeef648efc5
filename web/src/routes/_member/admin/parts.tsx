import { createFileRoute } from '@tanstack/react-router'
import { PartsPage } from '#features/admin/parts/parts-page.tsx'

export const Route = createFileRoute('/_member/admin/parts')({ component: PartsPage })
