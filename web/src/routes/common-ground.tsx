import { createFileRoute } from '@tanstack/react-router'
import { CommonGroundPage } from '#features/common-ground/common-ground-page.tsx'

export const Route = createFileRoute('/common-ground')({ component: CommonGroundPage })
