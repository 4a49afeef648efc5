import { fullCount } from '@wtpu/contract/full-count'
import { partyNames, type Politician } from '@wtpu/contract/politicians'
import type { VotingSummary } from '@wtpu/contract/roll-calls'
import { useQuery } from '@tanstack/react-query'
import { HowComputed, HowComputedLink } from '#community/congress/how-computed.tsx'
import { dayName } from '#lib/dates.ts'
import { SourceNote } from '#community/congress/source-note.tsx'
import { Badge } from '#ui/badge.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { votingSummaryQuery } from '#features/politicians/votes-api.ts'
import { Agreement } from '#features/politicians/agreement.tsx'
import { SampleRecords } from './sample-records.tsx'
import { RecordsSkeleton, VoteList } from './vote-list.tsx'
import { Term } from '#community/small/term.tsx'

type Named = Pick<Politician, 'id' | 'name'>

/** How an official voted in roll calls, or the specification's sample. */
export function VotingRecords({ politician }: { politician: Named }) {
  const summary = useQuery(votingSummaryQuery(politician.id))
  const isSample = summary.data !== undefined && (summary.data.total === 0 || summary.data.is_sample)
  return (
    <section aria-labelledby="voting-records">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="voting-records" className="text-2xl">
          Voting Records
        </h2>
        {isSample && <Badge tone="warning">Made up for this demo</Badge>}
      </div>
      {summary.data ? (
        <Records politician={politician} summary={summary.data} />
      ) : summary.error ? (
        <div className="mt-4">
          <ErrorState title="The voting records could not be loaded" query={summary} />
        </div>
      ) : (
        <RecordsSkeleton />
      )}
    </section>
  )
}

function Records({ politician, summary }: { politician: Named; summary: VotingSummary }) {
  if (summary.total === 0) return <SampleRecords name={politician.name} />
  return (
    <>
      {summary.is_sample && (
        <p className="prose mt-2 text-soft">These votes are made up, like the officials of this demo.</p>
      )}
      <Figures name={politician.name} summary={summary} />
      <div className="mb-6">
        <Agreement id={politician.id} name={politician.name} />
      </div>
      <VoteList id={politician.id} />
      <div className="mt-8 grid gap-6">
        <HowComputed />
        {summary.source && <SourceNote source={summary.source} />}
      </div>
    </>
  )
}

function Figures({ name, summary }: { name: string; summary: VotingSummary }) {
  const { contested, with_party: withParty, party } = summary
  return (
    <ul className="mt-3 mb-3 grid max-w-3xl gap-2 text-lg">
      <li>
        <Participation name={name} summary={summary} /> <HowComputedLink />
      </li>
      {contested !== null && withParty !== null && party !== null && (
        <li>
          {contested === 0 ? (
            'None of these votes was contested between the parties.'
          ) : (
            <>
              Voted with most {partyNames[party]}s in <Figure value={withParty} /> of <Figure value={contested} />{' '}
              <Term name="Contested vote">contested</Term> {contested === 1 ? 'vote' : 'votes'}.
            </>
          )}{' '}
          <HowComputedLink />
        </li>
      )}
    </ul>
  )
}

/** In how many votes of the chamber an official took part. Where the source does not have all of them, it says why. */
function Participation({ name, summary }: { name: string; summary: VotingSummary }) {
  const { total, recorded, took_part: tookPart, partial, from, to } = summary
  const all = (
    <>
      <Figure value={total} /> {total === 1 ? 'vote' : 'votes'}
      {from !== null && to !== null && `, from ${dayName(from)} to ${dayName(to)}`}
    </>
  )
  switch (partial) {
    case 'delegate':
      return (
        <>
          {name} took part in <Figure value={tookPart} /> of <Figure value={recorded} /> votes in the Committee of the
          Whole, the only ones in which delegates vote. The House held {all}.
        </>
      )
    case 'unknown':
      return (
        <>
          {name} took part in <Figure value={tookPart} /> of <Figure value={recorded} /> votes that our source has. The
          chamber held {all}; the source does not say why the others are missing.
        </>
      )
    default:
      return (
        <>
          {name} took part in <Figure value={tookPart} /> of {all}
          {partial === 'speaker' && '; the Speaker is recorded only when voting'}.
        </>
      )
  }
}

function Figure({ value }: { value: number }) {
  return <strong className="tabular-nums">{fullCount(value)}</strong>
}
