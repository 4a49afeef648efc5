import type { Third } from '@wtpu/contract/common-ground'
import { minNewMembersInPoll } from '@wtpu/contract/disclosure'
import { type GroupAnswer, isPublished } from '../groups/agreement.ts'
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
  { last, fewest }: { last?: LineAnswers; fewest?: number } = {},
): LineAnswers | undefined {
  // A place and an option in one number, so that sorting needs no objects.
  const found: number[] = []
  for (const [option, { voters }] of options.entries()) {
    for (const voter of voters) {
      const place = placeOf(voter)
      if (place !== undefined) found.push(place * options.length + option)
    }
  }
  const chosen = Float64Array.from(found)
    .toSorted()
    .map((value) => value % options.length)
  const inThirds = splitInto(thirds, chosen, options.length, last?.thirds, fewest)
  return inThirds && { thirds: inThirds, steps: splitInto(steps, chosen, options.length, last?.steps) ?? null }
}

/** Undefined if a part has too few people to be published. */
function splitInto(
  parts: number,
  chosen: Float64Array,
  options: number,
  last: GroupAnswer[] | null | undefined,
  fewest?: number,
): GroupAnswer[] | undefined {
  const answers = Array.from({ length: parts }, () => ({ asked: 0, chosen: Array.from({ length: options }, () => 0) }))
  for (const [index, option] of chosen.entries()) {
    const answer = answers[Math.floor((index * parts) / chosen.length)]
    if (!answer) continue
    answer.asked += 1
    answer.chosen[option] = at(answer.chosen, option) + 1
  }
  return answers.every((answer, part) => isPublished(answer, last?.[part], fewest)) ? answers : undefined
}

export const thirdOf = (place: number, people: number): Third => {
  const third = Math.floor((place * thirds) / people)
  return third === 0 || third === 1 ? third : 2
}

export const reverse = (answers: LineAnswers): LineAnswers => ({
  thirds: answers.thirds.toReversed(),
  steps: answers.steps?.toReversed() ?? null,
})

/** Positive if the ends of both differ in the same direction. */
export function tiltOf(a: LineAnswers, b: LineAnswers): number {
  const [ofA, ofB] = [leanings(a), leanings(b)]
  return ofA.reduce((sum, leaning, option) => sum + leaning * (ofB[option] ?? 0), 0)
}

/** The share of the first third that chose each option, minus that of the last third. */
function leanings({ thirds: parts }: LineAnswers): number[] {
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return []
  return first.chosen.map((count, option) => count / first.asked - at(last.chosen, option) / last.asked)
}

/**
 * What was published stays until a count has changed by enough, and then all of the poll changes together, so that the difference of
 * two readings is never that of a few people.
 */
export function isWithinMinimum(now: LineAnswers, last: LineAnswers): boolean {
  const isNear = (a: number, b: number | undefined) => b !== undefined && Math.abs(a - b) < minNewMembersInPoll
  const areNear = (parts: GroupAnswer[], before: GroupAnswer[]) =>
    parts.every(({ asked, chosen }, part) => {
      const of = before[part]
      return (
        of !== undefined &&
        of.chosen.length === chosen.length &&
        isNear(asked, of.asked) &&
        chosen.every((count, option) => isNear(count, of.chosen[option]))
      )
    })
  return areNear(now.thirds, last.thirds) && (!now.steps || !last.steps || areNear(now.steps, last.steps))
}
