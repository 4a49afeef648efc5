import type { ContentRef } from '@wtpu/contract/community'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { politicians } from '#db/schema/politicians.ts'
import { notFound } from '#http/errors.ts'
import { changed } from '#live/changed.ts'

/** Content that people comment on. */
export type Parent = ContentRef & { kind: 'politician' | 'post' | 'discussion' }

/** Content that people react to. `on` is the kind of content that a comment belongs to. */
export type Subject = { kind: 'post' | 'discussion'; id: number } | { kind: 'comment'; id: number; on: Parent['kind'] }

/** How error messages call content. */
export const contentNames = {
  politician: 'Politician',
  post: 'Post',
  discussion: 'Discussion',
  comment: 'Comment',
} as const

/** Condition: the post is neither deleted nor removed. It says nothing about its author. */
export const isKeptPost = and(isNull(posts.deletedAt), isNull(posts.removedAt))

/** Condition: the post is shown. Posts of blocked accounts are not. */
const isShownPost = and(
  isKeptPost,
  sql`not exists (select 1 from ${users} author where author.id = ${posts}.user_id and author.blocked_at is not null)`,
)

/** Condition: the discussion is neither deleted nor removed. It says nothing about its author. */
export const isKeptDiscussion = and(isNull(discussions.deletedAt), isNull(discussions.removedAt))

/** Condition: the discussion is shown. Discussions of blocked accounts are not. */
export const isShownDiscussion = and(
  isKeptDiscussion,
  sql`not exists (select 1 from ${users} author where author.id = ${discussions}.user_id and author.blocked_at is not null)`,
)

/** Condition: the comment is neither deleted nor removed. It says nothing about the comment's parent. */
export const isShownComment = and(isNull(comments.deletedAt), isNull(comments.removedAt))

/** The column of `comments` that refers to this kind of content. */
export function parentColumn(kind: Parent['kind']) {
  return { politician: comments.politicianId, post: comments.postId, discussion: comments.discussionId }[kind]
}

/**
 * Returns whether the content is shown. Locks a post or discussion until the transaction ends, because its counters change
 * with its comments. An official has no such counter and is never deleted, so it needs no lock.
 */
export async function lockParent(tx: Db, { kind, id }: Parent): Promise<boolean> {
  if (kind === 'politician') {
    return (await tx.select({ id: politicians.id }).from(politicians).where(eq(politicians.id, id))).length > 0
  }
  if (kind === 'discussion') return (await lockDiscussion(tx, id))?.isShown ?? false
  const shown = sql<boolean>`${isShownPost}`
  const [post] = await tx.select({ shown }).from(posts).where(eq(posts.id, id)).for('no key update')
  return post?.shown ?? false
}

/** Locks a discussion until the transaction ends. Whatever changes its thread or its counters takes this lock first. */
export async function lockDiscussion(tx: Db, id: number) {
  const [discussion] = await tx
    .select({
      authorId: discussions.userId,
      categoryId: discussions.categoryId,
      isKept: sql<boolean>`${isKeptDiscussion}`,
      isShown: sql<boolean>`${isShownDiscussion}`,
      isLocked: sql<boolean>`${discussions.lockedAt} is not null`,
    })
    .from(discussions)
    .where(eq(discussions.id, id))
    .for('no key update')
  return discussion
}

/** @throws ApiError 404 */
export async function assertShown(db: Db, { kind, id }: Parent & { kind: 'post' | 'discussion' }): Promise<void> {
  const found =
    kind === 'post'
      ? await db
          .select({ id: posts.id })
          .from(posts)
          .where(and(eq(posts.id, id), isShownPost))
      : await db
          .select({ id: discussions.id })
          .from(discussions)
          .where(and(eq(discussions.id, id), isShownDiscussion))
  if (found.length === 0) throw notFound(contentNames[kind])
}

/**
 * Locks a shown post, discussion or comment before its reactions, so that concurrent reactions wait instead of deadlocking. Returns the
 * content whose readers see the reaction, or undefined if the subject is not shown.
 */
export async function lockSubject(tx: Db, subject: Subject): Promise<Parent | undefined> {
  if (subject.kind !== 'comment') return (await lockParent(tx, subject)) ? subject : undefined
  const parent = parentColumn(subject.on)
  const [comment] = await tx
    .select({ parentId: parent })
    .from(comments)
    .leftJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(discussions, eq(discussions.id, comments.discussionId))
    .where(
      and(
        eq(comments.id, subject.id),
        isShownComment,
        or(isNull(comments.postId), isShownPost),
        or(isNull(comments.discussionId), isShownDiscussion),
      ),
    )
    .for('no key update', { of: comments })
  return comment?.parentId ? { kind: subject.on, id: comment.parentId } : undefined
}

/** The path of the replies that show comments on this content and reactions to it. */
export function pathOf({ kind, id }: Parent): `/api/${string}/` {
  if (kind === 'discussion') return `/api/forums/discussions/${id}/`
  return kind === 'post' ? `/api/boilerroom/posts/${id}/` : '/api/comments/'
}

/** Announces a change of comments or reactions to the readers of this content. */
export function announceChange(db: Db, on: Parent): void {
  changed(db, pathOf(on))
}
