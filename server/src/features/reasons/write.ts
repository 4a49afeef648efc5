import { createHash } from 'node:crypto'
import { lengthProblem, reasonMaxLength } from '@wtpu/contract/lengths'
import { findLinks } from '@wtpu/contract/links'
import { findMentions } from '@wtpu/contract/mentions'
import type { OwnReason } from '@wtpu/contract/polls/on-demand/reasons'
import { comparisonKey, toSingleLine } from '@wtpu/contract/schemas'
import { and, eq, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { polls, pollVotes } from '#db/schema/polls.ts'
import { reasons } from '#db/schema/reasons.ts'
import { deletion, isDeleted, isListedPoll } from '#db/visibility.ts'
import type { Writer } from '#http/auth.ts'
import { ApiError, assertFields, notFound } from '#http/errors.ts'
import { countAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { invalidateHere } from '#live/publish.ts'
import { deleteOwn } from '#writing/delete-under-review.ts'
import { hideReason } from '#writing/hide.ts'
import { type Inserted, publish } from '#writing/publish.ts'
import { revise } from '#writing/revise.ts'
import { findOwnReason } from './queries.ts'

interface Text {
  text: string
  lang?: string | null | undefined
}

/** What others may not know is when somebody wrote, edited or deleted, so nothing of this is sent to other servers and browsers. */
const invalidate = (db: Db, pollId: number) => invalidateHere(db, `/api/polls/${pollId}/reasons/`)

/** @throws ApiError 400 */
function toReason(rawText: string): string {
  const text = toSingleLine(rawText)
  assertFields({ text: problemOf(text) })
  return text
}

function problemOf(text: string): string | undefined {
  if (findLinks(text).length > 0) return 'A reason cannot have links. Please say it in words.'
  if (findMentions(text).length > 0) return 'A reason cannot mention people.'
  if (!/\p{L}/u.test(text)) return 'A reason needs some words.'
  return lengthProblem('A reason', text, reasonMaxLength)
}

const hashOf = (text: string): Buffer => createHash('sha256').update(comparisonKey(text)).digest()

interface NewReason extends Writer, Text {
  pollId: number
  isNamed: boolean
  idempotencyKey?: string | undefined
}

/** For a vote of this account. The same idempotency key again returns the reason that was given with it. */
export async function createReason(db: Db, input: NewReason): Promise<OwnReason> {
  const { pollId, userId, confirmedOnly, idempotencyKey: key } = input
  const text = toReason(input.text)
  await publish(db, 'reason', {
    writer: { userId, confirmedOnly },
    key,
    text,
    markdown: false,
    insert: (tx) => insertReason(tx, { ...input, text }),
  })
  invalidate(db, pollId)
  return requireOwn(db, pollId, userId)
}

async function insertReason(tx: Db, input: NewReason): Promise<Inserted> {
  const { pollId, userId, text, lang, isNamed, idempotencyKey } = input
  const [voted] = await tx
    .select({ optionId: pollVotes.optionId })
    .from(polls)
    .leftJoin(pollVotes, and(eq(pollVotes.pollId, polls.id), eq(pollVotes.userId, userId)))
    .where(and(eq(polls.id, pollId), isListedPoll()))
  if (!voted) throw notFound('Poll')
  const { optionId } = voted
  if (optionId === null) throw new ApiError('no_vote', { status: 403 })
  await countAttempt(tx, `reason ${userId}`, accountLimits.reasons)
  const [inserted] = await tx
    .insert(reasons)
    .values({
      id: sql`1 + floor(random() * 2147483646)::int`,
      pollId,
      userId,
      optionId,
      text,
      textHash: hashOf(text),
      lang,
      isNamed,
      idempotencyKey,
    })
    .returning({ id: reasons.id })
  if (!inserted) throw new Error('the reason was not stored')
  return inserted
}

interface Own {
  pollId: number
  userId: number
}

/** Until somebody has judged it. The row is locked, so that a judgement is of the text that it shows. @throws ApiError 404 or 409 */
export async function editReason(db: Db, { pollId, userId, lang, ...input }: Own & Text): Promise<OwnReason> {
  const text = toReason(input.text)
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ id: reasons.id, text: reasons.text, lang: reasons.lang, judgements: reasons.judgementCount })
      .from(reasons)
      .where(and(isOwn({ pollId, userId }), reasons.isVisible))
      .for('no key update')
    if (!before) throw notFound('Reason')
    if (before.judgements > 0) throw new ApiError('reason_judged')
    const more = { textHash: hashOf(text), version: sql`${reasons.version} + 1` }
    await revise(tx, 'reason', { id: before.id, userId, markdown: false, before, after: { text, lang }, more })
  })
  invalidate(db, pollId)
  return requireOwn(db, pollId, userId)
}

const isOwn = ({ pollId, userId }: Own) =>
  and(eq(reasons.pollId, pollId), eq(reasons.userId, userId), not(isDeleted('reasons')))

/** Also under review. A second deletion changes nothing. */
export async function deleteReason(db: Db, own: Own): Promise<{ deleted: boolean }> {
  const [reason] = await db.select({ id: reasons.id }).from(reasons).where(isOwn(own))
  if (!reason) return { deleted: false }
  const { id } = reason
  const which = { kind: 'reason', id } as const
  const deleted = await deleteOwn(db, { authorId: own.userId, which }, (tx) => hideReason(tx, id, deletion))
  invalidate(db, own.pollId)
  return { deleted }
}

async function requireOwn(db: Db, pollId: number, userId: number): Promise<OwnReason> {
  const { reason } = await findOwnReason(db, pollId, userId)
  if (!reason) throw notFound('Reason')
  return reason
}
