import { listedPolls, type CommonGround } from '../common-ground.ts'
import { minVotesOfVoter } from '../disclosure.ts'
import {
  counted,
  dayText,
  invitedText,
  membersOf,
  othersText,
  sampleDataText,
  timeText,
  votersOf,
} from '../polls/on-demand/method.ts'
import type { Poll } from '../polls/polls.ts'
import { groupDigits } from '../polls/on-demand/shares.ts'
import { site } from '../site/name.ts'

// What "Copy as a sentence" copies: a result with its base and its time, so that it stays true wherever it is pasted.

export interface Quote {
  link: string
  /** Invented people and votes. */
  isSample: boolean
}
interface Base extends Quote {
  /** When the votes of an open poll were counted, or the groups computed. */
  at: string | Date
  timeZone: string
  /** Whether everyone can create an account, without an invitation or an access code. */
  isOpenToAll: boolean
}

const sampleText = (isSample: boolean) => (isSample ? `Made up for this demo. ${sampleDataText} ` : '')
const countText = 'This is a count, not a survey of the public.'
const joinText = (isOpenToAll: boolean) => (isOpenToAll ? ', which anyone may join,' : '')

type QuotedPoll = Pick<
  Poll,
  'options' | 'total_votes' | 'is_closed' | 'closes_at' | 'imported_from' | 'answered_by_mail' | 'eligible'
>

export function quotePoll(poll: QuotedPoll, { link, isSample, at, timeZone, isOpenToAll }: Base): string {
  const { options, total_votes: votes, is_closed: isClosed, closes_at: closesAt, imported_from: importedFrom } = poll
  const time = importedFrom
    ? dayText(closesAt ?? at, 'UTC')
    : isClosed
      ? dayText(closesAt ?? at, timeZone)
      : timeText(at, timeZone)
  const isCircle = poll.eligible != null
  const people =
    poll.eligible != null
      ? invitedText(votes, poll.eligible)
      : importedFrom
        ? `${counted(votes, 'participant', 'participants')} of ${importedFrom}`
        : `${votes === 0 ? `No member of ${site.name}` : votersOf(votes, poll.answered_by_mail)}${poll.answered_by_mail ? '' : joinText(isOpenToAll)}`
  const answers = votes === 0 ? '' : `: ${answersText(options)}`
  const parts = [
    `${sampleText(isSample)}${people} ${isCircle ? 'answered' : 'chose to answer'} by ${time}${answers}.`,
    !isClosed && 'The poll is still open.',
    isCircle ? votes < (poll.eligible ?? 0) && othersText : votes > 0 && countText,
    link,
  ]
  return parts.filter(Boolean).join(' ')
}

/** The two that lead by their names, and those that are level with them; the rest as a number. */
function answersText(options: QuotedPoll['options']): string {
  const sorted = options.toSorted((a, b) => b.vote_count - a.vote_count)
  const second = sorted[1]?.vote_count ?? 0
  const isNamed = sorted.length === 3 ? () => true : ({ vote_count: votes }: { vote_count: number }) => votes >= second
  const named = sorted.filter(isNamed)
  const others = sorted.slice(named.length).reduce((sum, { vote_count: votes }) => sum + votes, 0)
  const texts = named.map(({ text, vote_count: votes }) => `${groupDigits(votes)} “${text}”`)
  return [...texts, ...(named.length < sorted.length ? [`${groupDigits(others)} other`] : [])].join(', ')
}

/** What is counted of Common Ground. */
type Lists<K extends string> = Record<K, readonly unknown[]>
interface QuotedCommonGround extends Pick<CommonGround, 'voters' | 'polls'>, Lists<'groups' | 'agree' | 'divide'> {
  line: Pick<CommonGround['line'], 'status'> & Lists<'agree' | 'cross'>
}

/** Where groups or a line were found. The numbers of people are rounded down, so there are at least this many. */
export function quoteCommonGround(
  { voters, polls, groups, agree, divide, line }: QuotedCommonGround,
  { link, isSample, at, timeZone, isOpenToAll }: Base,
): string {
  const found = [
    line.status === 'line' &&
      `Along the order of their answers, ${inPolls(line.agree)} a majority of each third chose the same answer, and ${inPolls(line.cross)} the two ends differ.`,
    groups.length > 0 &&
      `Of the ${groups.length} groups found, ${inPolls(agree)} a majority of each chose the same answer, and ${inPolls(divide)} groups differ.`,
  ].filter((text) => text !== false)
  const people = `At least ${membersOf(voters)}${joinText(isOpenToAll)} chose to answer ${minVotesOfVoter} or more of ${groupDigits(polls)} polls by ${dayText(at, timeZone)}.`
  return [`${sampleText(isSample)}${people}`, ...found, countText, link].join(' ')
}

const inPolls = ({ length }: readonly unknown[]) =>
  `in ${length === listedPolls ? 'at least ' : ''}${counted(length, 'poll', 'polls')}`
