import type { Input } from '@wtpu/contract/endpoint'
import type { Poll, tieRollCall as endpoint } from '@wtpu/contract/polls/polls'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { recordModeration, requireModerator } from '#community/moderation.ts'
import { wordingsAreNotTied } from '@wtpu/contract/polls/wording'
import { againstMessage, describeRollCall } from '@wtpu/contract/on-demand/roll-call-sentence'
import type { Db } from '#db/client.ts'
import { isListedRollCall, isListedPoll } from '#db/visibility.ts'
import { asksYesOrNo } from '#db/yes-or-no.ts'
import { polls } from '#db/schema/polls.ts'
import { pollRollCalls, rollCalls } from '#db/schema/roll-calls.ts'
import { invalidInput } from '#http/errors.ts'
import { publishInvalidation } from '#live/publish.ts'
import { lockBeforeFirstVote } from './locks.ts'
import { requirePoll } from './queries.ts'

export type TieInput = Partial<Input<typeof endpoint>['body']>

interface Tie {
  rollCallId: number
  /** Positions among the options that are stored. */
  yea: number
  nay: number
}

/** Checks a tie against the options as they were sent, of which empty ones are not stored. Adds problems to `fields`. */
export async function findTie(
  tx: Db,
  { roll_call: rollCallId, roll_call_options: chosen }: TieInput,
  options: string[],
  fields: Record<string, string[]>,
): Promise<Tie | undefined> {
  if (!rollCallId) {
    if (chosen) fields['roll_call'] = ['Please choose what Congress voted on.']
    return undefined
  }
  const [found] = await tx
    .select({
      chamber: rollCalls.chamber,
      question: rollCalls.question,
      bill: rollCalls.bill,
      title: rollCalls.title,
      result: rollCalls.result,
      asksYesOrNo: sql<boolean>`${asksYesOrNo('roll_calls')}`,
    })
    .from(rollCalls)
    .where(and(eq(rollCalls.id, rollCallId), isListedRollCall))
  if (!found) fields['roll_call'] = ['There is no such vote of Congress.']
  else if (!found.asksYesOrNo) fields['roll_call'] = ['Congress did not vote yes or no there.']
  else if (describeRollCall(found).against !== null) fields['roll_call'] = [againstMessage]
  const storedPosition = (position: number) => options.slice(0, position).filter(Boolean).length
  if (!chosen || !options[chosen.yea] || !options[chosen.nay]) {
    fields['roll_call_options'] = ['Please choose the options that mean yea and nay.']
  } else if (chosen.yea === chosen.nay) {
    fields['roll_call_options'] = ['One option cannot mean both yea and nay.']
  }
  return found && chosen ? { rollCallId, yea: storedPosition(chosen.yea), nay: storedPosition(chosen.nay) } : undefined
}

/** `options` are the ids in the order of their positions. */
export async function insertTie(tx: Db, pollId: number, tie: Tie, options: { id: number }[]): Promise<void> {
  const [yea, nay] = [options[tie.yea], options[tie.nay]]
  if (!yea || !nay) throw new Error('a tie to options that the poll does not have')
  const values = { rollCallId: tie.rollCallId, yeaOptionId: yea.id, nayOptionId: nay.id }
  await tx
    .insert(pollRollCalls)
    .values({ pollId, ...values })
    .onConflictDoUpdate({ target: pollRollCalls.pollId, set: values })
}

/** Ties a poll to a roll call, or unties it, before its first vote. @throws ApiError 400, 403, 404 or 409 */
export async function tieRollCall(
  db: Db,
  { pollId, moderatorId, ...input }: TieInput & { pollId: number; moderatorId: number },
): Promise<Poll> {
  await db.transaction(async (tx) => {
    const decision = await requireModerator(tx, moderatorId)
    const options = await lockBeforeFirstVote(tx, pollId, isListedPoll())
    const fields: Record<string, string[]> = {}
    const tie = await findTie(
      tx,
      input,
      options.map(({ text }) => text),
      fields,
    )
    const isTwo = and(eq(polls.id, pollId), isNotNull(polls.twinId))
    if (input.roll_call && (await tx.$count(polls, isTwo)) > 0) fields['roll_call'] = [wordingsAreNotTied]
    if (Object.keys(fields).length > 0) throw invalidInput(fields)
    if (tie) await insertTie(tx, pollId, tie, options)
    else await tx.delete(pollRollCalls).where(eq(pollRollCalls.pollId, pollId))
    const reason = tie ? 'The poll asks what Congress voted on.' : 'The poll does not ask what Congress voted on.'
    await recordModeration(
      tx,
      { action: tie ? 'tie' : 'untie', subjectKind: 'poll', subjectId: pollId },
      { ...decision, reason },
    )
  })
  publishInvalidation(db, '/api/polls/')
  publishInvalidation(db, '/api/roll-calls/')
  return requirePoll(db, pollId)
}
