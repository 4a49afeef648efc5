import { fullCount } from '@wtpu/contract/full-count'
import { useQuery } from '@tanstack/react-query'
import {
  type CommonGround,
  downloadCommonGround,
  downloadLine,
  getCommonGround,
  minPolls,
  minVoters,
} from '@wtpu/contract/common-ground'
import { minVotesOfPoll, minVotesOfVoter } from '@wtpu/contract/disclosure'
import { downloadName } from '@wtpu/contract/site/download-name'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import Link2 from 'lucide-react/icons/link-2'
import Scale from 'lucide-react/icons/scale'
import UsersRound from 'lucide-react/icons/users-round'
import { machineTime } from '#lib/time.ts'
import { fullDate } from '#lib/dates.ts'
import { siteTimeZone } from '#lib/on-demand/time-zone.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { quoteCommonGround } from '@wtpu/contract/on-demand/quote'
import { copyLink } from '#community/copy-link.ts'
import { CopySentence } from '#community/copy-sentence.tsx'
import { Term } from '#community/small/term.tsx'
import { DownloadLinks } from '#ui/on-demand/download-links.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { commonGroundQuery } from './small/api.ts'
import { counted, GroupAgreements, GroupDifferences, Groups } from './group-results.tsx'
import { LineAgreements, LineDifferences, LineStatement } from './line-results.tsx'
import { Method } from './method.tsx'
import { OwnGroup } from './own-group.tsx'

/** What groups that usually disagree agree on, for everyone. */
export function CommonGroundPage() {
  return (
    <div className="page max-w-4xl">
      <h1>Common Ground</h1>
      <p className="mt-2 mb-5 max-w-prose text-soft sm:text-lg">
        People often answer differently. Here is <Term name="Common ground">where they agree anyway</Term>. They are the
        people who voted here, not a sample of the country.
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
    </>
  )
}

/** First what people agree on. The rest opens below. */
function Found({ data }: { data: CommonGround }) {
  const hasGroups = data.status === 'groups'
  const hasLine = data.line.status === 'line'
  if (!hasLine && !hasGroups) {
    return (
      <>
        <Nothing data={data} />
        <div className="mt-8">
          <Method />
        </div>
      </>
    )
  }
  return (
    <>
      {hasGroups && <GroupAgreements data={data} />}
      {hasLine && <LineAgreements data={data} />}
      {hasLine && <LineStatement data={data} />}
      {hasGroups && <OwnGroup />}
      {hasGroups && <GroupDifferences data={data} />}
      {hasLine && <LineDifferences data={data} />}
      {hasGroups && <Groups data={data} />}
      <Method />
      <Reuse data={data} hasGroups={hasGroups} hasLine={hasLine} />
      <p className="mt-5">
        <AnswerPolls />
      </p>
    </>
  )
}

const AnswerPolls = () => (
  <Link to="/polls/{-$pollId}" className={buttonClass()}>
    Answer polls
  </Link>
)

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
      <EmptyState icon={<UsersRound />} title={title} action={<AnswerPolls />}>
        {text} Looked at: {fullCount(voters)} people and {counted(polls, 'poll', 'polls')}. We look again every hour.
      </EmptyState>
    )
  }
  const parts = [
    missing.voters > 0 && `${counted(missing.voters, 'person', 'people')} with at least ${minVotesOfVoter} votes`,
    missing.polls > 0 && `${counted(missing.polls, 'poll', 'polls')} with at least ${minVotesOfPoll} votes`,
  ].filter((part) => part !== false)
  return (
    <EmptyState icon={<UsersRound />} title="Not enough votes yet" action={<AnswerPolls />}>
      Groups need {minVoters} people and {minPolls} polls with enough votes.{' '}
      {parts.length > 0 && `Still missing: ${parts.join(' and ')}.`}
    </EmptyState>
  )
}

function Reuse({ data, hasGroups, hasLine }: { data: CommonGround; hasGroups: boolean; hasLine: boolean }) {
  const { computed_at: computedAt, is_sample: isSample } = data
  const link = `${window.location.origin}/common-ground`
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line pt-3 text-sm text-soft">
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
              quoteCommonGround(data, { link, isSample, at: computedAt, timeZone: siteTimeZone(), isOpenToAll })
            }
          />
        </>
      )}
      {hasLine && (
        <Files name={hasGroups && 'The line:'}>
          <DownloadLinks
            label="Download the line"
            file={downloadName('common-ground-line')}
            csv={downloadLine.url}
            json={getCommonGround.url}
          />
        </Files>
      )}
      {hasGroups && (
        <Files name={hasLine && 'The groups:'}>
          <DownloadLinks
            label="Download the results"
            file={downloadName('common-ground')}
            csv={downloadCommonGround.url}
            json={getCommonGround.url}
          />
        </Files>
      )}
    </div>
  )
}

/** Links to files. `name` says what the files are about, where there are others. */
const Files = ({ name, children }: { name: string | false; children: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-x-5">
    {name}
    {children}
  </span>
)

function PageSkeleton() {
  return (
    <LoadingState label="Loading Common Ground...">
      <Skeleton className="h-8 w-40" />
      <div className="mt-5 grid gap-4 md:grid-cols-2">
        {[1, 2, 3].map((poll) => (
          <Skeleton key={poll} className="h-44 w-full" />
        ))}
      </div>
    </LoadingState>
  )
}
