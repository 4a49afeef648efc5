import { hash } from 'node:crypto'
import type { MyWording } from '@wtpu/contract/polls/wording'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { drawnWording } from '#db/site-keys.ts'
import { pairOf, polls } from '#db/schema/polls.ts'
import { isShownPoll } from '#db/visibility.ts'
import { notFound } from '#http/errors.ts'

/** Tokens from before the draw see the first wording until they are renewed. Their votes are not compared. */
export async function findMyWording(
  { db, keys }: Pick<FastifyInstance, 'db' | 'keys'>,
  pollId: number,
  draw: number | undefined,
): Promise<MyWording> {
  const [poll] = await db
    .select({ id: polls.id, twinId: polls.twinId, pairId: pairOf() })
    .from(polls)
    .where(and(eq(polls.id, pollId), isNotNull(polls.twinId), isShownPoll()))
  if (!poll || poll.pairId === null || poll.twinId === null) throw notFound('Poll')
  const key = keys.wordingKeyOf(poll.pairId)
  const wording = draw === undefined ? 0 : drawnWording(key, draw)
  const second = Math.max(poll.id, poll.twinId)
  return { poll: wording === 0 ? poll.pairId : second, wording, voter: draw ?? 0, key_hash: hash('sha256', key) }
}
