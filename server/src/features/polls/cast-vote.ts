import type { Output } from '@wtpu/contract/endpoint'
import type * as contract from '@wtpu/contract/polls/polls'
import { votedByMail } from '@wtpu/contract/polls/on-demand/mailed-answers'
import { votedBeforeDeletion, votedWithOtherAccount } from '@wtpu/contract/polls/polls'
import { and, type Column, eq, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { isClosedPoll, isDeleted, isShownPoll } from '#db/visibility.ts'
import { mayParticipate, participationError } from '#http/auth.ts'
import { accountGone, ApiError, invalidInput, notFound } from '#http/errors.ts'
import { findDueVoter, isEligible, type Vote, storeVote } from './vote-writer.ts'

export async function castVote(db: Db, vote: Vote): Promise<Output<typeof contract.castVote>> {
  const cast = await storeVote(db, vote)
  if (!cast) throw await explainRejection(db, vote)
  if (!cast.subject) throw notFound('Poll')
  return { ...cast.subject, undo_until: cast.stored.undo_until }
}

const ofEitherWording = (pollId: Column) => inArray(pollId, [polls.id, polls.twinId])

/** Why a vote is not accepted. Says about other accounts of the mailbox only what its owner may know. */
export async function explainRejection(db: Db, vote: Vote): Promise<ApiError> {
  const earlier = alias(pollVotes, 'earlier')
  const earlierVoter = alias(users, 'earlier_voter')
  const [facts] = await db
    .select({
      isVisible: isShownPoll(),
      closed: isClosedPoll(),
      optionId: pollOptions.id,
      userId: users.id,
      mayVote: mayParticipate(vote.confirmedOnly),
      voted: pollVotes.optionId,
      earlier: earlier.optionId,
      deletedSince: isDeleted('earlier_voter'),
      byMail: earlierVoter.isMailbox,
      audience: polls.audience,
      isConfirmed: sql<boolean>`(${users.emailVerifiedAt} is not null)`,
      isEligible: isEligible(),
      due: findDueVoter(sql`${polls.id}`, sql`${polls.twinId}`, sql`${users.voterId}`),
    })
    .from(polls)
    .leftJoin(pollOptions, and(eq(pollOptions.pollId, polls.id), eq(pollOptions.id, vote.optionId)))
    .leftJoin(users, isActiveAccount(vote.userId))
    .leftJoin(pollVotes, and(ofEitherWording(pollVotes.pollId), eq(pollVotes.userId, vote.userId)))
    .leftJoin(
      earlier,
      and(ofEitherWording(earlier.pollId), eq(earlier.voterId, users.voterId), ne(earlier.userId, vote.userId)),
    )
    .leftJoin(earlierVoter, eq(earlierVoter.id, earlier.userId))
    .where(eq(polls.id, vote.pollId))
  if (!facts?.isVisible) return notFound('Poll')
  if (facts.userId === null) return accountGone()
  if (facts.voted !== null) return new ApiError('already_voted')
  if (facts.closed) return new ApiError('poll_closed')
  // Whether the address is on the list is said to its owner alone.
  if (facts.optionId !== null && facts.audience === 'circle' && !facts.isConfirmed)
    return new ApiError('email_not_confirmed')
  if (facts.optionId !== null && !facts.isEligible) return new ApiError('not_eligible')
  if (facts.optionId !== null && !facts.mayVote) return participationError(db, vote.userId)
  if (facts.optionId !== null && facts.earlier !== null) {
    const detail = facts.byMail ? votedByMail : facts.deletedSince ? votedBeforeDeletion : votedWithOtherAccount
    return new ApiError('already_voted', { detail })
  }
  if (facts.optionId !== null && facts.due !== null && !vote.isDue) {
    return new ApiError('already_voted', facts.due === vote.userId ? {} : { detail: votedWithOtherAccount })
  }
  return invalidInput({ option_id: ['is not an option of this poll'] }, 'option_id is not an option of this poll')
}
