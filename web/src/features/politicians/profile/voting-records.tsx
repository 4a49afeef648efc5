import { partyNames, type Politician } from '@wtpu/contract/politicians'
import type { VotingSummary } from '@wtpu/contract/roll-calls'
import { useQuery } from '@tanstack/react-query'
import { HowComputed, HowComputedLink } from '#community/congress/how-computed.tsx'
import { dayText } from '#community/congress/roll-call-link.tsx'
import { SourceNote } from '#community/congress/source-note.tsx'
import { fullCount } from '#lib/format.ts'
import { Badge } from '#ui/badge.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { votingSummaryQuery } from '#features/politicians/votes-api.ts'
import { Agreement } from '#features/politicians/agreement.tsx'
import { SampleRecords } from './sample-records.tsx'
import { RecordsSkeleton, VoteList } from './vote-list.tsx'

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
        {isSample && <Badge tone="warning">Sample data</Badge>}
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
  const { total, took_part: tookPart, contested, with_party: withParty, party, from, to } = summary
  return (
    <ul className="mt-3 mb-3 grid max-w-3xl gap-2 text-lg">
      <li>
        {name} took part in <Figure value={tookPart} /> of <Figure value={total} /> {total === 1 ? 'vote' : 'votes'}
        {from !== null && to !== null && `, from ${dayText(from)} to ${dayText(to)}`}. <HowComputedLink />
      </li>
      {contested !== null && withParty !== null && party !== null && (
        <li>
          {contested === 0 ? (
            'None of these votes was contested between the parties.'
          ) : (
            <>
              Voted with most {partyNames[party]}s in <Figure value={withParty} /> of <Figure value={contested} />{' '}
              contested {contested === 1 ? 'vote' : 'votes'}.
            </>
          )}{' '}
          <HowComputedLink />
        </li>
      )}
    </ul>
  )
}

function Figure({ value }: { value: number }) {
  return <strong className="tabular-nums">{fullCount(value)}</strong>
}
