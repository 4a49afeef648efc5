import { createFileRoute } from '@tanstack/react-router'
import { RollCallsPage } from '#features/roll-calls/roll-calls-page.tsx'
import { parseRollCallSearch } from '#features/roll-calls/search.ts'

// The search params are parsed by the page, because every other page would load a `validateSearch` too.
export const Route = createFileRoute('/roll-calls/')({ component: RollCalls })

function RollCalls() {
  const search: Record<string, unknown> = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RollCallsPage
      search={parseRollCallSearch(search)}
      onSearch={(next, how) =>
        void navigate({ search: parseRollCallSearch({ ...next }), replace: how === 'replace', resetScroll: false })
      }
    />
  )
}
