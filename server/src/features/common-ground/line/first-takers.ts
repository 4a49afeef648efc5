import {
  at,
  buildMatrix,
  type PollVotes,
  rowsOf,
  sharesOfFirst,
  type VoteMatrix,
  withoutVoters,
} from '../groups/vote-matrix.ts'
import { keepOneOfEachBlock } from './blocks.ts'

/** An account needs this many answers, because with fewer a habit looks like chance. */
const minAnswers = 8
/** Standard deviations from what all answered in the same polls. One of a hundred is above by chance. */
const clearlyMore = 2.33
/** With fewer, the results hardly change. */
const minShare = 0.05
/** Opinions make about as many avoid the first answer. Those who always take it make more seem to avoid it. */
const timesOthers = 2

/**
 * Leaves out accounts that take the first answer whatever the question is: clearly more often than all who answered the same polls. They
 * are left out only if they are many, and twice as many as those who avoid the first answer as clearly.
 */
function withoutFirstTakers(votes: readonly PollVotes[]): readonly PollVotes[] {
  const { voters, matrix } = buildMatrix(votes, minAnswers)
  const beyond = beyondChance(matrix)
  const takers = voters.filter((_voter, row) => at(beyond, row) > clearlyMore)
  const avoiders = beyond.filter((value) => value < -clearlyMore)
  if (takers.length <= minShare * voters.length || takers.length <= timesOthers * avoiders.length) return votes
  // Those who are left are compared with each other, because the others have raised what all seemed to answer.
  return withoutFirstTakers(withoutVoters(votes, new Set(takers)))
}

/** The votes without those of scripts and habits. */
export const withoutFalseOpinion = (votes: readonly PollVotes[]): readonly PollVotes[] =>
  withoutFirstTakers(keepOneOfEachBlock(votes))

/** By how many standard deviations each row took more first answers than all did in the same polls. */
function beyondChance(matrix: VoteMatrix): Float64Array {
  const { starts, chosen, tookFirst, pollOf } = matrix
  const shares = sharesOfFirst(matrix)
  return Float64Array.from({ length: rowsOf(matrix) }, (_, row) => {
    let [difference, variance] = [0, 0]
    for (let index = at(starts, row); index < at(starts, row + 1); index++) {
      const share = at(shares, at(pollOf, at(chosen, index)))
      difference += at(tookFirst, index) - share
      variance += share * (1 - share)
    }
    return variance > 0 ? difference / Math.sqrt(variance) : 0
  })
}
