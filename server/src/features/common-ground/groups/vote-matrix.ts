import type { XSadd } from 'ml-xsadd'

/**
 * A poll and, for each of its options, the ids of the voters who chose it. `first` are those of them for whom it stood first; without it,
 * the first option stood first for all.
 */
export interface PollVotes {
  id: number
  options: { id: number; voters: Iterable<number>; first?: Iterable<number> }[]
  /** The part of the voters who had no opinion. */
  withoutOpinion?: number
}

/**
 * Votes, row by row. A column is an option of a poll. Voter `i` chose the columns of `chosen` from `starts[i]` up to
 * `starts[i + 1]`; in every other poll the voter is missing.
 */
export interface VoteMatrix {
  starts: Int32Array
  chosen: Uint16Array
  /** 1 where what was chosen stood first for the voter. */
  tookFirst: Uint8Array
  /** The poll of each column, as a position. */
  pollOf: Uint16Array
  /** The column of the first answer of each poll, or -1 if the order was drawn for each voter. */
  firsts: Int32Array
  polls: number
}

/** The votes of everybody who has at least `minVotes`, and the ids of these voters by row. */
export function buildMatrix(votes: readonly PollVotes[], minVotes: number): { voters: Int32Array; matrix: VoteMatrix } {
  const counts = new Map<number, number>()
  const options = votes.flatMap((poll, position) => poll.options.map((option) => ({ ...option, position })))
  for (const option of options) for (const voter of option.voters) counts.set(voter, (counts.get(voter) ?? 0) + 1)
  const kept = [...counts].filter(([, count]) => count >= minVotes).toSorted(([a], [b]) => a - b)
  const voters = Int32Array.from(kept, ([voter]) => voter)
  const pollOf = Uint16Array.from(options, ({ position }) => position)
  const firsts = Int32Array.from(votes, (poll, position) =>
    poll.options.some(({ first }) => first) ? -1 : pollOf.indexOf(position),
  )
  const starts = new Int32Array(voters.length + 1)
  for (const [row, [, count]] of kept.entries()) starts[row + 1] = at(starts, row) + count
  const rows = new Map(kept.map(([voter], row) => [voter, row]))
  const chosen = new Uint16Array(at(starts, voters.length))
  const tookFirst = new Uint8Array(chosen.length)
  const next = starts.slice()
  for (const [column, option] of options.entries()) {
    const first = option.first && new Set(option.first)
    const isFirst = firsts[option.position] === column
    for (const voter of option.voters) {
      const row = rows.get(voter)
      if (row === undefined) continue
      chosen[at(next, row)] = column
      tookFirst[at(next, row)] = Number(first?.has(voter) ?? isFirst)
      add(next, row, 1)
    }
  }
  return { voters, matrix: { starts, chosen, tookFirst, pollOf, firsts, polls: votes.length } }
}

export function withoutVoters(votes: readonly PollVotes[], out: ReadonlySet<number>): readonly PollVotes[] {
  if (out.size === 0) return votes
  const isKept = (voter: number) => !out.has(voter)
  return votes.map(({ options, ...poll }) => ({
    ...poll,
    options: options.map(({ voters, first, ...option }) => ({
      ...option,
      voters: Array.from(voters).filter(isKept),
      ...(first && { first: Array.from(first).filter(isKept) }),
    })),
  }))
}

export const rowsOf = (matrix: VoteMatrix) => matrix.starts.length - 1

/** For each poll, the share of those who chose what stood first for them. */
export function sharesOfFirst({ chosen, tookFirst, pollOf, polls }: VoteMatrix): Float64Array {
  const [taken, asked] = [new Float64Array(polls), new Float64Array(polls)]
  for (const [index, column] of chosen.entries()) {
    add(taken, at(pollOf, column), at(tookFirst, index))
    add(asked, at(pollOf, column), 1)
  }
  return taken.map((count, poll) => count / Math.max(1, at(asked, poll)))
}

/** Some rows of the matrix. */
export function selectRows({ starts, chosen, tookFirst, ...rest }: VoteMatrix, rows: ArrayLike<number>): VoteMatrix {
  const lengths = Array.from(rows, (row) => at(starts, row + 1) - at(starts, row))
  const selected = new Int32Array(rows.length + 1)
  for (const [index, length] of lengths.entries()) selected[index + 1] = at(selected, index) + length
  const values = new Uint16Array(at(selected, rows.length))
  const firsts = new Uint8Array(values.length)
  for (const [index, row] of Array.from(rows).entries()) {
    values.set(chosen.subarray(at(starts, row), at(starts, row + 1)), at(selected, index))
    firsts.set(tookFirst.subarray(at(starts, row), at(starts, row + 1)), at(selected, index))
  }
  return { ...rest, starts: selected, chosen: values, tookFirst: firsts }
}

/** The votes in some of the polls. All rows and columns stay. */
export function selectPolls(matrix: VoteMatrix, isKept: (poll: number) => boolean): VoteMatrix {
  const kept = Uint8Array.from(matrix.pollOf, (poll) => Number(isKept(poll)))
  const starts = new Int32Array(matrix.starts.length)
  const chosen = new Uint16Array(matrix.chosen.length)
  const tookFirst = new Uint8Array(matrix.chosen.length)
  let next = 0
  for (let row = 0; row < rowsOf(matrix); row++) {
    for (let index = at(matrix.starts, row); index < at(matrix.starts, row + 1); index++) {
      const column = at(matrix.chosen, index)
      if (at(kept, column) === 0) continue
      tookFirst[next] = at(matrix.tookFirst, index)
      chosen[next++] = column
    }
    starts[row + 1] = next
  }
  return { ...matrix, starts, chosen: chosen.subarray(0, next), tookFirst: tookFirst.subarray(0, next) }
}

/** Rows in random order. */
export function shuffle(count: number, random: XSadd): Int32Array {
  const rows = Int32Array.from({ length: count }, (_, row) => row)
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random.random() * (last + 1))
    const row = at(rows, last)
    rows[last] = at(rows, other)
    rows[other] = row
  }
  return rows
}

/** Shuffles who chose which option. Each poll and each voter keeps the same number of votes. `tookFirst` means nothing then. */
export function permuteVotes(matrix: VoteMatrix, random: XSadd): VoteMatrix {
  const chosen = matrix.chosen.slice()
  const byPoll = Array.from({ length: matrix.polls }, (): number[] => [])
  for (const [index, column] of chosen.entries()) byPoll[at(matrix.pollOf, column)]?.push(index)
  for (const indexes of byPoll) {
    for (let last = indexes.length - 1; last > 0; last--) {
      const [a, b] = [at(indexes, last), at(indexes, Math.floor(random.random() * (last + 1)))]
      const value = at(chosen, a)
      chosen[a] = at(chosen, b)
      chosen[b] = value
    }
  }
  return { ...matrix, chosen }
}

/** An element whose index is known to exist. */
export const at = (values: ArrayLike<number>, index: number): number => values[index] ?? 0

export function add(values: Int32Array | Float64Array, index: number, value: number): void {
  values[index] = at(values, index) + value
}
