import type { AccountData } from '@wtpu/contract/accounts/settings'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { commonGroundMembers } from '#db/schema/common-ground.ts'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'
import { pendingAnswers, pollOptions, polls, pollVotes, undoneVotes } from '#db/schema/polls.ts'

type Choices = Pick<AccountData, 'votes' | 'pending_answers' | 'undone_votes' | 'ratings'>

/** What a user chose. Only the user gets it. */
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
