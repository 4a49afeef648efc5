import { attributesOf } from '@wtpu/contract/schemas'
import { fullCount } from '@wtpu/contract/full-count'
import { kinds } from '@wtpu/contract/notifications/on-demand/kinds'
import { questionHour } from '@wtpu/contract/polls/on-demand/question-queue'
import { votesForPercent, type Poll } from '@wtpu/contract/polls/polls'
import type { QuestionOfTheDay } from '@wtpu/contract/polls/question-of-the-day'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getNotificationSettings, updateNotificationSettings } from '@wtpu/contract/notifications/settings'
import { Link } from '@tanstack/react-router'
import { call, query } from '#lib/api/api.ts'
import { useLastError } from '#lib/api/query-errors.ts'
import { clockTime, shortDate } from '#lib/dates.ts'
import { now } from '#lib/time.ts'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { Done } from '#ui/on-demand/done.tsx'
import { likeMany } from '#features/polls/card/moment.ts'
import { useOwnCounts } from '#features/polls/core/my-votes.ts'
import { leadingOptions, votesText } from '#features/polls/core/rules.ts'

/** What follows the answer to the question of the day, and what became of yesterday's. */
export function QuestionOfTheDayNotes({
  question: { today, is_chosen: isChosen, yesterday, next_at: nextAt },
  votes,
}: {
  question: QuestionOfTheDay
  votes: ReadonlyMap<number, number>
}) {
  return (
    <div className="grid gap-3 pt-3">
      {isChosen && today && votes.has(today.id) && (
        <div className="grid justify-items-start gap-2">
          <p>That was today’s.{nextAt !== null && <Next at={new Date(nextAt)} />}</p>
          <TellMe />
        </div>
      )}
      {yesterday && <Yesterday poll={yesterday} optionId={votes.get(yesterday.id)} />}
    </div>
  )
}

/** By the calendar of the site. The zone is named where clocks show another hour. */
function Next({ at }: { at: Date }) {
  const day = shortDate(at) === shortDate(new Date(now())) ? 'Today' : 'Tomorrow'
  const zone = at.getHours() === questionHour ? '' : clockTime(at).replace(/.*M/, '')
  return (
    <>
      {' '}
      <time dateTime={at.toISOString()}>
        {day} at {questionHour}
        {zone}
      </time>{' '}
      there is a new one.
    </>
  )
}

const settingsQuery = () => query(getNotificationSettings, undefined, { meta: { own: true } })

/** Switches the notification on. Only who has it off is asked. */
function TellMe() {
  const { data } = useQuery(settingsQuery())
  const client = useQueryClient()
  const tell = useMutation({
    mutationFn: () => call(updateNotificationSettings, { body: { ways: { daily_question: 'mail' } } }),
    onSettled: () => client.invalidateQueries({ queryKey: settingsQuery().queryKey }),
  })
  const failure = useLastError(tell)
  if (tell.isSuccess)
    return (
      <Done>
        Switched on: we tell you of each new question here and by mail.{' '}
        <Link to="/profile-settings/notifications" className="text-link">
          Change this
        </Link>
      </Done>
    )
  const way = data?.ways.daily_question ?? kinds.daily_question.way
  if (way !== 'off' && !tell.isPending) return null
  return (
    <>
      <Button variant="secondary" size="small" loading={tell.isPending} onClick={() => tell.mutate()}>
        Tell me <span className="sr-only">of each new question of the day</span>
      </Button>
      {failure && <FormAlert pending={tell.isPending}>{failure.message}</FormAlert>}
    </>
  )
}

function Yesterday({ poll: counted, optionId }: { poll: Poll; optionId: number | undefined }) {
  const poll = useOwnCounts(counted)
  return (
    <p className="border-l-4 border-line pl-4 wrap-anywhere">
      Yesterday:{' '}
      <Link to="/results/$pollId" params={{ pollId: String(poll.id) }} {...attributesOf(poll)} className="text-link">
        {poll.question}
      </Link>{' '}
      {yesterdayText(poll, optionId)}
    </p>
  )
}

/** Counts with their base, and nothing of results that are not shown yet. Too few votes have no leader. */
export function yesterdayText(poll: Poll, optionId: number | undefined): string {
  const chosen = poll.options.find(({ id }) => id === optionId)
  if (poll.results_hidden) return `${chosen ? `You chose “${chosen.text}”. ` : ''}The results are not shown yet.`
  if (chosen) return `You chose “${chosen.text}”${likeMany(poll, chosen.id)}. Not a sample.`
  const [leader, ...others] = poll.options.filter(({ id }) => leadingOptions(poll.options).has(id))
  if (!leader || others.length > 0 || poll.total_votes < votesForPercent) return `${votesText(poll, fullCount)}.`
  return `${fullCount(leader.vote_count)} of ${fullCount(poll.total_votes)} chose “${leader.text}”. Not a sample.`
}
