import { fullCount } from '@wtpu/contract/full-count'
import { useQuery } from '@tanstack/react-query'
import {
  type CommonGround,
  downloadCommonGround,
  downloadLine,
  getCommonGround,
  type GroupPoll,
  minPolls,
  minVoters,
} from '@wtpu/contract/common-ground'
import { minVotesOfPoll, minVotesOfVoter } from '@wtpu/contract/disclosure'
import { downloadName } from '@wtpu/contract/site/download-name'
import { Link } from '@tanstack/react-router'
import Link2 from 'lucide-react/icons/link-2'
import Scale from 'lucide-react/icons/scale'
import UsersRound from 'lucide-react/icons/users-round'
import { machineTime } from '#lib/time.ts'
import { fullDate } from '#lib/dates.ts'
import { siteTimeZone } from '#lib/on-demand/time-zone.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { quoteCommonGround } from '@wtpu/contract/on-demand/quote'
import { copyLink } from '#community/copy-link.ts'
import { CopySentence } from '#community/copy-sentence.tsx'
import { Term } from '#community/small/term.tsx'
import { GroupMarker } from '#community/groups/group-marker.tsx'
import { divideRule, GroupShares } from '#community/groups/group-shares.tsx'
import { DownloadLinks } from '#ui/on-demand/download-links.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { commonGroundQuery } from './small/api.ts'
import { Distinctions } from './distinctions.tsx'
import { GroupMap } from './group-map.tsx'
import { LineResults } from './line-results.tsx'
import { Method } from './method.tsx'
import { OwnGroup } from './own-group.tsx'
import { PollLink } from './small/poll-link.tsx'
import { PollSection } from './poll-section.tsx'

/** What groups that usually disagree agree on, for everyone. */
export function CommonGroundPage() {
  return (
    <div className="frame max-w-4xl py-8 sm:py-14">
      <h1 className="text-3xl leading-tight sm:text-5xl">Common Ground</h1>
      <p className="mt-2 mb-8 max-w-prose text-soft sm:text-lg">
        Every poll shows how people divide. This page shows <Term name="Common ground">what people agree on</Term> whose
        answers usually differ.
      </p>
      <Results />
    </div>
  )
}

function Results() {
  const result = useQuery(commonGroundQuery())
  // The method comes with the results: below a skeleton that is longer than they are, it would move up.
  if (result.isPending) return <PageSkeleton />
  return (
    <>
      {result.data ? (
        <Found data={result.data} />
      ) : (
        <ErrorState title="Common Ground could not be loaded" query={result} />
      )}
      <Method />
    </>
  )
}

function Found({ data }: { data: CommonGround }) {
  const hasGroups = data.status === 'groups'
  const hasLine = data.line.status === 'line'
  return (
    <>
      {hasLine && <LineStatement data={data} />}
      {hasLine && <LineResults data={data} />}
      {hasGroups && <Groups data={data} />}
      {!hasLine && !hasGroups && <Nothing data={data} />}
      {(hasLine || hasGroups) && <Reuse data={data} hasGroups={hasGroups} hasLine={hasLine} />}
    </>
  )
}

function LineStatement({ data }: { data: CommonGround }) {
  const { length } = data.groups
  const groups = length > 0 && `${length} groups${data.has_gaps ? ' with gaps between them' : ''}`
  return (
    <section aria-labelledby="found">
      <h2 id="found" className="text-2xl sm:text-3xl">
        {groups ? `There is an order, and there are ${groups}` : 'There is an order. We found no groups.'}
      </h2>
      <p className="mt-2 max-w-prose">
        By their answers, people can be put in an order, like books on a shelf
        {groups ? `, and they form ${groups}.` : '. We found no groups in it.'}
      </p>
    </section>
  )
}

const looked = {
  habit: {
    title: 'An order of habits',
    text: 'The order is mostly that some people take the first answer more often.',
  },
  no_line: {
    title: 'No steady order, no groups',
    text: 'We found no steady order. Either people differ in more than one way, or too few answered enough polls.',
  },
  no_structure: {
    title: 'No clear order, no clear groups',
    text: 'We looked for both in the answers and found nothing clearer than chance. This does not mean that people agree. It can also mean that too few have answered, or that these polls have little to do with each other.',
  },
}

function Nothing({ data: { status, line, missing, voters, polls } }: { data: CommonGround }) {
  const found = line.status === 'habit' || line.status === 'no_line' ? line.status : 'no_structure'
  if (found !== 'no_structure' || status === 'no_groups') {
    const { title, text } = looked[found]
    return (
      <EmptyState
        icon={<UsersRound />}
        title={title}
        action={
          <Link to="/polls/{-$pollId}" className={buttonClass()}>
            Answer polls
          </Link>
        }
      >
        {text} Looked at: {fullCount(voters)} people and {counted(polls, 'poll', 'polls')}. We look again every hour.
      </EmptyState>
    )
  }
  const parts = [
    missing.voters > 0 && `${counted(missing.voters, 'person', 'people')} with at least ${minVotesOfVoter} votes`,
    missing.polls > 0 && `${counted(missing.polls, 'poll', 'polls')} with at least ${minVotesOfPoll} votes`,
  ].filter((part) => part !== false)
  return (
    <EmptyState icon={<UsersRound />} title="Not enough votes yet">
      Groups need {minVoters} people and {minPolls} polls with enough votes.{' '}
      {parts.length > 0 && `Still missing: ${parts.join(' and ')}.`}
    </EmptyState>
  )
}

