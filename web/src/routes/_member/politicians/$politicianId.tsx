import { createFileRoute } from '@tanstack/react-router'
import { politicianQuery } from '#features/politicians/api.ts'
import { PoliticianProfile } from '#features/politicians/politician-profile.tsx'

export const Route = createFileRoute('/_member/politicians/$politicianId')({
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(politicianQuery(Number(params.politicianId))),
  component: Politician,
})

function Politician() {
  const { politicianId } = Route.useParams()
  return (
    <div className="frame py-8 sm:py-12">
      <PoliticianProfile id={Number(politicianId)} />
    </div>
  )
}
