import { type Kind, type KindThat, kindsThat } from '@wtpu/contract/writing/kinds'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { moderationCases } from '#db/schema/moderation.ts'
import { assertMayWrite, lockWriter, type Writer } from '#http/auth.ts'
import { ApiError } from '#http/errors.ts'
import { countAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { notifyOfText } from '#notifications/events.ts'
import { assertMayMention } from './blocks.ts'
import { countText, limitNewcomer } from './floods.ts'
import { hideContent } from './hide.ts'
import { stored } from './kinds.ts'

export type Published = KindThat<'remove'>
const mentioning: readonly Kind[] = kindsThat('mention')
const canMention = (kind: Kind): kind is KindThat<'mention'> => mentioning.includes(kind)

export interface Inserted {
  id: number
  /** An earlier request with the same key inserted it. */
  isRepeated?: boolean
  /** Counts it, once its author is known to be allowed to write it. All who count in the same place wait from here to the commit. */
  settle?: () => Promise<void>
}

interface Draft {
  writer: Writer
  /** The idempotency key of the request. */
  key: string | undefined
  /** All of its words: their links are counted, and they are compared with what its author wrote before. */
  text: string
  /** The part whose mentions notify people, if that is not all of it. */
  body?: string
  markdown: boolean
  /** Costly work before the transaction, such as storing files. */
  prepare?: () => Promise<void>
  /** Takes back the work of `prepare`, because nothing was published. */
  undo?: () => Promise<void>
  /** Checks the limits of its kind and inserts it, with its counters. May run again after a lost race. */
  insert: (tx: Db) => Promise<Inserted>
}

/** What the author of held content reads. */
const heldReason = 'It repeats a text that you wrote before. It is hidden until a moderator has looked at it.'

/**
 * The one way to publish: locks the author, finds what a repeated request has published before, lets the kind insert it, checks what
 * all kinds check, and notifies. A text that its author repeats is stored, but hidden until a moderator decides.
 * @returns the id, also for a repeated request
 * @throws ApiError 409 `held_for_review` after the commit, among others
 */
export async function publish(db: Db, kind: Published, draft: Draft): Promise<number> {
  let published: { id: number; held: boolean; isRepeated?: boolean }
  try {
    if (draft.prepare) {
      await assertMayWrite(db, draft.writer)
      const earlier = await findPublished(db, kind, draft)
      if (earlier !== undefined) return earlier
      await draft.prepare()
    }
    published = await db.transaction((tx) => publishOnce(tx, kind, draft))
  } catch (error) {
    await draft.undo?.()
    throw error
  }
  if (published.isRepeated) await draft.undo?.()
  if (published.held) throw new ApiError('held_for_review')
  return published.id
}

async function publishOnce(tx: Db, kind: Published, draft: Draft) {
  const { writer, text, body = text, markdown } = draft
  // A comment has no statement more than it needs: the statement that inserts it checks its author and its key.
  if (kind !== 'comment') {
    await lockWriter(tx, writer)
    const earlier = await findPublished(tx, kind, draft)
    if (earlier !== undefined) return { id: earlier, held: false, isRepeated: true }
  }
  const { id, isRepeated = false, settle } = await draft.insert(tx)
  if (isRepeated) return { id, held: false, isRepeated }
  const written = { userId: writer.userId, text, markdown }
  await limitNewcomer(tx, kind, written)
  if (canMention(kind)) await assertMayMention(tx, written)
  const held = await holdRepeated(tx, { kind, id, ...written })
  if (!held && canMention(kind)) await notifyOfText(tx, { kind, id, ...written, text: body })
  await settle?.()
  if (held) await hideContent(tx, { kind, id }, heldReason)
  return { id, held }
}

/** Opens a case for content whose author wrote the same text twice in the last minutes. @throws ApiError 429 if much is held already */
async function holdRepeated(
  tx: Db,
  { kind, id, userId, text }: { kind: Published; id: number; userId: number; text: string },
): Promise<boolean> {
  if ((await countText(tx, { userId, text })) === undefined) return false
  await countAttempt(tx, `held ${userId}`, accountLimits.held)
  await tx.insert(moderationCases).values({ kind, contentId: id, authorId: userId, hidden: true })
  return true
}

/**
 * The id of what an earlier request of this user with the same key published, if its response was lost. A unique index on author and
 * key decides between concurrent requests. @throws ApiError 409 if it is held for a moderator
 */
async function findPublished(
  db: Db,
  kind: Published,
  { writer, key }: Pick<Draft, 'writer' | 'key'>,
): Promise<number | undefined> {
  if (key === undefined) return undefined
  const { table, author } = stored[kind]
  const [row] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(author, writer.userId), eq(table.idempotencyKey, key)))
  if (!row) return undefined
  await assertNotHeld(db, kind, row.id)
  return row.id
}

/**
 * Answers a repeated request like the first one, until a moderator has decided about the held content. Its case has no reports,
 * unlike that of content that reports have hidden. @throws ApiError 409
 */
export async function assertNotHeld(tx: Db, kind: Published, id: number): Promise<void> {
  const held = and(
    eq(moderationCases.kind, kind),
    eq(moderationCases.contentId, id),
    eq(moderationCases.hidden, true),
    eq(moderationCases.reportCount, 0),
  )
  if ((await tx.$count(moderationCases, held)) > 0) throw new ApiError('held_for_review')
}
