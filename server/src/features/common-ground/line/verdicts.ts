import { commonGroundShare, dividingPoints, type LineVerdict, tiltPoints } from '@wtpu/contract/common-ground'
import { newcombe, type ShareInterval, wilson, zOfBound } from '@wtpu/contract/intervals'
import { type GroupAnswer, isMajority, leaderOf } from '../groups/agreement.ts'

/** What is said about a poll by the first, middle and last third of those who answered. */
export interface LineJudgement {
  verdict: LineVerdict | null
  /** The option that the verdict is about; of a crossing, the first end's leader. Without a verdict, the option chosen most. */
  option: number
  /** Of a crossing, the last end's leader. */
  other: number | null
  /** The end, 0 or 1, where the option is chosen more. Null if that makes no clear difference. */
  end: 0 | 1 | null
}

/** Of all crossings that are reported, so many are false (Benjamini and Hochberg 1995). */
const falseDiscoveryRate = 0.05

/** Judges all polls together, because the more polls there are, the more would cross by chance. */
export function judgePolls(polls: readonly (readonly GroupAnswer[])[]): LineJudgement[] {
  const chances = polls.map(chanceOfCrossing)
  const sorted = chances.toSorted((a, b) => a - b)
  const limit = sorted.findLast((chance, index) => chance <= (falseDiscoveryRate * (index + 1)) / polls.length) ?? -1
  return polls.map((thirds, index) => judgePoll(thirds, (chances[index] ?? 1) <= limit))
}

function judgePoll(thirds: readonly GroupAnswer[], canCross: boolean): LineJudgement {
  const [first, last] = [thirds[0], thirds.at(-1)]
  const options = first?.chosen.map((_, option) => option) ?? []
  const total = (option: number) => thirds.reduce((sum, { chosen }) => sum + (chosen[option] ?? 0), 0)
  const option = options.toSorted((a, b) => total(b) - total(a))[0] ?? 0
  if (!first || !last) return { verdict: null, option, other: null, end: null }

  const crossing = findCrossing(first, last)
  if (crossing && canCross && crossing.every(({ points, low }) => points >= dividingPoints && low > 0)) {
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
  return { verdict: null, option, other: null, end: null }
}

/** A clear majority of one end that the other end clearly lacks. */
function isOwnMatter(own: GroupAnswer, opposite: GroupAnswer, option: number): boolean {
  const { points, low } = compare(own, opposite, option)
  const { share, low: bound } = intervalOf(own, option, zOfBound)
  const isMatterOfOwn = share >= commonGroundShare / 100 && bound > 0.5
  const isMatterOfOpposite = intervalOf(opposite, option).share >= commonGroundShare / 100
  return isMatterOfOwn && !isMatterOfOpposite && points >= dividingPoints && low > 0
}

interface Comparison {
  option: number
  points: number
  low: number
  high: number
}

/** How much more often one end chose an option than the other. */
function compare(own: GroupAnswer, opposite: GroupAnswer, option: number): Comparison {
  const { difference, low, high } = newcombe(intervalOf(own, option), intervalOf(opposite, option))
  return { option, points: 100 * difference, low, high }
}

const intervalOf = ({ asked, chosen }: GroupAnswer, option: number, z?: number): ShareInterval =>
  wilson(chosen[option] ?? 0, asked, z)

/** The leaders of both ends and how far each is ahead of the other end, if they differ. */
function findCrossing(first: GroupAnswer, last: GroupAnswer): [Comparison, Comparison] | undefined {
  const [ofFirst, ofLast] = [leaderOf(first), leaderOf(last)]
  if (ofFirst === undefined || ofLast === undefined || ofFirst === ofLast) return undefined
  return [compare(first, last, ofFirst), compare(last, first, ofLast)]
}

/** The probability of a difference as large as that of the ends, for the less clear one of both leaders. 1 if they do not differ. */
function chanceOfCrossing(thirds: readonly GroupAnswer[]): number {
  const [first, last] = [thirds[0], thirds.at(-1)]
  const crossing = first && last && findCrossing(first, last)
  if (!crossing) return 1
  return Math.max(
    ...crossing.map(({ option }) => {
      const [a, b] = [first, last].map(({ chosen }) => chosen[option] ?? 0)
      const pooled = ((a ?? 0) + (b ?? 0)) / (first.asked + last.asked)
      const error = Math.sqrt(pooled * (1 - pooled) * (1 / first.asked + 1 / last.asked))
      const difference = Math.abs((a ?? 0) / first.asked - (b ?? 0) / last.asked)
      return error > 0 ? 2 * upperTail(difference / error) : 1
    }),
  )
}

/** The probability that a standard normal value is above `z`, to 7 digits (Abramowitz and Stegun 26.2.17). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z)
  const sum = t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))))
  return (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
