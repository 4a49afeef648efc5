import { type KindThat, kindsThat } from '@wtpu/contract/writing/kinds'
import { and, eq, not, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { polls } from '#db/schema/polls.ts'
import { reasons } from '#db/schema/reasons.ts'
import {
  type Hiding,
  isDeleted,
  isRemoved,
  pollRemoval,
  pollRestoration,
  removal,
  restoration,
} from '#db/visibility.ts'
import { moveClosing, withdrawNotifications } from '#notifications/events.ts'
import { publishInvalidation } from '#live/publish.ts'
import { hideComment, locateComment, restoreComment } from './delete-comments.ts'
import { invalidateContent } from './content.ts'
import { hideDiscussion, restoreDiscussion } from './delete-discussions.ts'
import { hidePost, invalidatePosts, restorePost } from './delete-posts.ts'

export const removableKinds = kindsThat('remove')

/** Content that staff can remove, and show again. */
export interface Removable {
  kind: KindThat<'remove'>
  id: number
}

/** Hides content from everyone and uncounts it. Its author sees the reason. @returns false if it was not visible */
export async function hideContent(tx: Db, { kind, id }: Removable, reason: string): Promise<boolean> {
  const hiding = removal(reason)
  if (kind === 'post') return hidePost(tx, id, hiding)
  if (kind === 'discussion') return hideDiscussion(tx, id, hiding)
  if (kind === 'comment') {
    const comment = await locateComment(tx, id)
    return comment !== undefined && hideComment(tx, id, comment.on, hiding)
  }
  if (kind === 'reason') return hideReason(tx, id, hiding)
  const hidden = await tx
    .update(polls)
    .set(pollRemoval)
    .where(and(isPollOrTwin(id), polls.isVisible))
    .returning({ id: polls.id })
  const ids = hidden.map((poll) => poll.id)
  if (hidden.length > 0) await withdrawNotifications(tx, 'poll', ids)
  return hidden.length > 0
}

/** A reason is counted nowhere, and notifies nobody. */
export async function hideReason(tx: Db, id: number, hiding: Hiding): Promise<boolean> {
  const hidden = await tx
    .update(reasons)
    .set(hiding)
    .where(and(eq(reasons.id, id), reasons.isVisible))
    .returning({ id: reasons.id })
  return hidden.length > 0
}

/** Shows and counts content that was hidden by `hideContent`. @returns false if it was not hidden */
export async function restoreContent(tx: Db, { kind, id }: Removable): Promise<boolean> {
  if (kind === 'post') return restorePost(tx, id)
  if (kind === 'discussion') return restoreDiscussion(tx, id)
  if (kind === 'comment') {
    const comment = await locateComment(tx, id)
    return comment !== undefined && restoreComment(tx, id, comment.on)
  }
  if (kind === 'reason') {
    const shown = await tx
      .update(reasons)
      .set(restoration)
      .where(and(eq(reasons.id, id), isRemoved('reasons'), not(isDeleted('reasons'))))
      .returning({ id: reasons.id })
    return shown.length > 0
  }
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

/** Both wordings of a question are removed and restored together. */
const isPollOrTwin = (id: number) => or(eq(polls.id, id), eq(polls.twinId, id))

/** Call it after the commit of what hid or showed content. Lists show it at once. */
export async function invalidateRemoval(db: Db, { kind, id }: Removable): Promise<void> {
  if (kind === 'post') return invalidatePosts(db, [id])
  if (kind === 'comment') {
    const comment = await locateComment(db, id)
    if (comment) invalidateContent(db, comment.on)
    return
  }
  if (kind === 'reason') {
    const [reason] = await db.select({ pollId: reasons.pollId }).from(reasons).where(eq(reasons.id, id))
    if (reason) publishInvalidation(db, `/api/polls/${reason.pollId}/reasons/`)
    return
  }
  publishInvalidation(db, kind === 'poll' ? '/api/polls/' : '/api/forums/discussions/')
}
