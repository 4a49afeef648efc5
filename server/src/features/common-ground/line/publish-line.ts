import {
  type Line,
  commonGroundShare,
  dividingPoints,
  type LinePart,
  type LinePoll,
  type LineVerdict,
  listedPolls,
  minReliability,
  mostHabit,
  steadyReliability,
  type Third,
} from '@wtpu/contract/common-ground'
import {
  minAnswersOfPart,
  minAnswersOfUnsteadyPart,
  minNewMembersInPoll,
  minVotesOfPoll,
  minVotesOnLine,
  roundedTo,
} from '@wtpu/contract/disclosure'
import { sql, type SQL } from 'drizzle-orm'
import { commonGroundLinePolls } from '#db/schema/common-ground.ts'
import { pollOptions, polls } from '#db/schema/polls.ts'
import { isClosedPoll, isOwnPoll, isShownPoll } from '#db/visibility.ts'
import { type Distinctive, findDistinctions } from '../distinctions.ts'
import { type GroupAnswer, percentsOf, rounded } from '../groups/agreement.ts'
import type { LineAnswers } from './answers.ts'

type StoredLinePoll = Omit<LinePoll, keyof LineAnswers> & LineAnswers

export interface StoredLine {
  status: Line['status']
  voters: number
  reliability: number | null
  polls: StoredLinePoll[]
}

/** For those who compute again or reuse the results. */
export const lineMethod = [
  `People with at least ${minVotesOnLine} votes in polls with at least ${minVotesOfPoll}; options of no opinion are missing. Order: first principal component, for each poll from fits without a tenth of the polls that includes it.`,
  `Of accounts that gave the same answer in 95 percent of at least 8 common polls, one is counted, if at least 4 do so, and more than gave it in 80 to 95 percent. Everyone weighs the same, however many polls they answered. A line needs a variance of 1.1 times that of votes shuffled within polls, no habit, and a rank reliability R = 2r/(1 + r) of ${minReliability}; r is the mean absolute Spearman correlation of the orders from ten random halves of the polls. A habit has a rank correlation above ${mostHabit} with the share of first answers, and (sum of v)^2 above 0.6 of the sum of v^2 times the number of polls; v are the loadings of first answers.`,
  `Thirds and steps: those who answered a poll, in their order, in three and ten equal parts of at least ${minAnswersOfPart}, thirds of ${minAnswersOfUnsteadyPart} if R is below ${steadyReliability}. cross: the ends have different leaders, each with ${dividingPoints} points more than at the other end, Newcombe interval above 0, Benjamini-Hochberg at 5 percent over polls. agree: the same option with the one-sided 95 percent Wilson bound at ${commonGroundShare} percent in each third. one_side: ${commonGroundShare} percent at one end, bound above 50 percent, less than ${commonGroundShare} percent and ${dividingPoints} points less at the other, interval above 0. unequal: the same leader at both ends, and ${dividingPoints} points between the ends in one answer, interval above 0, Benjamini-Hochberg at 5 percent. few_opinions: more than a third had none. too_few: a difference of ${dividingPoints} points is neither shown nor ruled out. The first that holds, few_opinions before all others; empty if none does.`,
  `Limits: people chose to vote here and are not a sample; the line depends on the polls that were asked. Percentages are whole numbers, cut at 4 (less than 5) and 96 (more than 95); numbers of people are rounded down to ${roundedTo}; the parts of a poll change together, once a count differs by ${minNewMembersInPoll}; R has one decimal, rounded down, and changes once it differs clearly.`,
].join(' ')

const typicalShown = 2
/** A percentage that tells how everyone of a part chose is not published. */
const [lowest, highest] = [4, 96]

const reliabilityStep = 0.1
/** From the middle of the step that was published: beyond its end by half as much. */
const maxDistance = 0.75 * reliabilityStep
/** The database stores seven digits. */
const precision = 1e-6

/**
 * The reliability with one decimal, rounded down so that it never seems to pass the gate. What was published stays while the figure is
 * near it, so that no single vote shows in it. Where the line ends or begins, it changes at once.
 */
export function publishReliability(now: number | null, last: number | null): number | null {
  if (now === null) return null
  const isPast = (value: number) => value >= minReliability - precision
  const isNear = last !== null && Math.abs(now - (last + reliabilityStep / 2)) < maxDistance
  return isNear && isPast(now) === isPast(last)
    ? last
    : reliabilityStep * Math.floor((now + precision) / reliabilityStep)
}

/**
 * The line of the last run as JSON, with the polls of `where`. Polls stay stored while there is no line. Imported polls have the line of
 * their conversation, and are stored only if it has one.
 */
