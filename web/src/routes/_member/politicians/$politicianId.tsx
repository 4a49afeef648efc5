import { createFileRoute } from '@tanstack/react-router'
import { parseId } from '@wtpu/contract/schemas'
import { politicianQuery } from '#features/politicians/small/api.ts'
import { PoliticianProfile } from '#features/politicians/profile/politician-profile.tsx'
import { parseProfileTab, profileTabs } from '#features/politicians/search.ts'
import { NotFound } from '#shell/page-error.tsx'

export const Route = createFileRoute('/_member/politicians/$politicianId')({
  validateSearch: parseProfileTab,
  loader: ({ context, params }) => {
    const id = parseId(params.politicianId)
    if (id !== undefined) void context.queryClient.prefetchQuery(politicianQuery(id))
  },
  component: Politician,
})

function Politician() {
  const { politicianId } = Route.useParams()
  const { tab = profileTabs[0]?.value ?? 'polls' } = parseProfileTab(Route.useSearch())
  const navigate = Route.useNavigate()
  const id = parseId(politicianId)
  if (id === undefined) return <NotFound />
  return (
    <div className="page">
      <PoliticianProfile
        id={id}
        tab={tab}
        onTab={(next) => void navigate({ search: parseProfileTab({ tab: next }) })}
      />
    </div>
  )
}
