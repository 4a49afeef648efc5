import { commonGroundShare, dividingPoints } from '@wtpu/contract/common-ground'
import { minMembersInPoll, minNewMembersInPoll, roundedTo, sharesRoundedTo } from '@wtpu/contract/disclosure'
import { wilson, zOfBound } from '@wtpu/contract/intervals'

/** Members of a group who voted in a poll, and how many of them chose each option. */
export interface GroupAnswer {
  asked: number
  chosen: number[]
}

export interface Verdict {
  verdict: 'agree' | 'divide' | null
  /** The option with the highest agreement. */
  option: number
  agreement: number
}

/** What was published stays until clearly fewer members are left, so that no single one decides. */
export const isPublished = ({ asked }: GroupAnswer, last: GroupAnswer | undefined, fewest = minMembersInPoll) =>
  asked >= fewest || (last !== undefined && asked > fewest - minNewMembersInPoll)

/** All that is published about a group, verdicts too, comes from rounded counts. */
export function roundCounts({ asked, chosen }: GroupAnswer): GroupAnswer {
  const rounded = (count: number) => sharesRoundedTo * Math.round(count / sharesRoundedTo)
  return { asked: rounded(asked), chosen: chosen.map(rounded) }
}

/** The product over the groups of (chosen + 1) / (asked + 2), as in Polis: high only if a majority of each group chose it. */
const agreementOn = (answers: readonly GroupAnswer[], option: number): number =>
  answers.reduce((product, { asked, chosen }) => product * (((chosen[option] ?? 0) + 1) / (asked + 2)), 1)

/** Judges a poll by the groups whose answers are published. `groups` counts all groups: common ground needs every one. */
export function judge(answers: readonly GroupAnswer[], groups: number): Verdict {
  const options = answers[0]?.chosen.map((_, option) => option) ?? []
  const agreements = options.map((option) => agreementOn(answers, option))
  const agreement = Math.max(...agreements)
  const option = agreements.indexOf(agreement)
  const leaders = answers.map(leaderOf)
  const agrees =
    answers.length === groups &&
    leaders.every((leader, index) => leader === option && isMajority(answers[index], option))
  const divides = leaders.some((leader, a) =>
    leaders.some(
      (other, b) => leader !== undefined && other !== undefined && a < b && areApart(answers[a], answers[b]),
    ),
  )
  return { verdict: agrees ? 'agree' : divides ? 'divide' : null, option, agreement }
}

/**
 * Whether the share would be `commonGroundShare` or more also if chance had favored it: the lower bound of Wilson's interval. At 30
 * members who voted, 77 % are needed, at 200, 66 %.
 */
export function isMajority(answer: GroupAnswer | undefined, option: number): boolean {
  if (!answer || answer.asked === 0) return false
  return wilson(answer.chosen[option] ?? 0, answer.asked, zOfBound).low >= commonGroundShare / 100
}

/** How far apart two groups are at most, in points. */
export function spreadOf(percents: readonly (readonly number[])[]): number {
  const options = percents[0]?.map((_, option) => percents.map((ofGroup) => ofGroup[option] ?? 0)) ?? []
  return Math.max(0, ...options.map((values) => Math.max(...values) - Math.min(...values)))
}

export const percentsOf = ({ asked, chosen }: GroupAnswer): number[] =>
  chosen.map((count) => Math.round((100 * count) / asked))

/** The leading options differ, and each leads by far more in its own group than in the other. */
function areApart(a: GroupAnswer | undefined, b: GroupAnswer | undefined): boolean {
  const [ofA, ofB] = [leaderOf(a), leaderOf(b)]
  if (ofA === undefined || ofB === undefined || ofA === ofB) return false
  return shareOf(a, ofA) - shareOf(b, ofA) >= dividingPoints && shareOf(b, ofB) - shareOf(a, ofB) >= dividingPoints
}

/** Undefined for a tie. */
export function leaderOf(answer: GroupAnswer | undefined): number | undefined {
  if (!answer) return undefined
  const most = Math.max(...answer.chosen)
  const first = answer.chosen.indexOf(most)
  return answer.chosen.includes(most, first + 1) ? undefined : first
}

const shareOf = (answer: GroupAnswer | undefined, option: number): number =>
  answer ? (100 * (answer.chosen[option] ?? 0)) / answer.asked : 0

/** A number of people as published. */
export const rounded = (people: number): number => people - (people % roundedTo)
