import { WrittenText } from '#community/text/written-text.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  fairAccountText,
  listBestReasons,
  listReasons,
  type Reason,
  reasonsInTurn,
} from '@wtpu/contract/polls/on-demand/reasons'
import type { Poll } from '@wtpu/contract/polls/polls'
import { useState } from 'react'
import { ProfileLink } from '#community/author-line.tsx'
import { ReportButton } from '#community/menu/report-button.tsx'
import { infiniteQuery, query } from '#lib/api/api.ts'
import { classes } from '#lib/classes.ts'
import { useEndlessList } from '#lib/endless-list.ts'
import { cardClass } from '#ui/card.tsx'
import { EndlessList } from '#ui/endless-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { ResultsSkeleton } from '../card/skeletons.tsx'
import { JudgeReasons } from './judge-reasons.tsx'
import { formId, OwnReason } from './own-reason.tsx'

/** The own reasons, reasons to judge, the fairest ones of each answer, and all. */
export function Reasons({ poll, myVote }: { poll: Poll; myVote: number | undefined }) {
  const opinions = poll.options.filter((option) => !option.is_no_opinion)
  const own = poll.options.filter(({ id }) => id === myVote)
  const others = opinions.filter(({ id }) => id !== myVote)
  const hasOtherSide = poll.asks_other_side && others.length < opinions.length && others.length > 0
  const isEmpty = useInfiniteQuery(reasonsQuery(poll)).data?.pages[0]?.results.length === 0
  return (
    <div className="flex flex-col gap-6 pt-2">
      {myVote !== undefined && (
        <>
          {/* Another vote has no reason yet. */}
          <div key={myVote} id={formId('own')}>
            <OwnReason poll={poll} side="own" options={own} />
          </div>
          {hasOtherSide && (
            <div key={`not ${myVote}`} id={formId('other')}>
              <OwnReason poll={poll} side="other" options={others} />
            </div>
          )}
          <JudgeReasons poll={poll} myVote={myVote} isEmpty={isEmpty} />
        </>
      )}
      {poll.asks_other_side && !isEmpty && (
        <p className="text-sm text-soft">
          Some of these reasons may be by people who gave another answer. A reason says so once most of those who gave
          the answer could have written it.
        </p>
      )}
      <BestReasons poll={poll} isEmpty={isEmpty} />
      <NewestReasons poll={poll} />
    </div>
  )
}

const reasonsQuery = ({ id }: Poll) => infiniteQuery(listReasons, { params: { id } })

const among = {
  line: 'along the line',
  groups: 'in the groups',
  answers: 'of those who gave the two answers with the most votes',
}

function fairText({ judged_by: by, fair }: Pick<Reason, 'judged_by' | 'fair'>): string {
  const shares = fair.filter((share) => share !== null)
  if (by === null) return 'Not judged enough yet'
  const list = [shares.slice(0, -1).join(', '), shares.at(-1)].filter((part) => part !== '').join(' and ')
  const rest = shares.length < fair.length ? ' Where most judges judge alike, nothing is said.' : ''
  return `Fair to ${list} of 100 ${among[by]}${rest && '.'}${rest}`
}

/** With two answers, each keeps its side, also where it has fewer reasons. */
const sides = ['@lg:col-start-1', '@lg:col-start-2']

function BestReasons({ poll, isEmpty }: { poll: Poll; isEmpty: boolean }) {
  const best = useQuery(query(listBestReasons, { params: { id: poll.id } }))
  // No answer always stands first.
  const [isTurned] = useState(() => Math.random() < 0.5)
  if (best.isPending) return <ResultsSkeleton />
  if (!best.data) return <ErrorState title="Reasons could not be loaded" query={best} />
  const judged = best.data.answers.filter((answer) => answer.best.length > 0)
  const answers = isTurned ? judged.toReversed() : judged
  if (answers.length === 0)
    return isEmpty ? null : (
      <p className="text-soft">No reason was judged by enough people yet. The fairest ones of each answer come here.</p>
    )
  // The answers in turn, so that no side comes first on a phone either.
  const places = Array.from({ length: reasonsInTurn }, (_, place) => place)
  return (
    <section aria-label="The fairest reasons" className="@container">
      <ul className="grid grid-cols-1 gap-3 @lg:grid-cols-2">
        {places.flatMap((place) =>
          answers.flatMap(({ option, best: some }, column) =>
            some[place] ? (
              <ReasonCard
                key={some[place].id}
                reason={some[place]}
                poll={poll}
                option={option}
                className={answers.length === 2 ? sides[column] : undefined}
              />
            ) : (
              []
            ),
          ),
        )}
      </ul>
    </section>
  )
}

function NewestReasons({ poll }: { poll: Poll }) {
  const pages = useInfiniteQuery(reasonsQuery(poll))
  const list = useEndlessList(pages)
  if (pages.isPending) return <ResultsSkeleton />
  if (pages.isLoadingError) return <ErrorState title="Reasons could not be loaded" query={pages} />
  if (list.rows.length === 0)
    return <p className="text-soft">Nobody has given a reason yet. New ones appear at the full hour.</p>
  return (
    <section aria-label="All reasons, newest first">
      <EndlessList list={list} noun="reason" automatic={false}>
        <ul className="grid grid-cols-1 gap-3">
          {list.rows.map((reason) => (
            <ReasonCard key={reason.id} reason={reason} poll={poll} option={reason.option} />
          ))}
        </ul>
      </EndlessList>
    </section>
  )
}

interface CardProps {
  reason: Reason
  poll: Poll
  option: number
  className?: string | undefined
}

function ReasonCard({ reason, poll, option, className }: CardProps) {
  const { author, text } = reason
  return (
    <li className={cardClass(classes('flex flex-col gap-2 p-4', className))}>
      <p dir="auto" className="text-sm font-semibold wrap-anywhere">
        {poll.options.find(({ id }) => id === option)?.text}
      </p>
      <WrittenText writing={reason} className="flex-1 wrap-anywhere">
        {text}
      </WrittenText>
      {reason.is_fair_account && <p className="text-sm font-semibold">{fairAccountText}</p>}
      <p className="text-sm text-soft">{fairText(reason)}</p>
      <div className="flex flex-wrap items-center gap-2 text-sm text-soft">
        {author ? <ProfileLink user={author.id}>{author.name}</ProfileLink> : 'A member'}
        <RelativeTime at={reason.shown_at} preset="comment" />
        <ReportButton content={{ kind: 'reason', id: reason.id }} noun="reason" of={`the reason “${text}”`} />
      </div>
    </li>
  )
}
