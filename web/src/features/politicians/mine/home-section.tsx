import type { MyPolitician } from '@wtpu/contract/my-politicians'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { initials } from '@wtpu/contract/accounts/names'
import { officeName } from '@wtpu/contract/politicians'
import { describeRollCall } from '@wtpu/contract/on-demand/roll-call-sentence'
import { positionNames } from '@wtpu/contract/roll-calls'
import { isOn } from '@wtpu/contract/site/parts'
import { stateName } from '@wtpu/contract/states'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { classes } from '#lib/classes.ts'
import { dayName } from '#lib/dates.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PartyBadge } from '#features/politicians/politician-badges.tsx'
import { myPoliticiansQuery } from '#features/politicians/votes-api.ts'
import { NoRepresentatives, SetDistrict } from './my-politicians.tsx'

/** The viewer's representatives on Home, a row for each: the last vote, and how often both agreed. */
export function MyPoliticianRows() {
  const mine = useQuery(myPoliticiansQuery())
  const { data } = mine
  if (mine.isPending) {
    return (
      <LoadingState label="Loading your representatives..." rows={4} className="grid gap-2">
        <Skeleton className="h-20 w-full" />
      </LoadingState>
    )
  }
  if (!data) return <ErrorState title="Your representatives could not be loaded" query={mine} />
  if (data.results.length === 0) return <NoRepresentatives state={data.state} needsDistrict={data.needs_district} />
  return (
    <>
      {data.needs_district && <SetDistrict state={data.state} />}
      <ul className={cardClass('divide-y divide-line')}>
        {data.results.map((politician) => (
          <li key={politician.id}>
            <Row politician={politician} />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-soft empty:hidden">
        {data.results.some(({ votes }) => votes[0]?.is_sample) && (
          <>
            <Badge tone="warning">Made up for this demo</Badge>{' '}
          </>
        )}
        {data.results.some(({ agreement }) => agreement.common > 0) &&
          '“Agreed” compares your answers with their votes. Only you see this.'}
      </p>
    </>
  )
}

function Row({ politician }: { politician: MyPolitician }) {
  const { id, name, party, office, state, district, votes, agreement } = politician
  const [vote] = votes
  return (
    <Link
      to="/politicians/$politicianId"
      params={{ politicianId: String(id) }}
      className="flex flex-wrap items-center gap-3 px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-3"
    >
      <Avatar id={id} image={politician.profile_image} initials={initials(name)} />
      <span className="min-w-0 flex-[1_1_7rem] wrap-anywhere">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <strong translate="no" className="min-w-0">
            {name}
          </strong>{' '}
          <PartyBadge party={party} />
        </span>
        <span className="block text-sm text-soft">
          {officeName(office)}, {stateName(state)}
          {district !== null && (district === 0 ? ', at large' : `, district ${district}`)}
        </span>
        <span className={classes('line-clamp-3 text-sm', !vote && 'max-md:hidden')}>
          {vote ? (
            <>
              Last vote: <strong>{positionNames[vote.position]}</strong> {describeRollCall(vote).about(vote.position)},{' '}
              {dayName(vote.date)}
            </>
          ) : (
            office === 'Gov' && isOn('roll-calls') && 'Governors do not vote in Congress'
          )}
        </span>
        {agreement.common > 0 && (
          <span className="block text-sm">
            You agreed on{' '}
            <strong className="tabular-nums">
              {agreement.agreed} of {agreement.common}
            </strong>
          </span>
        )}
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-soft max-[22rem]:hidden" />
    </Link>
  )
}
