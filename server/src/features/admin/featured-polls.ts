import { type FeaturedPoll, maxListed } from '@wtpu/contract/on-demand/admin'
import { and, desc, eq, or } from 'drizzle-orm'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { polls } from '#db/schema/polls.ts'
import { isClosedPoll, isFirstWording, isListedPoll } from '#db/visibility.ts'
import { notFound } from '#http/errors.ts'
import { publishInvalidation } from '#live/publish.ts'

/** Only staff can feature a poll. @throws ApiError 404 */
export async function setFeatured(
  db: Db,
  { pollId, featured, by }: { pollId: number; featured: boolean; by: (tx: Db) => Promise<Decision> },
): Promise<void> {
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    const [poll] = await tx
      .select({ featured: polls.featured })
      .from(polls)
      .where(and(eq(polls.id, pollId), isListedPoll()))
      .for('no key update')
    if (!poll) throw notFound('Poll')
    if (poll.featured === featured) return
    await tx
      .update(polls)
      .set({ featured })
      .where(or(eq(polls.id, pollId), eq(polls.twinId, pollId)))
    const action = featured ? 'feature' : 'unfeature'
    const reason = featured ? 'A poll is shown among the featured ones.' : 'A poll is no longer featured.'
    await recordModeration(tx, { action, subjectKind: 'poll', subjectId: pollId }, { ...decision, reason })
  })
  publishInvalidation(db, '/api/polls/')
}

export function findFeatured(db: Db): Promise<FeaturedPoll[]> {
  return db
    .select({
      id: polls.id,
      question: polls.question,
      is_closed: isClosedPoll(),
    })
    .from(polls)
    .where(and(polls.featured, isListedPoll(), isFirstWording()))
    .orderBy(desc(polls.publishedAt), desc(polls.id))
    .limit(maxListed)
}
