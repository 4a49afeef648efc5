import { fullCount } from '@wtpu/contract/full-count'
import { downloadRollCall, getRollCallFile } from '@wtpu/contract/roll-call-files'
import { categoryNames, nameOfTotals, positionNames, positions, type RollCall } from '@wtpu/contract/roll-calls'
import { describeRollCall } from '@wtpu/contract/on-demand/roll-call-sentence'
import { rollCallHead } from '@wtpu/contract/site/on-demand/roll-call-head'
import { downloadName } from '@wtpu/contract/site/download-name'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Landmark from 'lucide-react/icons/landmark'
import Link2 from 'lucide-react/icons/link-2'
import type { ReactNode } from 'react'
import { HowComputed, HowComputedLink } from '#community/congress/how-computed.tsx'
import { RollCallDate, rollCallName } from '#community/congress/roll-call-link.tsx'
import { SourceNote } from '#community/congress/source-note.tsx'
import { Term } from '#community/small/term.tsx'
import { copyLink } from '#community/copy-link.ts'
import { CopySentence } from '#community/copy-sentence.tsx'
import { quoteRollCall } from '@wtpu/contract/on-demand/quote-roll-call'
import { pathOf } from '#lib/api/request.ts'
import { usePageHead } from '#lib/head.ts'
import { Badge } from '#ui/badge.tsx'
import { backLinkClass, Button, buttonClass } from '#ui/button.tsx'
import { DataTable } from '#ui/on-demand/data-table.tsx'
import { DownloadLinks } from '#ui/on-demand/download-links.tsx'
import { NotFound } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FigureRow } from '#ui/figure-row.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { rollCallQuery } from './api.ts'
import { Corrections } from './corrections.tsx'
import { positionColumns } from './position-columns.ts'
import { PositionList } from './position-list.tsx'
import { VotesByState } from './votes-by-state.tsx'

const positionOrder = ['yea', 'nay', 'for_winner', 'for_other', 'present', 'not_voting'] as const

/** `/roll-calls/{id}`, for everyone. */
export function RollCallPage({ id }: { id: number }) {
  const rollCall = useQuery(rollCallQuery(id))
  const { data, error } = rollCall
  usePageHead(data && rollCallHead(data))
  if (!data && error?.status === 404) return <RollCallNotFound />
  return (
    <div className="page max-w-5xl">
      {data ? (
        <Content rollCall={data} />
      ) : error ? (
        <>
          <h1 className="mb-6">Roll call</h1>
          <ErrorState title="The roll call could not be loaded" query={rollCall} />
        </>
      ) : (
        <PageSkeleton />
      )}
    </div>
  )
}

function withoutYesAndNo({ for_winner: forWinner }: RollCall): string {
  return forWinner === null
    ? 'Shown without yes and no: the record does not say what they mean here.'
    : 'Members voted for a name here, not yes or no.'
}

function Content({ rollCall }: { rollCall: RollCall }) {
  const counts = {
    yea: rollCall.yeas,
    nay: rollCall.nays,
    for_winner: rollCall.for_winner,
    for_other: rollCall.for_other,
    present: rollCall.present,
    not_voting: rollCall.not_voting,
  }
  const totals = positionOrder.flatMap((position) => {
    const count = counts[position]
    return count === null ? [] : [[position, count] as const]
  })
  const { against } = describeRollCall(rollCall)
  return (
    <div className="flex flex-col gap-10">
      <div>
        <Heading rollCall={rollCall} />
        <FigureRow
          label="Result in numbers"
          figures={totals.map(([position, count]) => ({ label: positionNames[position], value: fullCount(count) }))}
        />
        <p className="mt-3 empty:hidden">{[against, rollCall.majority].filter(Boolean).join(' ')}</p>
        {rollCall.yeas === null && <p className="prose mt-3 text-soft">{withoutYesAndNo(rollCall)}</p>}
      </div>
      {rollCall.yeas !== null && (
        <>
          <VotesByParty rollCall={rollCall} />
          <VotesByState rollCall={rollCall} />
        </>
      )}
      <Section id="positions" title="Who voted how">
        <PositionList rollCall={rollCall} positions={totals.map(([position]) => position)} />
      </Section>
      {rollCall.polls.length > 0 && <Polls polls={rollCall.polls} />}
      {rollCall.corrections.length > 0 && <Corrections corrections={rollCall.corrections} />}
      <div className="grid gap-6 border-t border-line pt-4">
        <Reuse rollCall={rollCall} />
        <SourceNote source={rollCall.source} />
        <HowComputed />
      </div>
    </div>
  )
}