export const selectLine = (where: SQL): SQL => sql`json_build_object('status', line_status, 'voters', line_voters,
  'reliability', line_reliability, 'polls', coalesce((
    select json_agg(json_build_object('id', poll.id, 'question', poll.question, 'published_at', poll.published_at,
      'is_closed', ${isClosedPoll('poll')}, 'verdict', judged.verdict, 'option', judged.option, 'other', judged.other,
      'end', judged."end", 'has_no_opinion', exists (
        select from ${pollOptions} choice where choice.poll_id = poll.id and choice.is_no_opinion),
      'thirds', judged.thirds, 'steps', judged.steps, 'options', (
        select json_agg(choice.text order by choice.position) from ${pollOptions} choice
        where choice.poll_id = poll.id and not choice.is_no_opinion)
      ) order by poll.id)
    from ${commonGroundLinePolls} judged join ${polls} poll on poll.id = judged.poll_id
    where (line_status = 'line' or not ${isOwnPoll('poll')}) and ${isShownPoll('poll')} and ${where}), '[]'))`

export const publishLine = (line: StoredLine): LinePoll[] =>
  line.polls.map((poll) => ({ ...poll, ...publishAnswers(poll) }))

export const publishAnswers = ({ thirds, steps }: LineAnswers): Pick<LinePoll, 'thirds' | 'steps'> => ({
  thirds: thirds.map(publishPart),
  steps: steps?.map(publishPart) ?? null,
})

const publishPart = (part: GroupAnswer): LinePart => ({
  voters: rounded(part.asked),
  percents: percentsOf(part).map((percent) => Math.min(highest, Math.max(lowest, percent))),
})

export function describeLine(line: StoredLine): Line {
  const all = publishLine(line)
  const having = (verdict: LineVerdict | null) => all.filter((poll) => poll.verdict === verdict)
  return {
    status: line.status,
    voters: rounded(line.voters),
    reliability: line.reliability === null ? null : Number(line.reliability.toFixed(1)),
    ends: ([0, 2] as const).map((third) =>
      findTypical(all, third)
        .slice(0, typicalShown)
        .map(({ distinction }) => distinction),
    ),
    agree: having('agree')
      .toSorted((a, b) => leastShare(b) - leastShare(a))
      .slice(0, listedPolls),
    cross: having('cross')
      .toSorted((a, b) => distance(b) - distance(a))
      .slice(0, listedPolls),
    one_side: having('one_side')
      .toSorted((a, b) => distance(b) - distance(a))
      .slice(0, listedPolls),
    unequal: having('unequal')
      .toSorted((a, b) => distance(b) - distance(a))
      .slice(0, listedPolls),
    too_few: having('too_few').length,
    few_opinions: having('few_opinions').length,
    without_verdict: having(null).length,
    method: lineMethod,
  }
}

/** The answers that a third gives more often than the others. */
export const findTypical = (all: readonly LinePoll[], third: Third): Distinctive[] =>
  findDistinctions(
    all.map(({ thirds, ...poll }) => ({
      ...poll,
      groups: thirds.map((part, id) => ({ id, ...part })),
    })),
    third,
  )

const shares = ({ thirds, option }: LinePoll) => thirds.map(({ percents }) => percents[option] ?? 0)

const leastShare = (poll: LinePoll) => Math.min(...shares(poll))

const distance = (poll: LinePoll) => Math.abs((shares(poll)[0] ?? 0) - (shares(poll)[2] ?? 0))

/** The head, then one row per poll, option and part of the line. */
export function lineRows(line: StoredLine): string[][] {
  const reliability = line.reliability?.toFixed(1) ?? ''
  const rows = publishLine(line).flatMap((poll) => {
    const parts = [
      ...poll.thirds.map((part, index) => ({ name: `Third ${index + 1}`, ...part })),
      ...(poll.steps ?? []).map((part, index) => ({ name: `Step ${index + 1}`, ...part })),
    ]
    return poll.options.flatMap((option, position) =>
      parts.map(({ name, voters, percents }) => [
        String(poll.id),
        poll.question,
        poll.verdict ?? '',
        option,
        name,
        String(voters),
        percentText(percents[position] ?? lowest),
        reliability,
      ]),
    )
  })
  const head = ['Poll', 'Question', 'Verdict', 'Option', 'Part', 'Voters', 'Percent', 'Rank reliability']
  return [head, ...rows]
}

const percentText = (percent: number) =>
  percent <= lowest ? `<${lowest + 1}` : percent >= highest ? `>${highest - 1}` : String(percent)
