import { XSadd } from 'ml-xsadd'
import {
  add,
  at,
  buildMatrix,
  type PollVotes,
  rowsOf,
  selectRows,
  shuffle,
  type VoteMatrix,
  withoutVoters,
} from '../groups/vote-matrix.ts'

const seed = 1_776
/** Two accounts are compared if both answered at least this many of the same polls. */
const minCommonPolls = 8
/** At most this many accounts are compared, each with all of the sample. */
const maxSeeds = 1_000
const maxSample = 5_000
const maxBlocks = 50
/** Fewer change no figure, and two people may happen to agree. */
const smallestBlock = 4

interface BlockRule {
  /** Accounts that gave the same answer in such a part of the polls are alike. */
  alike: number
  /** Where many answer nearly alike, some answer alike by chance. */
  near: number
  /** Whether accounts may be a block that answers so, by poll. `share`: the part of all that are alike or nearly. */
  isPossible?: (block: { answers: (number | undefined)[]; voters: ReadonlySet<number>; share: number }) => boolean
}

/**
 * Removes all accounts but one of each block: of those that answer alike. A block weighs as one, because one person or one script may
 * be behind it. It is a block if more accounts answer alike than nearly alike. People who merely share an opinion differ in some answers.
 */
export const keepOneOfEachBlock = (votes: readonly PollVotes[]): readonly PollVotes[] =>
  withoutVoters(votes, findRepeated(votes, { alike: 0.95, near: 0.8 }))

/** The accounts of each block but one. */
export function findRepeated(votes: readonly PollVotes[], rule: BlockRule): Set<number> {
  const { voters, matrix } = buildMatrix(votes, minCommonPolls)
  const rows = shuffle(rowsOf(matrix), new XSadd(seed))
  const chosen = rows.subarray(0, maxSample)
  const sample = selectRows(matrix, chosen)
  const sampled = chosen.map((row) => at(voters, row))
  const repeated = new Set<number>()
  for (const script of findScripts(sample, sampled, rule)) {
    const { alike } = compare(matrix, script, rule)
    // The one that stays is known from run to run.
    for (const row of alike.slice(1)) repeated.add(at(voters, row))
  }
  return repeated
}

/** The answers of each block, by poll, the largest block first. */
function findScripts(sample: VoteMatrix, voters: Int32Array, rule: BlockRule): Uint16Array[] {
  const taken = new Set<number>()
  const found: { script: Uint16Array; size: number }[] = []
  for (let row = 0; row < Math.min(maxSeeds, rowsOf(sample)); row++) {
    if (taken.has(row)) continue
    const { alike: like } = compare(sample, scriptOf(sample, [row]), rule)
    if (like.length < 2) continue
    // What several have answered fills the gaps of one, so that it can be compared with all.
    const script = scriptOf(sample, like)
    const { alike, near } = compare(sample, script, rule)
    if (alike.length < smallestBlock || alike.length <= near) continue
    for (const member of alike) taken.add(member)
    const answers = answersOf(sample, scriptOf(sample, alike))
    const block = new Set(alike.map((member) => at(voters, member)))
    if (rule.isPossible?.({ answers, voters: block, share: (alike.length + near) / rowsOf(sample) }) === false) continue
    found.push({ script, size: alike.length })
  }
  return found
    .toSorted((a, b) => b.size - a.size)
    .slice(0, maxBlocks)
    .map(({ script }) => script)
}

/** Finds the column that most of the rows chose in each poll, plus one; 0 if none of them answered. */
function scriptOf({ starts, chosen, pollOf, polls }: VoteMatrix, rows: readonly number[]): Uint16Array {
  const counts = new Int32Array(pollOf.length)
  for (const row of rows) {
    for (let index = at(starts, row); index < at(starts, row + 1); index++) add(counts, at(chosen, index), 1)
  }
  const script = new Uint16Array(polls)
  for (const [column, count] of counts.entries()) {
    const poll = at(pollOf, column)
    const best = at(script, poll)
    if (count > 0 && (best === 0 || count > at(counts, best - 1))) script[poll] = column + 1
  }
  return script
}

/** The position of the answer in each poll. */
function answersOf(matrix: Pick<VoteMatrix, 'pollOf'>, script: Uint16Array): (number | undefined)[] {
  return Array.from(script, (column, poll) => (column === 0 ? undefined : column - 1 - matrix.pollOf.indexOf(poll)))
}

/** The rows that answer like the script, and how many do nearly. */
function compare(
  { starts, chosen, pollOf }: VoteMatrix,
  script: Uint16Array,
  rule: BlockRule,
): { alike: number[]; near: number } {
  const alike: number[] = []
  let near = 0
  for (let row = 0; row < starts.length - 1; row++) {
    let [common, same] = [0, 0]
    for (let index = starts[row] ?? 0; index < (starts[row + 1] ?? 0); index++) {
      const column = chosen[index] ?? 0
      const answer = script[pollOf[column] ?? 0] ?? 0
      if (answer === 0) continue
      common++
      if (answer === column + 1) same++
    }
    if (common < minCommonPolls) continue
    if (same >= rule.alike * common) alike.push(row)
    else if (same >= rule.near * common) near++
  }
  return { alike, near }
}