function Heading({ rollCall }: { rollCall: RollCall }) {
  const { title, description, bill, question, date, category, is_sample: isSample } = rollCall
  const { headline, result } = describeRollCall(rollCall)
  const facts: [string, ReactNode][] = [
    ['Question', question],
    ['Bill', bill ?? 'None'],
    ['Date', <RollCallDate key="date" date={date} />],
    ['Result', result],
  ]
  return (
    <header>
      <Link to="/roll-calls" className={backLinkClass}>
        <ArrowLeft aria-hidden className="size-4" />
        Votes of Congress
      </Link>
      <h1 className="mt-1 wrap-anywhere">{headline}</h1>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Badge>{categoryNames[category]}</Badge>
        {isSample && <Badge tone="warning">Made up for this demo</Badge>}
        <span className="text-sm text-soft">{rollCallName(rollCall)}</span>
      </div>
      {isSample && <p className="mt-2 text-soft">This roll call is made up, like the officials of this demo.</p>}
      {description !== title && <p className="prose mt-4 wrap-anywhere text-soft">{description}</p>}
      <dl className="my-6 grid grid-cols-1 gap-x-8 gap-y-3 border-t border-line pt-4 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  )
}

/** In the order of the server, which alternates by the number of the vote. */
function VotesByParty({ rollCall }: { rollCall: RollCall }) {
  const { parties, is_contested: isContested } = rollCall
  return (
    <Section id="by-party" title="By party">
      {isContested && (
        <p className="mb-3 text-soft">
          <Term name="Contested vote">Contested</Term>: most members of one party opposed most of another.{' '}
          <HowComputedLink />
        </p>
      )}
      <DataTable
        label={`Votes by party: ${describeRollCall(rollCall).headline}`}
        columns={[{ title: 'Party' }, ...positionColumns]}
        rows={parties.map((party) => ({
          key: party.party ?? '',
          cells: [nameOfTotals(party.party), ...positions.map((position) => fullCount(party[position]))],
        }))}
      />
    </Section>
  )
}

function Polls({ polls }: { polls: RollCall['polls'] }) {
  return (
    <Section id="polls" title="Citizens were asked, too">
      <ul className="divide-y divide-line border-y border-line">
        {polls.map(({ id, question, is_closed: isClosed }) => (
          <li key={id}>
            <Link to="/polls/{-$pollId}" params={{ pollId: String(id) }} className="group block py-3">
              <span className="font-serif text-lg leading-snug font-semibold group-hover:underline">{question}</span>
              <span className="mt-1 block text-sm text-soft">{isClosed ? 'Ended' : 'Open'}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Reuse({ rollCall }: { rollCall: RollCall }) {
  const { id, is_sample: isSample } = rollCall
  const link = `${window.location.origin}/roll-calls/${id}`
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <Button variant="ghost" size="small" className="-mx-3" onClick={() => void copyLink(link)}>
        <Link2 aria-hidden className="size-4" /> Copy link
      </Button>
      <CopySentence
        variant="ghost"
        size="small"
        className="-mx-3"
        quote={() => quoteRollCall(rollCall, { link, isSample })}
      />
      <DownloadLinks
        label="Download all votes"
        file={downloadName(`roll-call-${id}`)}
        csv={pathOf(downloadRollCall, { params: { id } })}
        json={pathOf(getRollCallFile, { params: { id } })}
      />
    </div>
  )
}

function PageSkeleton() {
  return (
    <div aria-busy>
      <h1 className="mt-12">
        <span className="sr-only">Loading roll call...</span>
        <Skeleton className="h-[1.25em] w-4/5" />
      </h1>
      <Skeleton className="mt-6 h-28 w-full" />
      <Skeleton className="mt-6 h-20 w-full" />
      <Skeleton className="mt-10 h-40 w-full" />
      <Skeleton className="mt-10 h-80 w-full" />
    </div>
  )
}

function RollCallNotFound() {
  return (
    <div className="frame">
      <NotFound
        icon={<Landmark />}
        title="Roll call not found"
        actions={
          <Link to="/roll-calls" className={buttonClass()}>
            Votes of Congress
          </Link>
        }
      >
        There is no roll call at this address.
      </NotFound>
    </div>
  )
}
