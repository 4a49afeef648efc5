import { type Written, writtenOf } from '@wtpu/contract/schemas'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { categories, counters, participants, pollOptions, pollTotals, polls, pollVotes } from '#db/schema/polls.ts'
import { nextNumber, requireRow } from './make-row.ts'

const minute = 60_000
const day = 24 * 60 * minute

type Poll = typeof polls.$inferSelect

export interface NewPoll extends Written {
  question?: string
  description?: string
  options?: string[]
  /** Those of `options` that are no opinion. */
  noOpinion?: string[]
  /** How many of `options` take turns to stand first. */
  drawnOptions?: number
  /** Name of the category. */
  category?: string
  /** Null: the poll never closes. */
  closes_at?: Date | null
  published_at?: Date
  featured?: boolean
  /** Id of the politician the poll is about. */
  politician?: number
  audience?: Poll['audience']
  reveal?: Poll['reveal']
  showsTurnout?: boolean
  eligible?: number
  quorum?: number
  /** Id of the user who created the poll. */
  creator?: number
}

/** Creates a poll that is open for another week by default. */
export async function makePoll(db: Db, input: NewPoll = {}) {
  const { closes_at = new Date(Date.now() + 7 * day), options = ['Yes', 'No'], category = 'General' } = input
  const published =
    input.published_at ?? new Date(Math.min(Date.now() - minute, (closes_at?.getTime() ?? Infinity) - day))
  const question = input.question ?? `Question ${nextNumber()}?`
  const found = await db.select({ id: categories.id }).from(categories).where(eq(categories.name, category))
  const [poll] = await db
    .insert(polls)
    .values({
      question,
      description: input.description,
      ...writtenOf(input),
      categoryId: requireRow(found[0], `category "${category}"`).id,
      politicianId: input.politician,
      creatorId: input.creator,
      drawnOptions: input.drawnOptions,
      featured: input.featured,
      audience: input.audience,
      reveal: input.reveal,
      showsTurnout: input.showsTurnout,
      eligible: input.eligible,
      quorum: input.quorum,
      publishedAt: published,
      keywords: category,
      closesAt: closes_at,
    })
    .returning({
      id: polls.id,
      question: polls.question,
      category: polls.categoryId,
      featured: polls.featured,
      published_at: polls.publishedAt,
      closes_at: polls.closesAt,
    })
  const { id: pollId } = requireRow(poll)
  const rows = await db
    .insert(pollOptions)
    .values(options.map((text, position) => ({ pollId, position, text, isNoOpinion: input.noOpinion?.includes(text) })))
    .returning({ id: pollOptions.id, text: pollOptions.text })
  return { ...requireRow(poll), options: rows }
}

export interface NewVote {
  poll: { id: number; options: { id: number }[] }
  user: { id: number; state?: string | null }
  /** Index of the option, from 0. */
  option?: number
  created_at?: Date
}

/** Inserts a vote and updates the counters like `castVote`, but allows any time and any poll. */
export async function makeVote(db: Db, { poll, user, option = 0, created_at: createdAt }: NewVote): Promise<void> {
  const { id: optionId } = requireRow(poll.options[option], `option ${option}`)
  await db.transaction(async (tx) => {
    const voterId = sql`(select voter_id from ${users} where id = ${user.id})`
    await tx
      .insert(pollVotes)
      .values({ pollId: poll.id, optionId, userId: user.id, voterId, state: user.state, createdAt })
    await tx
      .update(pollOptions)
      .set({ voteCount: sql`${pollOptions.voteCount} + 1` })
      .where(and(eq(pollOptions.pollId, poll.id), eq(pollOptions.id, optionId)))
    await tx
      .update(pollTotals)
      .set({ totalVotes: sql`${pollTotals.totalVotes} + 1` })
      .where(eq(pollTotals.pollId, poll.id))
    const first = await tx
      .insert(participants)
      .values({ userId: user.id, firstVotedAt: createdAt })
      .onConflictDoNothing()
      .returning({ id: participants.userId })
    await tx.update(counters).set({ value: sql`${counters.value} + ${first.length}` })
  })
}
