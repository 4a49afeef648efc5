import type { AccountData, PersonData } from '@wtpu/contract/accounts/settings'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { reactions } from '#db/schema/community.ts'
import { commonGroundMembers } from '#db/schema/common-ground.ts'
import { politicianFollows } from '#db/schema/notifications.ts'
import { politicianMessages, politicianRatings, politicians } from '#db/schema/politicians.ts'
import { pendingAnswers, pollOptions, polls, pollVotes, undoneVotes } from '#db/schema/polls.ts'

type Choices = Omit<AccountData, keyof PersonData>

/** What a user chose, likes, follows and wrote in private. Only the user gets it, because it tells opinions. */
export async function findChoices(tx: Db, userId: number): Promise<Choices> {
  return {
    votes: await tx
      .select({
        poll: pollVotes.pollId,
        question: polls.question,
        option: pollOptions.text,
        state: pollVotes.state,
        ballot: sql<string>`replace(${pollVotes.ballot}::text, '-', '')`,
        created_at: isoTime(pollVotes.createdAt),
      })
      .from(pollVotes)
      .innerJoin(polls, eq(polls.id, pollVotes.pollId))
      .innerJoin(pollOptions, eq(pollOptions.id, pollVotes.optionId))
      .where(eq(pollVotes.userId, userId))
      .orderBy(asc(pollVotes.createdAt)),
    pending_answers: await tx
      .select({
        poll: pendingAnswers.pollId,
        question: polls.question,
        option: pollOptions.text,
        state: pendingAnswers.state,
        created_at: isoTime(pendingAnswers.createdAt),
      })
      .from(pendingAnswers)
      .innerJoin(polls, eq(polls.id, pendingAnswers.pollId))
      .leftJoin(pollOptions, eq(pollOptions.id, pendingAnswers.optionId))
      .where(eq(pendingAnswers.userId, userId))
      .orderBy(asc(pendingAnswers.createdAt)),
    undone_votes: await tx
      .select({ poll: undoneVotes.pollId, question: polls.question, created_at: isoTime(undoneVotes.createdAt) })
      .from(undoneVotes)
      .innerJoin(polls, eq(polls.id, undoneVotes.pollId))
      .where(eq(undoneVotes.userId, userId))
      .orderBy(asc(undoneVotes.createdAt)),
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
    comment_likes: await tx
      .select({
        comment: sql<number>`${reactions.commentId}`,
        value: reactions.value,
        created_at: isoTime(reactions.createdAt),
      })
      .from(reactions)
      .where(and(eq(reactions.userId, userId), isNotNull(reactions.commentId)))
      .orderBy(asc(reactions.id)),
    post_likes: await tx
      .select({ post: sql<number>`${reactions.postId}`, created_at: isoTime(reactions.createdAt) })
      .from(reactions)
      .where(and(eq(reactions.userId, userId), isNotNull(reactions.postId)))
      .orderBy(asc(reactions.id)),
    discussion_likes: await tx
      .select({
        discussion: sql<number>`${reactions.discussionId}`,
        created_at: isoTime(reactions.createdAt),
      })
      .from(reactions)
      .where(sql`${reactions.userId} = ${userId} and ${reactions.discussionId} is not null`)
      .orderBy(asc(reactions.id)),
    followed_officials: await tx
      .select({ politician: politicianFollows.politicianId, since: isoTime(politicianFollows.createdAt) })
      .from(politicianFollows)
      .where(eq(politicianFollows.userId, userId))
      .orderBy(asc(politicianFollows.politicianId)),
    messages: await tx
      .select({
        politician: politicianMessages.politicianId,
        name: politicianMessages.name,
        email: politicianMessages.email,
        subject: politicianMessages.subject,
        message: politicianMessages.message,
        lang: politicianMessages.lang,
        created_at: isoTime(politicianMessages.createdAt),
      })
      .from(politicianMessages)
      .where(eq(politicianMessages.userId, userId))
      .orderBy(asc(politicianMessages.id)),
  }
}

/** Follows from the votes, so only the user gets it, too. */
export async function findOpinionGroup(tx: Db, userId: number): Promise<string | null> {
  const [member] = await tx
    .select({ group: commonGroundMembers.group })
    .from(users)
    .innerJoin(commonGroundMembers, eq(commonGroundMembers.voterId, users.voterId))
    .where(eq(users.id, userId))
  return member?.group ?? null
}
