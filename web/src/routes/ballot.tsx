import { createFileRoute } from '@tanstack/react-router'
import { BallotPage } from '#features/ballots/ballot-page.tsx'

export const Route = createFileRoute('/ballot')({ component: BallotPage })
