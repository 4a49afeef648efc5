import type { AgreementCounts } from '@wtpu/contract/roll-calls'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { HowComputedLink } from '#community/congress/how-computed.tsx'
import { PositionSentence } from '#community/congress/position-badge.tsx'
import { RollCallDate, RollCallLink } from '#community/congress/roll-call-link.tsx'
import { LoadMore } from '#ui/endless-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { agreementPagesQuery, agreementQuery } from './votes-api.ts'

/** How often the viewer and an official agreed, with the list behind it. Nothing without common votes. */
export function Agreement({ id, name }: { id: number; name: string }) {
  const agreement = useQuery(agreementQuery(id))
  const { data: counts, isPending } = agreement
  if (isPending) return <Skeleton className="h-11 w-72 max-w-full" />
  if (!counts) return <ErrorState inCard title="Your agreement could not be loaded" query={agreement} />
  return counts.common > 0 && <AgreementDetails id={id} name={name} counts={counts} />
}

/** The list is requested once it is opened. */
export function AgreementDetails({
  id,
  name,
  counts: { common, agreed, percent, before, after },
}: {
  id: number
  name: string
  counts: AgreementCounts
}) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 font-semibold [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-90 motion-reduce:transition-none"
          />
          <span>
            You agreed on {agreed} of {common}
            <span className="sr-only"> with {name}</span>
            {percent !== null && ` (${percent}%)`}
          </span>
        </summary>
        {open && <CommonVotes id={id} name={name} />}
      </details>
      <p className="text-sm text-soft">
        {splitText('before the vote', before)}
        {splitText('after the vote', after)}Only you see this. <HowComputedLink />
      </p>
    </div>
  )
}

/** "Of 3 that you answered before the vote, you agreed on 2. " */
function splitText(when: string, { common, agreed }: AgreementCounts['before']): string {
  return common === 0 ? '' : `Of ${common} that you answered ${when}, you agreed on ${agreed}. `
}

function CommonVotes({ id, name }: { id: number; name: string }) {
  const pages = useInfiniteQuery(agreementPagesQuery(id))
  if (pages.isPending) {
    return (
      <LoadingState label="Loading common votes...">
        <Skeleton className="h-24 w-full" />
      </LoadingState>
    )
  }
  if (!pages.data) return <ErrorState inCard title="The common votes could not be loaded" query={pages} />
  return (
    <>
      <ul aria-label={`Common votes with ${name}`} className="mb-2 divide-y divide-line border-y border-line text-sm">
        {pages.data.pages
          .flatMap((page) => page.results)
          .map(({ poll, roll_call: rollCall, answer, answered_before: isBefore, position }) => (
            <li key={rollCall.id} className="grid gap-1 py-3">
              <Link
                to="/polls/{-$pollId}"
                params={{ pollId: String(poll.id) }}
                className="w-fit py-0.5 text-link font-semibold"
              >
                {poll.question}
              </Link>
              <span>
                Your answer, {isBefore ? 'before' : 'after'} the vote: {answer}
              </span>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                {name}: <PositionSentence rollCall={rollCall} position={position} />{' '}
                <RollCallLink rollCall={rollCall} />
                <span className="text-soft">
                  <RollCallDate date={rollCall.date} />
                </span>
              </span>
            </li>
          ))}
      </ul>
      <LoadMore pages={pages} automatic={false} />
    </>
  )
}
