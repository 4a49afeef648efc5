import { type KindThat, kindsThat } from '@wtpu/contract/writing/kinds'
import { and, eq, not, or, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { polls } from '#db/schema/polls.ts'
import {
  type Hiding,
  isDeleted,
  isRemoved,
  pollRemoval,
  pollRestoration,
  type Removal,
  removal,
  restoration,
} from '#db/visibility.ts'
import { moveClosing, withdrawNotifications } from '#notifications/events.ts'
import { publishInvalidation } from '#live/publish.ts'
import { hideComment, locateComment, restoreComment } from './delete-comments.ts'
import { invalidateContent } from './content.ts'
import { hideDiscussion, restoreDiscussion } from './delete-discussions.ts'
import { hidePost, invalidatePosts, restorePost } from './delete-posts.ts'
import { stored } from './kinds.ts'

export const removableKinds = kindsThat('remove')

/** Content that staff can remove, and show again. */
export interface Removable {
  kind: KindThat<'remove'>
  id: number
}

interface Hideable {
  /** Hides it from everyone and uncounts it. @returns false if it was not visible */
  hide: (tx: Db, id: number, hiding: Removal) => Promise<boolean>
  /** Shows and counts it again. @returns false if it was not hidden */
  restore: (tx: Db, id: number) => Promise<boolean>
  /** Shows or leaves it out at once in what is kept. */
  invalidate: (db: Db, id: number) => Promise<void> | void
}

/** Kinds whose row alone is hidden. */
type Alone = { [K in Removable['kind']]: (typeof stored)[K] extends { alone: SQL } ? K : never }[Removable['kind']]

const removals: Record<Exclude<Removable['kind'], Alone>, Hideable> = {
  post: { hide: hidePost, restore: restorePost, invalidate: (db, id) => invalidatePosts(db, [id]) },
  discussion: {
    hide: hideDiscussion,
    restore: restoreDiscussion,
    invalidate: (db) => publishInvalidation(db, '/api/forums/discussions/'),
  },
  comment: {
    async hide(tx, id, hiding) {
      const comment = await locateComment(tx, id)
      return comment !== undefined && hideComment(tx, id, comment.on, hiding)
    },
    async restore(tx, id) {
      const comment = await locateComment(tx, id)
      return comment !== undefined && restoreComment(tx, id, comment.on)
    },
    async invalidate(db, id) {
      const comment = await locateComment(db, id)
      if (comment) invalidateContent(db, comment.on)
    },
  },
  poll: { hide: hidePoll, restore: restorePoll, invalidate: (db) => publishInvalidation(db, '/api/polls/') },
}

/** Hides content from everyone and uncounts it. Its author sees the reason. @returns false if it was not visible */
export const hideContent = (tx: Db, { kind, id }: Removable, reason: string): Promise<boolean> =>
  removalOf(kind).hide(tx, id, removal(reason))

/** Shows and counts content that was hidden by `hideContent`. @returns false if it was not hidden */
export const restoreContent = (tx: Db, { kind, id }: Removable): Promise<boolean> => removalOf(kind).restore(tx, id)

/** Call it after the commit of what hid or showed content. Lists show it at once. */
export async function invalidateRemoval(db: Db, { kind, id }: Removable): Promise<void> {
  await removalOf(kind).invalidate(db, id)
}

const isAlone = (kind: Removable['kind']): kind is Alone => 'alone' in stored[kind]

const removalOf = (kind: Removable['kind']): Hideable => (isAlone(kind) ? alone(kind) : removals[kind])

const alone = (kind: Alone): Hideable => ({
  hide: (tx, id, hiding) => hideRow(tx, kind, id, hiding),
  async restore(tx, id) {
    const { table } = stored[kind]
    const name = `${kind}s`
    const shown = await tx
      .update(table)
      .set(restoration)
      .where(and(eq(table.id, id), isRemoved(name), not(isDeleted(name))))
      .returning({ id: table.id })
    return shown.length > 0
  },
  async invalidate(db, id) {
    const { table, alone: path } = stored[kind]
    const [row] = await db.select({ path }).from(table).where(eq(table.id, id))
    if (row) publishInvalidation(db, row.path)
  },
})

export async function hideRow(tx: Db, kind: Alone, id: number, hiding: Hiding): Promise<boolean> {
  const { table } = stored[kind]
  const hidden = await tx
    .update(table)
    .set(hiding)
    .where(and(eq(table.id, id), table.isVisible))
    .returning({ id: table.id })
  return hidden.length > 0
}

/** Both wordings of a question are removed and restored together. */
const isPollOrTwin = (id: number) => or(eq(polls.id, id), eq(polls.twinId, id))

async function hidePoll(tx: Db, id: number): Promise<boolean> {
  const hidden = await tx
    .update(polls)
    .set(pollRemoval)
    .where(and(isPollOrTwin(id), polls.isVisible))
    .returning({ id: polls.id })
  const ids = hidden.map((poll) => poll.id)
  if (hidden.length > 0) await withdrawNotifications(tx, 'poll', ids)
  return hidden.length > 0
}

async function restorePoll(tx: Db, id: number): Promise<boolean> {
  const restored = await tx
    .update(polls)
    .set(pollRestoration)
    .where(and(isPollOrTwin(id), isRemoved('polls')))
    .returning({ id: polls.id, closesAt: polls.closesAt })
  for (const poll of restored) {
    // oxlint-disable-next-line no-await-in-loop -- at most two
    if (poll.closesAt) await moveClosing(tx, poll.id, poll.closesAt)
  }
  return restored.length > 0
}
