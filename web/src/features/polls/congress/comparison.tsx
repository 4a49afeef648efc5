import { fullCount } from '@wtpu/contract/full-count'
import { site } from '@wtpu/contract/site/name'
import type { Poll } from '@wtpu/contract/polls/polls'
import { describeRollCall, outcomeText } from '@wtpu/contract/on-demand/roll-call-sentence'
import { chamberNames, nameOfTotals, positionNames, positions, type PartyTotals } from '@wtpu/contract/roll-calls'
import type { PollComparison } from '@wtpu/contract/roll-call-comparison'
import { clearLead, minOtherVoters, smallestDisclosureStep } from '@wtpu/contract/disclosure'
import { stateName } from '@wtpu/contract/states'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Landmark from 'lucide-react/icons/landmark'
import type { ReactNode } from 'react'
import { PositionSentence } from '#community/congress/position-badge.tsx'
import { RollCallDate, RollCallLink } from '#community/congress/roll-call-link.tsx'
import { SourceNote } from '#community/congress/source-note.tsx'
import { useSession } from '#lib/session/session.ts'
import { Badge } from '#ui/badge.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { comparisonQuery } from './congress-api.ts'
import { ComparisonSkeleton } from './comparison-skeleton.tsx'

/** How Congress, the viewer's representatives and the viewer's state answered the question of a poll. */
export function Comparison({ poll }: { poll: Poll }) {
  const comparison = useQuery(comparisonQuery(poll.id))
  if (comparison.data) return <ComparisonView poll={poll} comparison={comparison.data} />
  if (comparison.error) return <ErrorState inCard title="The vote of Congress could not be loaded" query={comparison} />
  return <ComparisonSkeleton />
}

function ComparisonView({ poll, comparison }: { poll: Poll; comparison: PollComparison }) {
  const { roll_call: rollCall, parties } = comparison
  const { against } = describeRollCall(rollCall)
  const signedIn = useSession() !== null
  return (
    <section aria-label={`How Congress voted: ${poll.question}`} className="@container border-t border-line text-sm">
      <details className="group">
        <summary className="flex min-h-14 list-none flex-wrap items-center gap-2.5 py-1.5 text-base leading-snug [&::-webkit-details-marker]:hidden">
          <Landmark aria-hidden className="size-5 shrink-0 text-soft" />
          <span className="min-w-0 flex-1 basis-40">
            {inOneLine(comparison)}
            <span className="hidden @xl:inline">{stateInOneLine(comparison)}</span>
          </span>
          <ChevronDown aria-hidden className="ml-auto size-5 shrink-0 text-soft group-open:rotate-180" />
        </summary>
        <p>
          <RollCallLink rollCall={rollCall} />
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-soft">
          {outcomeText(rollCall)} · <RollCallDate date={rollCall.date} />
          {rollCall.is_sample && <Badge tone="warning">Made up for this demo</Badge>}
        </p>
        <Part title={`How the ${chamberNames[rollCall.chamber]} voted`}>
          <p>
            {fullCount(rollCall.yeas)} yes, {fullCount(rollCall.nays)} no, of{' '}
            {fullCount(parties.reduce((sum, party) => sum + memberCount(party), 0))} members
          </p>
          {against !== null && <p>{against}</p>}
          {comparison.majority !== null && <p>{comparison.majority}</p>}
          <ul className="mt-1 text-soft">
            {parties.map((party) => (
              <li key={party.party}>
                {nameOfTotals(party.party)}: {fullCount(party.yea)} yes, {fullCount(party.nay)} no, of{' '}
                {fullCount(memberCount(party))}
              </li>
            ))}
          </ul>
        </Part>
        {signedIn && (
          <>
            <Part title="How your representatives voted">
              <Representatives comparison={comparison} />
            </Part>
            <Part title="How your state answered">
              <StateAnswer poll={poll} comparison={comparison} />
            </Part>
          </>
        )}
        <div className="mt-3">
          <SourceNote source={comparison.source} />
        </div>
      </details>
    </section>
  )
}

/** "Senate, to pass S. 9: Passed, 15 to 2 · Summerdale: Yes" */
function inOneLine({ roll_call: rollCall, my_representatives: own }: PollComparison): string {
  const outcome = outcomeText(rollCall)
  const result = `${chamberNames[rollCall.chamber]}, ${outcome.charAt(0).toLowerCase()}${outcome.slice(1)}`
  const positionsOf = own.flatMap(({ politician, position }) =>
    position === null ? [] : `${politician.name.split(' ').at(-1)}: ${positionNames[position]}`,
  )
  return [result, ...positionsOf].join(' · ')
}

function stateInOneLine({ my_state: state }: PollComparison): string {
  if (!state || state.voters === null) return ''
  return ` · ${stateName(state.state)} here: ${fullCount(state.yea ?? 0)} of the first ${fullCount(state.voters)} yes`
}

function memberCount(party: PartyTotals): number {
  return positions.reduce((sum, position) => sum + party[position], 0)
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-3">
      <h4 className="font-semibold">{title}</h4>
      {children}
    </div>
  )
}

function Representatives({ comparison }: { comparison: PollComparison }) {
  if (comparison.needs_home) {
    return (
      <p className="text-soft">
        <Link to="/profile-settings" className="text-link">
          Set your state and district
        </Link>{' '}
        to see how they voted.
      </p>
    )
  }
  if (comparison.my_representatives.length === 0) {
    return (
      <p className="text-soft">
        Nobody represents you in the {chamberNames[comparison.roll_call.chamber]} in this directory.
      </p>
    )
  }
  return (
    <ul className="grid gap-1">
      {comparison.my_representatives.map(({ politician, position }) => (
        <li key={politician.id} className="flex flex-wrap items-center gap-2">
          <Link
            to="/politicians/$politicianId"
            params={{ politicianId: String(politician.id) }}
            search={{ tab: 'records' }}
            translate="no"
            className="-my-0.5 inline-block py-0.5 text-link"
          >
            {politician.name}
          </Link>
          {position === null ? (
            <span className="text-soft">No vote on record</span>
          ) : (
            <PositionSentence rollCall={comparison.roll_call} position={position} />
          )}
        </li>
      ))}
    </ul>
  )
}

const answerNames = { yea: 'yes', nay: 'no', other: 'other' }

function StateAnswer({ poll, comparison: { my_state: state } }: { poll: Poll; comparison: PollComparison }) {
  if (state === null) {
    return (
      <p className="text-soft">
        Shown from {smallestDisclosureStep} voters in your state, if at least {minOtherVoters} and a tenth of them did
        not choose what leads.
      </p>
    )
  }
  const { voters, yea, nay, other, leads_clearly: leader } = state
  const optionText = (id: number | undefined) => poll.options.find((option) => option.id === id)?.text ?? ''
  const [yesText, noText] = [optionText(poll.roll_call?.yea_option), optionText(poll.roll_call?.nay_option)]
  const isPlain = yesText.toLowerCase() === 'yes' && noText.toLowerCase() === 'no'
  const place = `${site.name} from ${stateName(state.state)} (self-declared)`
  return (
    <>
      <p>
        {voters === null || yea === null || nay === null || other === null
          ? `Among people on ${place}, “${answerNames[leader ?? 'other']}” ${clearLead}.`
          : `Of the first ${fullCount(voters)} people on ${place}: ${fullCount(yea)} yes, ${fullCount(nay)} no, ${fullCount(other)} other.`}{' '}
        Not a sample of the state.
      </p>
      {!isPlain && (
        <p className="text-soft">
          Yes is “{yesText}”, no is “{noText}”.
        </p>
      )}
    </>
  )
}
