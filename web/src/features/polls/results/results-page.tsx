import { attributesOf } from '@wtpu/contract/schemas'
import type { Poll, PollResults } from '@wtpu/contract/polls/polls'
import { site } from '@wtpu/contract/site/name'
import { pollHead } from '@wtpu/contract/site/on-demand/public-heads'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import Landmark from 'lucide-react/icons/landmark'
import type { ReactNode } from 'react'
import { Term } from '#community/small/term.tsx'
import { pollQuery, useCategoryName } from '#features/polls/api.ts'
import { useMyVotes, useOwnCounts } from '#features/polls/core/my-votes.ts'
import { hasEnded, remainingTime } from '#features/polls/core/rules.ts'
import { PollNotes } from '#features/polls/core/poll-notes.tsx'
import { VisitorOptions } from '#features/polls/core/visitor-options.tsx'
import { useAnswerOutcome, usePendingAnswer } from '#lib/session/pending-answer.ts'
import { useSession } from '#lib/session/session.ts'
import { usePageHead } from '#lib/head.ts'
import { useNow } from '#lib/time.ts'
import { siteTimeZone } from '#lib/on-demand/time-zone.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Section } from '#ui/section.tsx'
import { PollOptions } from '../card/poll-options.tsx'
import { ResultsSkeleton } from '../card/skeletons.tsx'
import { ReasonsDetails } from '../reasons/reasons-details.tsx'
import { ResultBars } from './charts/result-bars.tsx'
import { ResultsByState } from './charts/results-by-state.tsx'
import { VotesOverTime } from './charts/votes-over-time.tsx'
import { GroupResults, hasGroupsOfOpinion } from './group-results.tsx'
import { HowTaken } from './how-taken.tsx'
import { resultsUrl } from '#features/polls/share-poll.ts'
import { ReusePoll } from './poll-results.tsx'
import { Actions, ShareButtons } from './result-actions.tsx'
import { StaffNote } from './staff-note.tsx'
import { pollResultsQuery } from './results-api.ts'
import { leadText, sampleText } from './sample-text.ts'

// Few polls have two wordings, and few links lead nowhere.
const WordedResults = lazyComponent(() => import('../card/two-wordings.tsx').then((module) => module.WordedResults))
const PollNotFound = lazyComponent(() => import('./poll-not-found.tsx').then((module) => module.PollNotFound))
// Few staff see it.
const ReleaseResults = lazyComponent(() => import('./release-results.tsx').then((module) => module.ReleaseResults))

const clockIntervalMs = 10_000
const questionId = 'question'

type AnswerStatus = (poll: Poll, isTapped: boolean) => ReactNode

/** `/results/{id}`, for everyone: what is public about a poll, to read, quote and link to. */
export function ResultsPage({
  id,
  children,
}: {
  id: number
  /** What happens with the answer of a visitor. `isTapped`: the visitor gave it just now. */
  children: AnswerStatus
}) {
  const results = useQuery(pollResultsQuery(id))
  const nameCategory = useCategoryName()
  const { data, error } = results
  // The page of a server has it in place of results that are not shown yet.
  const { data: hidden } = useQuery({
    ...pollQuery(id),
    enabled: error?.code === 'results_hidden',
  })
  const poll = data?.poll ?? hidden
  usePageHead(poll && pollHead({ ...poll, timeZone: siteTimeZone() }))
  if (!data && error?.status === 404) return <PollNotFound />
  const page = (compared?: ReactNode) => (
    <div className="page">
      {data && nameCategory ? (
        <Content
          results={data}
          category={nameCategory(data.poll.category)}
          countedAt={results.dataUpdatedAt}
          compared={compared}
        >
          {children}
        </Content>
      ) : hidden?.results_hidden && nameCategory ? (
        <HiddenResults poll={hidden} category={nameCategory(hidden.category)}>
          {children}
        </HiddenResults>
      ) : (
        <>
          <h1 className="mb-6">Results</h1>
          {error && error.code !== 'results_hidden' ? (
            <ErrorState title="Results could not be loaded" query={results} />
          ) : (
            <ResultsSkeleton />
          )}
        </>
      )}
    </div>
  )
  if (!poll?.wordings) return page()
  return (
    <WordedResults poll={poll} fallback={<ResultsSkeleton />}>
      {(shown, compared) => (shown === id ? page(compared) : <ResultsPage id={shown}>{children}</ResultsPage>)}
    </WordedResults>
  )
}

