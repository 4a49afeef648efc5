import {
  commonGroundShare,
  dividingPoints,
  type LineVerdict,
  mostWithoutOpinion,
  tiltPoints,
} from '@wtpu/contract/common-ground'
import { belowRate, chanceOfDifference, newcombe, type ShareInterval, wilson, zOfBound } from '@wtpu/contract/intervals'
import { type GroupAnswer, isMajority, leaderOf } from '../groups/agreement.ts'

/** What is said about a poll by the first, middle and last third of those who answered. */
export interface LineJudgement {
  /** Null if enough answered to say that none of the verdicts holds. */
  verdict: LineVerdict | null
  /** The option that the verdict is about; of a crossing, the first end's leader. Where nothing is found, the option chosen most. */
  option: number
  /** The leader at the last end, if the two ends differ. */
  other: number | null
  /** The end, 0 or 1, where the option is chosen more. Null if that makes no clear difference. */
  end: 0 | 1 | null
}

export interface PollOnLine {
  thirds: readonly GroupAnswer[]
  withoutOpinion?: number
}

/** Judges all polls together, because the more polls there are, the more would differ by chance. */
export function judgePolls(polls: readonly PollOnLine[]): LineJudgement[] {
  const crossings = belowRate(polls.map(({ thirds }) => chanceOfCrossing(thirds)))
  const differences = belowRate(polls.map(({ thirds }) => largestDifference(thirds)?.chance ?? 1))
  return polls.map((poll, index) => judgePoll(poll, crossings[index] ?? false, differences[index] ?? false))
}

function judgePoll({ thirds, withoutOpinion = 0 }: PollOnLine, canCross: boolean, canDiffer: boolean): LineJudgement {
  const [first, last] = [thirds[0], thirds.at(-1)]
  const options = first?.chosen.map((_, option) => option) ?? []
  const total = (option: number) => thirds.reduce((sum, { chosen }) => sum + (chosen[option] ?? 0), 0)
  const option = options.toSorted((a, b) => total(b) - total(a))[0] ?? 0
  const none: LineJudgement = { verdict: null, option, other: null, end: null }
  if (!first || !last) return none
  if (withoutOpinion > mostWithoutOpinion) return { ...none, verdict: 'few_opinions' }

  const crossing = findCrossing(first, last)
  if (crossing && canCross && crossing.every(isClear)) {
    return { verdict: 'cross', option: crossing[0].option, other: crossing[1].option, end: null }
  }
  const shared = options.find((candidate) => thirds.every((third) => isMajority(third, candidate)))
  if (shared !== undefined) {
    const { points, low, high } = compare(first, last, shared)
    const isTilted = Math.abs(points) >= tiltPoints && (low > 0 || high < 0)
    return { verdict: 'agree', option: shared, other: null, end: isTilted ? (points > 0 ? 0 : 1) : null }
  }
  for (const [end, own, opposite] of [
    [0, first, last],
    [1, last, first],
  ] as const) {
    const found = options.find((candidate) => isOwnMatter(own, opposite, candidate))
    if (found !== undefined) return { verdict: 'one_side', option: found, other: null, end }
  }
  const largest = largestDifference(thirds)
  const leader = leaderOf(first)
  if (largest && canDiffer && isClear(largest) && leader !== undefined && leader === leaderOf(last)) {
    return { verdict: 'unequal', option: largest.option, other: null, end: largest.end }
  }
  const isDecided = options.every((candidate) => {
    const { low, high } = compare(first, last, candidate)
    return low > 0 || high < 0 || Math.max(-low, high) < dividingPoints / 100
  })
  return isDecided ? none : { ...none, verdict: 'too_few' }
}

const isClear = ({ points, low }: Comparison) => points >= dividingPoints && low > 0

/** A clear majority of one end that the other end clearly lacks. */
function isOwnMatter(own: GroupAnswer, opposite: GroupAnswer, option: number): boolean {
  const difference = compare(own, opposite, option)
  const { share, low: bound } = intervalOf(own, option, zOfBound)
  const isMatterOfOwn = share >= commonGroundShare / 100 && bound > 0.5
  const isMatterOfOpposite = intervalOf(opposite, option).share >= commonGroundShare / 100
  return isMatterOfOwn && !isMatterOfOpposite && isClear(difference)
}

interface Comparison {
  option: number
  points: number
  low: number
  high: number
  /** The probability of a difference as large if there were none. */
  chance: number
}

/** How much more often one end chose an option than the other. */
function compare(own: GroupAnswer, opposite: GroupAnswer, option: number): Comparison {
  const [a, b] = [intervalOf(own, option), intervalOf(opposite, option)]
  const { difference, low, high } = newcombe(a, b)
  const chance = chanceOfDifference(
    [own.chosen[option] ?? 0, own.asked],
    [opposite.chosen[option] ?? 0, opposite.asked],
  )
  return { option, points: 100 * difference, low, high, chance }
}

const intervalOf = ({ asked, chosen }: GroupAnswer, option: number, z?: number): ShareInterval =>
  wilson(chosen[option] ?? 0, asked, z)

/** The leaders of both ends and how far each is ahead of the other end, if they differ. */
function findCrossing(first: GroupAnswer, last: GroupAnswer): [Comparison, Comparison] | undefined {
  const [ofFirst, ofLast] = [leaderOf(first), leaderOf(last)]
  if (ofFirst === undefined || ofLast === undefined || ofFirst === ofLast) return undefined
  return [compare(first, last, ofFirst), compare(last, first, ofLast)]
}

/** The option whose shares at both ends differ most, of two the one chosen more, and the end where it is chosen more. */
function largestDifference(thirds: readonly GroupAnswer[]): (Comparison & { end: 0 | 1 }) | undefined {
  const [first, last] = [thirds[0], thirds.at(-1)]
  if (!first || !last) return undefined
  const total = (option: number) => thirds.reduce((sum, { chosen }) => sum + (chosen[option] ?? 0), 0)
  return first.chosen
    .flatMap((_, option) => [
      { ...compare(first, last, option), end: 0 as const },
      { ...compare(last, first, option), end: 1 as const },
    ])
    .toSorted((a, b) => Math.round(b.points) - Math.round(a.points) || total(b.option) - total(a.option))[0]
}

/** The value of the less clear one of both leaders. 1 if they do not differ. */
function chanceOfCrossing(thirds: readonly GroupAnswer[]): number {
  const [first, last] = [thirds[0], thirds.at(-1)]
  const crossing = first && last && findCrossing(first, last)
  return crossing ? Math.max(...crossing.map(({ chance }) => chance)) : 1
}
