import { createHash } from 'node:crypto'
import { lengthProblem, reasonMaxLength } from '@wtpu/contract/lengths'
import { findLinks } from '@wtpu/contract/links'
import { findMentions } from '@wtpu/contract/mentions'
import type { OwnReason } from '@wtpu/contract/polls/on-demand/reasons'
import { toSingleLine, type Written, writtenOf } from '@wtpu/contract/schemas'
import { comparisonKey } from '@wtpu/contract/writing/on-demand/comparison-key'
import { and, eq, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { reasons } from '#db/schema/reasons.ts'
import { deletion, isDeleted, isListedPoll } from '#db/visibility.ts'
import type { Writer } from '#http/auth.ts'
import { ApiError, assertFields, invalidInput, notFound } from '#http/errors.ts'
import { countAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { invalidateHere } from '#live/publish.ts'
import { deleteOwn } from '#writing/delete-under-review.ts'
import { hideRow } from '#writing/hide.ts'
import { type Inserted, publish } from '#writing/publish.ts'
import { revise } from '#writing/revise.ts'
import { findOwnReason, type Own } from './queries.ts'

interface Text extends Written {
  text: string
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
  // As it is read, also by those who type it: without what cannot be seen, and with wide letters and dots as usual ones.
  const read = text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('。', '.')
  if (findLinks(read).length > 0 || address.test(read)) return 'A reason cannot have links. Please say it in words.'
  if (findMentions(read).length > 0) return 'A reason cannot mention people.'
  if (!/\p{L}/u.test(text)) return 'A reason needs some words.'
  return lengthProblem('A reason', text, reasonMaxLength)
}

/** What people may type into a browser or a mail, beside the links that are found elsewhere: after a missing space, words look alike. */
const address = new RegExp(
  [
    String.raw`[a-z][a-z+]+:(?:\/\/|\S*[/@?])`,
    String.raw`[\p{L}\p{N}_.+-]@[\p{L}\p{N}-]+\.\p{L}{2}`,
    String.raw`\bwww\d?\.[\p{L}\p{N}]`,
    String.raw`(?<![\p{L}\p{N}.-])(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}(?::\d+)?\/[^\s/]`,
    String.raw`[\p{L}\p{N}]\.(?:io|ly|gg|cc|tv|de|uk|eu|ru|рф|cn|fr|xyz|biz|dev|app|club|online|site|shop|link)(?![\p{L}\p{N}])`,
    String.raw`(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])`,
  ].join('|'),
  'iu',
)

const hashOf = (text: string): Buffer => createHash('sha256').update(comparisonKey(text)).digest()

interface NewReason extends Writer, Text {
  pollId: number
  isNamed: boolean
  /** Makes it an account of the other side: the answer that it is for, and whether the author agrees to what it may say. */
  otherSide?: { option: number; agrees: boolean } | undefined
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
  return requireOwn(db, { pollId, userId, side: input.otherSide ? 'other' : 'own' })
}

async function insertReason(tx: Db, input: NewReason): Promise<Inserted> {
  const { pollId, userId, text, isNamed, otherSide, idempotencyKey } = input
  const [voted] = await tx
    .select({ optionId: pollVotes.optionId, asksOtherSide: polls.asksOtherSide })
    .from(polls)
    .leftJoin(pollVotes, and(eq(pollVotes.pollId, polls.id), eq(pollVotes.userId, userId)))
    .where(and(eq(polls.id, pollId), isListedPoll()))
  if (!voted) throw notFound('Poll')
  const { optionId, asksOtherSide } = voted
  if (optionId === null) throw new ApiError('no_vote', { status: 403 })
  // Accounts of the other side are not signed, so all other reasons there would be known by their names.
  assertFields({ is_named: asksOtherSide && isNamed && 'In this poll, no reason is signed.' })
  if (otherSide) await checkOtherSide(tx, { pollId, asksOtherSide, own: optionId, ...otherSide })
  await countAttempt(tx, `reason ${userId}`, accountLimits.reasons)
  const [inserted] = await tx
    .insert(reasons)
    .values({
      id: sql`1 + floor(random() * 2147483646)::int`,
      pollId,
      userId,
      optionId: otherSide?.option ?? optionId,
      ofOtherSide: otherSide !== undefined,
      text,
      textHash: hashOf(text),
      ...writtenOf(input),
      isNamed,
      idempotencyKey,
    })
    .returning({ id: reasons.id })
  if (!inserted) throw new Error('the reason was not stored')
  return inserted
}

interface OtherSide {
  pollId: number
  asksOtherSide: boolean
  own: number
  option: number
  agrees: boolean
}

/** @throws ApiError 400 */
async function checkOtherSide(tx: Db, { pollId, asksOtherSide, own, option, agrees }: OtherSide): Promise<void> {
  const problem = (text: string) => invalidInput({ other_side: [text] })
  if (!asksOtherSide) throw problem('This poll asks for reasons for the own answer only.')
  if (!agrees) throw problem('Please agree to what it may say.')
  const opinions = await tx
    .select({ id: pollOptions.id })
    .from(pollOptions)
    .where(and(eq(pollOptions.pollId, pollId), not(pollOptions.isNoOpinion)))
  const ids = new Set(opinions.map(({ id }) => id))
  if (!ids.has(own)) throw problem('You gave no opinion, so you do not disagree with an answer.')
  if (option === own || !ids.has(option)) throw problem('Please choose an answer that you did not give.')
}

/** Until somebody has judged it. The row is locked, so that a judgement is of the text that it shows. @throws ApiError 404 or 409 */
export async function editReason(db: Db, own: Own, change: Text): Promise<OwnReason> {
  const text = toReason(change.text)
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ id: reasons.id, text: reasons.text, ...writtenOf(reasons), judgements: reasons.judgementCount })
      .from(reasons)
      .where(and(isOwn(own), reasons.isVisible))
      .for('no key update')
    if (!before) throw notFound('Reason')
    if (before.judgements > 0) throw new ApiError('reason_judged')
    const more = { textHash: hashOf(text), version: sql`${reasons.version} + 1` }
    await revise(tx, 'reason', {
      id: before.id,
      userId: own.userId,
      markdown: false,
      before,
      after: { ...change, text },
      more,
    })
  })
  invalidate(db, own.pollId)
  return requireOwn(db, own)
}

const isOwn = ({ pollId, userId, side }: Own) =>
  and(
    eq(reasons.pollId, pollId),
    eq(reasons.userId, userId),
    eq(reasons.ofOtherSide, side === 'other'),
    not(isDeleted('reasons')),
  )

/** Also under review. A second deletion changes nothing. */
export async function deleteReason(db: Db, own: Own): Promise<{ deleted: boolean }> {
  const [reason] = await db.select({ id: reasons.id }).from(reasons).where(isOwn(own))
  if (!reason) return { deleted: false }
  const { id } = reason
  const which = { kind: 'reason', id } as const
  const deleted = await deleteOwn(db, { authorId: own.userId, which }, (tx) => hideRow(tx, 'reason', id, deletion))
  invalidate(db, own.pollId)
  return { deleted }
}

async function requireOwn(db: Db, own: Own): Promise<OwnReason> {
  const { reason } = await findOwnReason(db, own)
  if (!reason) throw notFound('Reason')
  return reason
}