/** A poll whose results nobody sees yet. */
function HiddenResults({ poll, category, children }: { poll: Poll; category: string; children: AnswerStatus }) {
  const myVote = useMyVotes().get(poll.id)
  const now = useNow(clockIntervalMs)
  return (
    <>
      <Heading poll={poll} category={category} now={now} />
      {hasEnded(poll, now) ? (
        <div className="mt-4">
          <PollNotes poll={poll} />
        </div>
      ) : (
        <Answer poll={poll} myVote={myVote} now={now}>
          {children}
        </Answer>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {poll.reveal === 'when_published' && poll.is_closed && <ReleaseResults poll={poll} />}
        <ShareButtons poll={poll} />
      </div>
    </>
  )
}

interface ContentProps {
  results: PollResults
  category: string
  countedAt: number
  /** Both wordings, if there are two. */
  compared: ReactNode
  children: AnswerStatus
}

function Content({ results, category, countedAt, compared, children }: ContentProps) {
  const { timeline, states } = results
  const isNamed = useLocation({ select: ({ hash }) => hash === 'how-taken' })
  const poll = useOwnCounts(results.poll)
  const myVote = useMyVotes().get(poll.id)
  const lead = leadText(poll)
  const now = useNow(clockIntervalMs)
  const isOpen = !hasEnded(poll, now)
  return (
    <>
      <Heading poll={poll} category={category} now={now} />
      {isOpen && (
        <Answer key={poll.id} poll={poll} myVote={myVote} now={now}>
          {children}
        </Answer>
      )}
      <p className="mt-4 max-w-prose border-l-4 border-accent pl-4 sm:text-lg">{sampleText(poll, countedAt)}</p>
      {isOpen && lead !== undefined && <p className="mt-2 max-w-prose text-sm text-soft">{lead}</p>}
      <Actions results={results} countedAt={countedAt} />
      <div className="mt-8 grid grid-cols-1 gap-10 lg:grid-cols-[1fr_20rem] lg:gap-14">
        <div className="@container flex min-w-0 flex-col gap-10">
          {compared}
          {!isOpen && !compared && (
            <Section id="result" title="The result">
              <div className="flex flex-col gap-3">
                <ResultBars poll={poll} myVote={myVote} />
                <PollNotes poll={poll} />
                {lead !== undefined && <p className="max-w-prose text-sm text-soft">{lead}</p>}
              </div>
            </Section>
          )}
          <ReasonsDetails poll={poll} />
          <StaffNote poll={poll} />
          {poll.total_votes > 0 && (
            <>
              {!poll.imported_from && (
                <>
                  <VotesOverTime poll={poll} timeline={timeline} level={2} />
                  <ResultsByState poll={poll} states={states} level={2} />
                </>
              )}
              {hasGroupsOfOpinion(poll) && (
                <Section id="groups" title="By how people answer polls">
                  <GroupResults poll={poll} />
                </Section>
              )}
            </>
          )}
          <Section id="use" title="Use this result">
            <p className="mb-3 text-soft">
              {poll.imported_from
                ? 'The licence of the source applies. Name it, the number of votes and the time, and link to this page.'
                : 'Free to use if you name the site, the number of votes and the time, and link to this page.'}
            </p>
            <ReusePoll results={results} countedAt={countedAt} hasLink={false} />
          </Section>
        </div>
        <aside aria-label="About this poll" className="flex flex-col gap-6">
          <section aria-labelledby="how-taken" className={cardClass('p-5')}>
            <h2
              id="how-taken"
              ref={isNamed ? showPlace : undefined}
              tabIndex={-1}
              className="mb-3 text-xl outline-none"
            >
              How this poll was taken
            </h2>
            <HowTaken poll={poll} />
            {!poll.imported_from && <Words />}
          </section>
          {!isOpen && <HaveYourSay />}
        </aside>
      </div>
    </>
  )
}

/** What the address names comes in place of the heading that had the focus while the results were loading. */
function showPlace(heading: HTMLElement | null): void {
  if (!heading || document.activeElement !== document.body) return
  heading.focus({ preventScroll: true })
  heading.scrollIntoView()
}

function Heading({ poll, category, now }: { poll: Poll; category: string; now: Date }) {
  const time = remainingTime(poll, now)
  return (
    <header>
      <p className="hidden print:block">
        {site.name} · {resultsUrl(poll.id)}
      </p>
      <div className="mb-1 flex min-h-11 flex-wrap items-center gap-2">
        <Badge>{category}</Badge>
        {time && <Badge>{hasEnded(poll, now) ? 'Closed' : `Open, ${time} left`}</Badge>}
        {poll.imported_from && <Badge tone="warning">Imported</Badge>}
        {poll.roll_call && (
          <Badge icon={<Landmark aria-hidden />}>
            {poll.roll_call.category === 'procedure'
              ? 'Congress voted on a motion about this'
              : 'Congress voted on this'}
          </Badge>
        )}
      </div>
      <h1 id={questionId} {...attributesOf(poll)} className="max-w-4xl wrap-anywhere">
        {poll.question}
      </h1>
      {poll.description && (
        <p {...attributesOf(poll)} className="mt-4 prose text-soft">
          {poll.description}
        </p>
      )}
    </header>
  )
}

/** The options of an open poll, for members and visitors. A link with `?answer=2` only names an answer: the reader still has to give it. */
function Answer({
  poll,
  myVote,
  now,
  children,
}: {
  poll: Poll
  myVote: number | undefined
  now: Date
  children: AnswerStatus
}) {
  const isVisitor = useSession() === null
  const isPending = usePendingAnswer()?.pollId === poll.id
  const outcome = useAnswerOutcome()
  const navigate = useNavigate()
  const answer = useLocation({ select: ({ search }) => new Map<string, unknown>(Object.entries(search)).get('answer') })
  const named = poll.options[Number(answer) - 1]?.id
  const options = { poll, now, questionId, named }
  return (
    // A region, because the focus returns to it.
    <article aria-labelledby={questionId} tabIndex={-1} className="mt-5 flex max-w-3xl flex-col gap-3 outline-none">
      {isVisitor || isPending ? (
        <VisitorOptions {...options}>{children}</VisitorOptions>
      ) : (
        <>
          <PollOptions
            {...options}
            votedOptionId={myVote}
            isShareBelow
            onNext={() => void navigate({ to: '/polls/{-$pollId}', params: { pollId: undefined } })}
          />
          {/* The options show an answer that waits. */}
          {outcome?.pollId === poll.id && outcome.state !== 'waiting' && children(poll, false)}
        </>
      )}
    </article>
  )
}

/** The terms that a reader of a result needs, each with its definition. */
function Words() {
  return (
    <p className="mt-4 border-t border-line pt-4 text-sm text-soft">
      People <Term name="Self-selected">chose to vote</Term>. Each vote is a <Term name="Ballot">ballot</Term> without a
      name. When the poll closes, all are <Term name="Seal">sealed</Term>, so nobody can change them unnoticed.
    </p>
  )
}

function HaveYourSay() {
  return (
    <section aria-labelledby="have-your-say" className={cardClass('p-5 print:hidden')}>
      <h2 id="have-your-say" className="mb-3 text-xl">
        Have your say
      </h2>
      <Link to="/polls/{-$pollId}" params={{ pollId: undefined }} className={buttonClass({ variant: 'secondary' })}>
        Vote in an open poll
      </Link>
    </section>
  )
}
