import { mostHabit } from '@wtpu/contract/common-ground'
import { type Components, placeVoters } from './components.ts'
import { averageRanks, correlate } from './ranks.ts'
import { at, rowsOf, sharesOfFirst, type VoteMatrix } from './vote-matrix.ts'

/** 1 if the first answers of all polls lie at the same end equally far, near 0 if they lie at both. Of habits, it is 0.74 and more. */
const minEvenness = 0.6

/**
 * Says whether a component mostly shows that some people take the first answer more often, whatever the question is. Then
 * positions correlate by rank with the share of first answers, compared with all who answered the same polls. A habit shows in every poll
 * with the author's order alike. Opinions can correlate with that share, too, but differ from poll to poll.
 */
export function isHabit(matrix: VoteMatrix, components: Components, component = 0): boolean {
  const { starts, chosen, tookFirst, pollOf } = matrix
  // Where the order was drawn, a habit leans to no answer.
  const firsts = Array.from(matrix.firsts).filter((column) => column !== -1)
  const leanings = firsts.map((column) => components.loadings.get(column, component))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  if (sum(leanings) ** 2 <= minEvenness * leanings.length * sum(leanings.map((value) => value ** 2))) return false

  const usual = sharesOfFirst(matrix)
  const shares = Array.from({ length: rowsOf(matrix) }, (_, row) => {
    let beyond = 0
    for (let index = at(starts, row); index < at(starts, row + 1); index++) {
      beyond += at(tookFirst, index) - at(usual, at(pollOf, at(chosen, index)))
    }
    return beyond / Math.max(1, at(starts, row + 1) - at(starts, row))
  })
  const scores = placeVoters(matrix, components).getColumn(component)
  return Math.abs(correlate(averageRanks(scores), averageRanks(shares))) > mostHabit
}
