import { minReliability } from '@wtpu/contract/common-ground'
import { XSadd } from 'ml-xsadd'
import { findComponents, placeVoters, varianceAboveChance } from '../groups/components.ts'
import { isHabit } from '../groups/habit.ts'
import { averageRanks, correlate, rank } from '../groups/ranks.ts'
import { at, rowsOf, selectPolls, selectRows, shuffle, type VoteMatrix } from '../groups/vote-matrix.ts'

interface FoundLine {
  status: 'line'
  /** How alike two halves of the polls order people, projected to all polls: from 0 to 1. */
  reliability: number
  /** The place of each row in the order, from 0 on. */
  places: Int32Array
  /** The same from fits without the polls of each fold. */
  placesWithout: Int32Array[]
}

/** No structure that is clearer than chance, an order of habits, structure without a steady order, or a line. */
type LineResult = { status: 'no_structure' | 'habit' } | { status: 'no_line'; reliability: number } | FoundLine

/** The same votes give the same line. */
const seed = 1_776
const folds = 10
const halvings = 10
/** A model is fitted to this many people; the others are placed by it. */
const maxSample = 5_000

/** By the id, so that a poll keeps its fold when others come and go. */
export const foldOf = (pollId: number) => pollId % folds

/**
 * Orders people along the first component of their votes. It is a line only if it is clearer than chance and if random halves of the
 * polls give nearly the same order. The order of people in a poll is found without the polls of its fold, so without itself: otherwise the poll
 * would find its own answers at the ends.
 */
export function findLine(matrix: VoteMatrix, pollIds: readonly number[]): LineResult {
  const order = findOrder(matrix)
  if (order.status !== 'line') return order
  const { rows, sample, components, reliability, random } = order

  const scores = placeVoters(matrix, components).getColumn(0)
  const placesWithout = Array.from({ length: folds }, (_, fold) => {
    const isKept = (poll: number) => foldOf(pollIds[poll] ?? 0) !== fold
    const fit = findComponents(selectPolls(sample, isKept), 1, random)
    const without = placeVoters(selectPolls(matrix, isKept), fit).getColumn(0)
    const sign = correlate(without, scores) < 0 ? -1 : 1
    return rank(
      without.map((score) => sign * score),
      rows,
    )
  })
  return { status: 'line', reliability, places: rank(scores, rows), placesWithout }
}

/** Whether people form a line, without their places on it. */
export function findOrder(matrix: VoteMatrix) {
  const random = new XSadd(seed)
  const rows = shuffle(rowsOf(matrix), random)
  const sample = selectRows(matrix, rows.subarray(0, maxSample))
  const components = findComponents(sample, 1, random)
  if ((components.variances[0] ?? 0) <= varianceAboveChance(sample, random)) return { status: 'no_structure' } as const
  const reliability = findReliability(sample, random)
  if (reliability < minReliability) return { status: 'no_line', reliability } as const
  if (isHabit(sample, components)) return { status: 'habit' } as const
  return { status: 'line', rows, sample, components, reliability, random } as const
}

/** The mean rank correlation of the orders from two random halves of the polls, projected to all polls (Spearman and Brown). */
function findReliability(matrix: VoteMatrix, random: XSadd): number {
  const correlations = Array.from({ length: halvings }, () => {
    const half = shuffle(matrix.polls, random).map((position) => position % 2)
    const [a, b] = [0, 1].map((wanted) => {
      const votes = selectPolls(matrix, (poll) => half[poll] === wanted)
      return { votes, scores: placeVoters(votes, findComponents(votes, 1, random)).getColumn(0) }
    })
    if (!a || !b) return 0
    const answeredBoth = a.scores
      .map((_, row) => row)
      .filter((row) => [a, b].every(({ votes }) => at(votes.starts, row + 1) > at(votes.starts, row)))
    const [ofA, ofB] = [a, b].map(({ scores }) => averageRanks(answeredBoth.map((row) => at(scores, row))))
    return Math.abs(correlate(ofA ?? [], ofB ?? []))
  })
  const mean = correlations.reduce((sum, value) => sum + value, 0) / halvings
  return (2 * mean) / (1 + mean)
}
