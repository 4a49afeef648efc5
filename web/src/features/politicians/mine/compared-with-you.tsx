import type { MyPolitician } from '@wtpu/contract/my-politicians'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { initials } from '@wtpu/contract/accounts/names'
import { Avatar } from '#ui/avatar.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { agreementPagesQuery, myPoliticiansQuery } from '#features/politicians/votes-api.ts'
import { NoRepresentatives } from './my-politicians.tsx'

const surprisesShown = 2

/** The viewer's answers beside the votes of each representative, and the answers that surprise. */
export function ComparedWithYou() {
  const mine = useQuery(myPoliticiansQuery())
  const { data } = mine
  const compared = data?.results.filter(({ agreement }) => agreement.common > 0) ?? []
  return (
    <section aria-labelledby="compared" className="mt-5">
      <h4 id="compared" className="mb-2 font-semibold">
        You and your representatives
      </h4>
      {mine.isPending ? (
        <LoadingState label="Loading your representatives..." rows={3} className="grid gap-2">
          <Skeleton className="h-20 w-full" />
        </LoadingState>
      ) : !data ? (
        <ErrorState inCard title="Your representatives could not be loaded" query={mine} />
      ) : data.results.length === 0 ? (
        <NoRepresentatives state={data.state} needsDistrict={data.needs_district} />
      ) : compared.length === 0 ? (
        <p className="text-soft">
          Your representatives have not voted on what you answered. The next polls may differ.
        </p>
      ) : (
        <>
          <ul className={cardClass('divide-y divide-line')}>
            {compared.map((politician) => (
              <li key={politician.id} className="flex flex-wrap gap-3 px-4 py-3">
                <Compared politician={politician} />
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-soft">Only you see this.</p>
        </>
      )}
    </section>
  )
}

function Compared({ politician: { id, name, profile_image: image, agreement } }: { politician: MyPolitician }) {
  const { common, agreed, after } = agreement
  const { data } = useInfiniteQuery(agreementPagesQuery(id))
  const mostlySame = 2 * agreed >= common
  const surprising = data?.pages[0]?.results
    .filter((answer) => (answer.my_position === answer.position) !== mostlySame)
    .slice(0, surprisesShown)
  return (
    <>
      <Avatar id={id} image={image} initials={initials(name)} />
      <div className="min-w-0 flex-[1_1_7rem] wrap-anywhere">
        <p className="flex flex-wrap justify-between gap-x-3">
          <Link
            to="/politicians/$politicianId"
            params={{ politicianId: String(id) }}
            translate="no"
            className="font-semibold hover:underline"
          >
            {name}
          </Link>
          <span className="tabular-nums">
            <strong>
              {agreed} of {common}
            </strong>{' '}
            the same
          </span>
        </p>
        {surprising && surprising.length > 0 && (
          <p className="text-sm">
            {mostlySame ? 'Not the same' : 'The same'}:{' '}
            {surprising.map(({ poll }, index) => (
              <span key={poll.id}>
                {index > 0 && ' · '}
                <Link to="/polls/{-$pollId}" params={{ pollId: String(poll.id) }} className="text-link">
                  {poll.question}
                </Link>
              </span>
            ))}
          </p>
        )}
        {after.common > 0 && (
          <p className="text-sm text-soft">
            You answered{' '}
            {after.common === common ? (common === 1 ? 'this' : 'these') : `${after.common} of these ${common}`} after
            Congress had voted.
          </p>
        )}
      </div>
    </>
  )
}