const counted = (count: number, noun: string, plural: string) => `${fullCount(count)} ${count === 1 ? noun : plural}`

function Groups({ data }: { data: CommonGround }) {
  return (
    <>
      <OwnGroup />
      <section aria-labelledby="groups" className="mb-12">
        <h2 id="groups" className="text-2xl sm:text-3xl">
          {data.groups.length} groups
        </h2>
        <p className="mt-2 mb-5 max-w-prose text-soft">
          <Term name="Group">Groups</Term> found in the votes of {fullCount(data.voters)} people in{' '}
          {counted(data.polls, 'poll', 'polls')}. Numbers of people are rounded down to tens.
          {data.has_gaps
            ? ' There are gaps between them: clearly fewer than half as many people are in the middle between two groups as around the center of a group.'
            : ' We found no clear gaps between them.'}
          {data.line.status === 'no_line' && ' We found no steady order of all people.'}
        </p>
        <div className="grid grid-cols-1 items-start gap-8 md:grid-cols-2">
          {data.map && <GroupMap map={data.map} groups={data.groups} />}
          <ul className="flex flex-col gap-3">
            {data.groups.map(({ id, size }) => (
              <li key={id} className={cardClass('flex items-center gap-3 p-4')}>
                <GroupMarker group={id} className="size-8 text-base" />
                <span className="text-lg tabular-nums">{fullCount(size)} people</span>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <GroupPolls
        id="where-we-agree"
        title="Where we agree"
        note="In each of these polls, a majority of each group chose the same option."
        empty="No poll is common ground yet."
        polls={data.agree}
        optionsOf={({ option }) => [option]}
      />
      <GroupPolls
        id="where-we-differ"
        title="Where we differ"
        note={`In each of these polls, two groups lead with different answers. ${divideRule}`}
        empty="No poll clearly divides the groups."
        polls={data.divide}
      />
      <section aria-labelledby="traits" className="mb-12">
        <h2 id="traits" className="text-2xl sm:text-3xl">
          What makes each group
        </h2>
        <p className="mt-2 mb-5 max-w-prose text-soft">
          The answers that a group gives far more often than the others.
        </p>
        <div className="grid grid-cols-1 gap-6 wrap-anywhere md:grid-cols-2">
          {data.groups.map(({ id, distinctions }) => (
            <div key={id} className={cardClass('p-5')}>
              <h3 className="flex items-center gap-2.5 text-xl">
                <GroupMarker group={id} /> <span aria-hidden>Group {id}</span>
              </h3>
              {distinctions.length === 0 ? (
                <p className="mt-3 text-soft">Nothing that sets it apart clearly.</p>
              ) : (
                <Distinctions list={distinctions} of={`group ${id}`} />
              )}
            </div>
          ))}
        </div>
      </section>
    </>
  )
}

function GroupPolls({
  optionsOf,
  ...section
}: {
  id: string
  title: string
  note: string
  empty: string
  polls: readonly GroupPoll[]
  optionsOf?: (poll: GroupPoll) => number[]
}) {
  return (
    <PollSection {...section} listClass="grid content-start gap-4 md:grid-cols-2">
      {(poll) => (
        <>
          <h3 className="mb-3 text-lg leading-snug">
            <PollLink id={poll.id}>{poll.question}</PollLink>
          </h3>
          <GroupShares poll={poll} options={optionsOf?.(poll)} />
        </>
      )}
    </PollSection>
  )
}

function Reuse({ data, hasGroups, hasLine }: { data: CommonGround; hasGroups: boolean; hasLine: boolean }) {
  const { computed_at: computedAt, is_sample: isSample } = data
  const link = `${window.location.origin}/common-ground`
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-soft">
      {computedAt && (
        <span className="flex items-center gap-2">
          <Scale aria-hidden className="size-4" />
          <span>
            Computed on <time dateTime={machineTime(computedAt)}>{fullDate(computedAt)}</time>
          </span>
        </span>
      )}
      {computedAt && (
        <>
          <Button variant="ghost" size="small" className="-mx-3" onClick={() => void copyLink(link)}>
            <Link2 aria-hidden className="size-4" /> Copy link
          </Button>
          <CopySentence
            variant="ghost"
            size="small"
            className="-mx-3"
            quote={(isOpenToAll) =>
              quoteCommonGround(data, { link, isSample, at: computedAt, timeZone: siteTimeZone, isOpenToAll })
            }
          />
        </>
      )}
      {hasLine && (
        <DownloadLinks
          label="Download the line"
          file={downloadName('common-ground-line')}
          csv={downloadLine.url}
          json={getCommonGround.url}
        />
      )}
      {hasGroups && (
        <DownloadLinks
          label="Download the results"
          file={downloadName('common-ground')}
          csv={downloadCommonGround.url}
          json={getCommonGround.url}
        />
      )}
    </div>
  )
}

function PageSkeleton() {
  return (
    <LoadingState label="Loading Common Ground...">
      <Skeleton className="h-8 w-40" />
      <div className="mt-5 mb-12 grid gap-8 md:grid-cols-2">
        <Skeleton className="aspect-square w-full max-w-md" />
        <div className="flex flex-col gap-3">
          {['A', 'B', 'C'].map((group) => (
            <Skeleton key={group} className="h-16 w-full" />
          ))}
        </div>
      </div>
      <Skeleton className="h-8 w-56" />
      <div className="mt-5 grid gap-4 md:grid-cols-2">
        {[1, 2, 3, 4].map((poll) => (
          <Skeleton key={poll} className="h-44 w-full" />
        ))}
      </div>
    </LoadingState>
  )
}
