import { stored } from './kinds.ts'
import type { ContentRef } from '@wtpu/contract/community'
import { type KindThat, kinds } from '@wtpu/contract/writing/kinds'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { politicians } from '#db/schema/politicians.ts'
import { isVisible, isVisibleComment } from '#db/visibility.ts'
import { notFound } from '#http/errors.ts'
import { invalidateHere, publish, publishInvalidation } from '#live/publish.ts'
import type { CountedContent } from '#live/messages.ts'

/** Content that people comment on. */
export type Parent = ContentRef & { kind: 'politician' | KindThat<'comment on'> }

type Reactable = Exclude<KindThat<'react'>, 'comment'>

/** Content whose readers see a comment or a reaction: it is on this content, or on a comment on it. */
export type Place = ContentRef & { kind: Parent['kind'] | Reactable }

/** Content that people react to. `on` is the kind of content that a comment belongs to. */
export type Subject = { kind: Reactable; id: number } | { kind: 'comment'; id: number; on: Parent['kind'] }

/** How error messages call content. */
export const nameOfContent = (kind: ContentRef['kind']): string =>
  kind === 'politician' ? 'Politician' : kinds[kind].name

/** The column of `comments` that refers to this kind of content. */
export const parentColumn = (kind: Parent['kind']) => comments[`${kind}Id`]

/**
 * Returns whether the content is visible. Locks it until the transaction ends, because its counters change with its comments
 * and reactions. An official has no such counter and is never deleted, so it needs no lock.
 */
export async function lockPlace(tx: Db, { kind, id }: Place): Promise<boolean> {
  if (kind === 'politician') {
    return (await tx.select({ id: politicians.id }).from(politicians).where(eq(politicians.id, id))).length > 0
  }
  if (kind === 'discussion') return (await lockDiscussion(tx, id))?.isVisible ?? false
  const { table, isShown } = stored[kind]
  const [content] = await tx.select({ isShown }).from(table).where(eq(table.id, id)).for('no key update')
  return content?.isShown ?? false
}

/** Locks a discussion until the transaction ends. Its comments are changed or counted under this lock. */
export async function lockDiscussion(tx: Db, id: number) {
  const [discussion] = await tx
    .select({
      authorId: discussions.userId,
      categoryId: discussions.categoryId,
      isVisible: isVisible('discussions'),
      isLocked: sql<boolean>`${discussions.lockedAt} is not null`,
    })
    .from(discussions)
    .where(eq(discussions.id, id))
    .for('no key update')
  return discussion
}

/** An official is always visible. @throws ApiError 404 */
export async function assertVisible(db: Db, { kind, id }: Parent): Promise<void> {
  const { table, isShown } = kind === 'politician' ? { table: politicians, isShown: undefined } : stored[kind]
  if ((await db.$count(table, and(eq(table.id, id), isShown))) === 0) throw notFound(nameOfContent(kind))
}

/**
 * Locks a visible post, discussion or comment before its reactions, so that concurrent reactions wait instead of deadlocking.
 * Returns the content whose readers see the reaction, or undefined if the subject is not visible.
 */
export async function lockSubject(tx: Db, subject: Subject): Promise<Place | undefined> {
  if (subject.kind !== 'comment') return (await lockPlace(tx, subject)) ? subject : undefined
  const parent = parentColumn(subject.on)
  const [comment] = await tx
    .select({ parentId: parent })
    .from(comments)
    .where(and(eq(comments.id, subject.id), isVisibleComment()))
    .for('no key update')
  return comment?.parentId ? { kind: subject.on, id: comment.parentId } : undefined
}

/** The path of the responses that show this content, its comments and reactions to them. */
const pathOf = ({ kind, id }: Place): `/api/${string}/` =>
  kind === 'politician' ? '/api/comments/' : stored[kind].path(id)

/** The path of the responses that show the comments alone. */
export const pathOfComments = (on: Place): `/api/${string}/` =>
  on.kind === 'politician' ? pathOf(on) : `${pathOf(on)}comments/`

/** Counts of other kinds are not sent: their readers fetch them again. */
const counted: Partial<Record<ContentRef['kind'], CountedContent>> & Record<Parent['kind'], CountedContent> = {
  post: 'posts',
  discussion: 'discussions',
  comment: 'comments',
  politician: 'walls',
}

/** Call it after a reaction to `to`, which is this content or a comment on it. Likes of a post leave its comments in memory. */
export function publishReaction(db: Db, on: Place, to: Subject): void {
  const of = counted[to.kind]
  if (of === undefined) return publishInvalidation(db, pathOf(on))
  const path = to.kind === 'comment' ? pathOfComments(on) : (`${pathOf(on)}state/` as const)
  publish(db, { kind: 'activity', of, id: to.id, path })
}

/** Call it after a change of this content or its comments that its counts do not tell. */
export function invalidateContent(db: Db, on: Parent): void {
  publishInvalidation(db, pathOf(on))
  invalidateListsOf(db, on)
}

/** Call it after a new comment. Browsers get the new count, and fetch the comments at most every ten seconds. */
export function publishComment(db: Db, on: Parent): void {
  publish(db, { kind: 'activity', of: counted[on.kind], id: on.id, path: pathOf(on) })
  invalidateListsOf(db, on)
}

function invalidateListsOf(db: Db, on: Parent): void {
  invalidateHere(db, '/api/search/')
  // Lists of posts or discussions and profiles of officials show the number of comments. Other servers refresh these by age,
  // because they are not live.
  if (on.kind === 'discussion') invalidateHere(db, '/api/forums/discussions/?')
  if (on.kind === 'politician') invalidateHere(db, `/api/politicians/${on.id}/`)
}
