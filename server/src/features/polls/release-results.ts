import type { Poll } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import { recordModeration, requireModerator } from '#community/moderation.ts'
import { isCountable, revealResults } from '#community/reveal-results.ts'
import type { Db } from '#db/client.ts'
import { polls } from '#db/schema/polls.ts'
import { areResultsHidden, isShownPoll } from '#db/visibility.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { requirePoll } from './queries.ts'

/** Shows the results of a closed poll that waits for it. @throws ApiError 403, 404 or 409 */
export async function releaseResults(
  db: Db,
  { pollId, moderatorId }: { pollId: number; moderatorId: number },
): Promise<Poll> {
  await db.transaction(async (tx) => {
    const decision = await requireModerator(tx, moderatorId)
    const { rows } = await tx.execute<{ is_hidden: boolean; is_countable: boolean }>(sql`
      select ${areResultsHidden('p')} as is_hidden, reveal = 'when_published' and ${isCountable(sql`now()`)} as is_countable
      from ${polls} p where id = ${pollId} and ${isShownPoll('p')} for no key update`)
    const [poll] = rows
    if (!poll) throw notFound('Poll')
    if (!poll.is_hidden) return
    if (!poll.is_countable) throw new ApiError('poll_open')
    await revealResults(tx, pollId)
    const reason = `${decision.actor} released the results of a poll.`
    await recordModeration(tx, { action: 'release', subjectKind: 'poll', subjectId: pollId }, { ...decision, reason })
  })
  return requirePoll(db, pollId)
}
