import { createFileRoute } from '@tanstack/react-router'
import { politicianQuery } from '#features/politicians/api.ts'
import { PoliticianProfile } from '#features/politicians/profile/politician-profile.tsx'
import { parseProfileTab } from '#features/politicians/search.ts'

export const Route = createFileRoute('/_member/politicians/$politicianId')({
  validateSearch: parseProfileTab,
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(politicianQuery(Number(params.politicianId))),
  component: Politician,
})

function Politician() {
  const { politicianId } = Route.useParams()
  const { tab = 'wall' } = parseProfileTab(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <div className="frame py-8 sm:py-12">
      <PoliticianProfile
        id={Number(politicianId)}
        tab={tab}
        onTab={(next) => void navigate({ search: parseProfileTab({ tab: next }) })}
      />
    </div>
  )
}
