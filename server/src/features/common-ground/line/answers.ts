import { minAnswersOfPart } from '@wtpu/contract/disclosure'
import type { GroupAnswer } from '../groups/agreement.ts'
import { at, type PollVotes } from '../groups/vote-matrix.ts'

/** The answers to a poll along the line: of the first, middle and last third of those who answered, and of ten steps. */
export interface LineAnswers {
  thirds: GroupAnswer[]
  /** Null with too few answers for steps. */
  steps: GroupAnswer[] | null
}

const [thirds, steps] = [3, 10]

/** Undefined with too few answers for thirds. `placeOf` is undefined for people who are not on the line. */
export function findAnswers(
  { options }: PollVotes,
  placeOf: (voter: number) => number | undefined,
): LineAnswers | undefined {
  // A place and an option in one number, so that sorting needs no objects.
  const found: number[] = []
  for (const [option, { voters }] of options.entries()) {
    for (const voter of voters) {
      const place = placeOf(voter)
      if (place !== undefined) found.push(place * options.length + option)
    }
  }
  if (found.length < thirds * minAnswersOfPart) return undefined
  const chosen = Float64Array.from(found)
    .toSorted()
    .map((value) => value % options.length)
  return {
    thirds: splitInto(thirds, chosen, options.length),
    steps: found.length < steps * minAnswersOfPart ? null : splitInto(steps, chosen, options.length),
  }
}

function splitInto(parts: number, chosen: Float64Array, options: number): GroupAnswer[] {
  const answers = Array.from({ length: parts }, () => ({ asked: 0, chosen: Array.from({ length: options }, () => 0) }))
  for (const [index, option] of chosen.entries()) {
    const answer = answers[Math.floor((index * parts) / chosen.length)]
    if (!answer) continue
    answer.asked += 1
    answer.chosen[option] = at(answer.chosen, option) + 1
  }
  return answers
}
