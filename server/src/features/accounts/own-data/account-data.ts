import type { AccountData } from '@wtpu/contract/accounts/settings'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { follows } from '#db/schema/boiler-room.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { politicianMessages, politicianRatings, politicians } from '#db/schema/politicians.ts'
import { pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { accountGone } from '#http/errors.ts'
import { findAccount } from '#features/accounts/account.ts'
import { findUser } from '#features/accounts/queries.ts'
import { findForumData } from './own-discussions.ts'
import { findOwnPosts } from './own-posts.ts'
import { findDevices } from '#features/accounts/sessions.ts'

const isoTime = (column: AnyPgColumn) => sql<string>`to_json(${column})#>>'{}'`

/** Collects everything stored about a user. One snapshot, so that concurrent writes cannot make it inconsistent. */
export function collectAccountData(db: Db, userId: number, sessionId: string): Promise<AccountData> {
  return db.transaction(
    async (tx) => ({
      exported_at: new Date().toISOString(),
      profile: await findProfile(tx, userId),
      sessions: await findDevices(tx, userId, sessionId),
      votes: await tx
        .select({
          poll: pollVotes.pollId,
          question: polls.question,
          option: pollOptions.text,
          state: pollVotes.state,
          created_at: isoTime(pollVotes.createdAt),
        })
        .from(pollVotes)
        .innerJoin(polls, eq(polls.id, pollVotes.pollId))
        .innerJoin(pollOptions, eq(pollOptions.id, pollVotes.optionId))
        .where(eq(pollVotes.userId, userId))
        .orderBy(asc(pollVotes.createdAt)),
      ratings: await tx
        .select({
          politician: politicians.id,
          name: politicians.name,
          type: politicianRatings.type,
          state: politicianRatings.state,
          created_at: isoTime(politicianRatings.createdAt),
        })
        .from(politicianRatings)
        .innerJoin(politicians, eq(politicians.id, politicianRatings.politicianId))
        .where(eq(politicianRatings.userId, userId))
        .orderBy(asc(politicianRatings.createdAt)),
      polls: await tx
        .select({ id: polls.id, question: polls.question, published_at: isoTime(polls.publishedAt) })
        .from(polls)
        .where(eq(polls.creatorId, userId))
        .orderBy(asc(polls.id)),
      comments: await tx
        .select({
          id: comments.id,
          politician: sql<number>`${comments.politicianId}`,
          text: comments.text,
          created_at: isoTime(comments.createdAt),
        })
        .from(comments)
        .where(and(eq(comments.userId, userId), isNotNull(comments.politicianId)))
        .orderBy(asc(comments.id)),
      comment_likes: await tx
        .select({
          comment: sql<number>`${reactions.commentId}`,
          value: reactions.value,
          created_at: isoTime(reactions.createdAt),
        })
        .from(reactions)
        .where(and(eq(reactions.userId, userId), isNotNull(reactions.commentId)))
        .orderBy(asc(reactions.id)),
      posts: await findOwnPosts(tx, userId),
      post_comments: await tx
        .select({
          id: comments.id,
          post: sql<number>`${comments.postId}`,
          text: comments.text,
          created_at: isoTime(comments.createdAt),
        })
        .from(comments)
        .where(and(eq(comments.userId, userId), isNotNull(comments.postId)))
        .orderBy(asc(comments.id)),
      post_likes: await tx
        .select({ post: sql<number>`${reactions.postId}`, created_at: isoTime(reactions.createdAt) })
        .from(reactions)
        .where(and(eq(reactions.userId, userId), isNotNull(reactions.postId)))
        .orderBy(asc(reactions.id)),
      ...(await findForumData(tx, userId)),
      messages: await tx
        .select({
          politician: politicianMessages.politicianId,
          name: politicianMessages.name,
          email: politicianMessages.email,
          subject: politicianMessages.subject,
          message: politicianMessages.message,
          created_at: isoTime(politicianMessages.createdAt),
        })
        .from(politicianMessages)
        .where(eq(politicianMessages.userId, userId))
        .orderBy(asc(politicianMessages.id)),
      following: await tx
        .select({ id: users.id, username: sql<string>`${users.username}`, since: isoTime(follows.createdAt) })
        .from(follows)
        .innerJoin(users, eq(users.id, follows.followedId))
        .where(eq(follows.followerId, userId))
        .orderBy(asc(follows.createdAt)),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function findProfile(tx: Db, userId: number): Promise<AccountData['profile']> {
  const account = await findAccount(tx, userId)
  const user = await findUser(tx, { id: userId }, userId)
  const [terms] = await tx
    .select({ version: users.termsVersion, acceptedAt: users.termsAcceptedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!user || !terms) throw accountGone()
  return {
    ...user,
    email: account.email,
    show_email: account.show_email,
    newsletter: account.newsletter,
    role: account.role,
    terms_version: terms.version,
    terms_accepted_at: terms.acceptedAt?.toISOString() ?? null,
    google: account.has_google,
  }
}
