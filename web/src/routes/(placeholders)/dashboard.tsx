import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/dashboard')({ component: Dashboard })

const planned = [
  'Your votes and ratings at a glance',
  'Officials from your state',
  'Discussions you joined',
  'A weekly summary',
]

function Dashboard() {
  return (
    <ComingSoon path="/dashboard" planned={planned}>
      Your civic life on one page: the polls you voted in, the officials you follow, and the discussions you joined.
    </ComingSoon>
  )
}
