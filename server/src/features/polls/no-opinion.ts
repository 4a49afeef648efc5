import { findNoOpinions } from '@wtpu/contract/polls/no-opinion'
import { minOptions, type Poll } from '@wtpu/contract/polls/polls'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { pollOptions, polls } from '#db/schema/polls.ts'
import { pollRollCalls } from '#db/schema/roll-calls.ts'
import { lockWriter, type Writer } from '#http/auth.ts'
import { invalidInput } from '#http/errors.ts'
import { publishInvalidation } from '#live/publish.ts'
import { lockBeforeFirstVote } from './locks.ts'
import { requirePoll } from './queries.ts'
import type { TieInput } from './roll-call-tie.ts'

const unknownOption = 'Please choose options of this poll.'
const areShared = 'A poll with two wordings keeps its options as they are.'
const isTied = 'An option that means yea or nay is an opinion.'
const needsTwo = 'At least two options must be opinions.'

interface Input extends Pick<TieInput, 'roll_call_options'> {
  options: string[]
  /** Positions in `options`, from 0. */
  no_opinion_options?: number[]
}

/**
 * Finds the texts of the options that the author marked as no opinion, or else those whose words say so. Empty options do not count. Adds
 * problems to `fields`.
 */
export function findNoOpinion(
  { options, no_opinion_options: marked, roll_call_options: tied }: Input,
  fields: Record<string, string[]>,
): Set<string> {
  const isOpinion = (position: number) => position === tied?.yea || position === tied?.nay
  if (marked?.some((position) => !options[position])) fields['no_opinion_options'] = [unknownOption]
  else if (marked?.some(isOpinion)) fields['no_opinion_options'] = [isTied]
  const byWords = findNoOpinions(options)
  const found = options.filter((_, position) =>
    marked ? marked.includes(position) : byWords[position] && !isOpinion(position),
  )
  const filled = options.filter(Boolean).length
  if (marked && filled >= minOptions && filled - found.filter(Boolean).length < minOptions)
    fields['no_opinion_options'] ??= [needsTwo]
  return new Set(found)
}

/** Marks the options at these positions, from 0, and no others. @throws ApiError 400, 403, 404 or 409 */
export async function markNoOpinion(
  db: Db,
  { pollId, positions, userId, confirmedOnly }: Writer & { pollId: number; positions: number[] },
): Promise<Poll> {
  await db.transaction(async (tx) => {
    await lockWriter(tx, { userId, confirmedOnly })
    const options = await lockBeforeFirstVote(tx, pollId, sql`${polls.isVisible} and ${polls.creatorId} = ${userId}`)
    if ((await tx.$count(polls, and(eq(polls.id, pollId), isNotNull(polls.twinId)))) > 0)
      throw invalidInput({ options: [areShared] })
    if (positions.some((position) => !options[position])) throw invalidInput({ options: [unknownOption] })
    const marked = positions.map((position) => options[position]?.id)
    const opinions = options.length - new Set(positions).size
    if (opinions < minOptions) throw invalidInput({ options: [needsTwo] })
    const [tie] = await tx.select().from(pollRollCalls).where(eq(pollRollCalls.pollId, pollId))
    if (tie && (marked.includes(tie.yeaOptionId) || marked.includes(tie.nayOptionId))) {
      throw invalidInput({ options: [isTied] })
    }
    await tx
      .update(pollOptions)
      .set({ isNoOpinion: sql`${pollOptions.id} = any(${sql.param(marked)}::int[])` })
      .where(eq(pollOptions.pollId, pollId))
    await tx
      .update(polls)
      .set({ drawnOptions: opinions })
      .where(and(eq(polls.id, pollId), isNotNull(polls.drawnOptions)))
  })
  publishInvalidation(db, '/api/polls/')
  return requirePoll(db, pollId)
}
