import { officeName } from '@wtpu/contract/politicians'
import { findNoOpinions } from '@wtpu/contract/polls/no-opinion'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { questionDay } from '#db/question-day.ts'
import { categories, dailyQuestions, pollOptions, polls, pollVotes, questionQueue } from '#db/schema/polls.ts'
import { pollRollCalls } from '#db/schema/roll-calls.ts'
import { addTitleWords } from '#search/words.ts'
import type { SamplePoll } from './content.ts'
import { type DemoContext, hoursBefore } from './context.ts'
import { type Random, seededRandom } from './random.ts'

interface SeedContext extends DemoContext {
  /** The ids of the roll calls on the passage of each bill. */
  passages: Map<string, number>
}
export interface SampleVote {
  user_id: number
  option_id: number | undefined
  state: string | null
  created_at: Date
}

export function optionRows(pollId: number, options: readonly string[]): (typeof pollOptions.$inferInsert)[] {
  const noOpinions = findNoOpinions(options)
  return options.map((text, position) => ({ pollId, position, text, isNoOpinion: noOpinions[position] ?? false }))
}

/** Inserts the demo's polls with options and votes. */
export async function insertPolls(tx: Db, context: SeedContext): Promise<void> {
  const texts = context.content.polls
  const rows = await insertPollRows(tx, texts, context)
  const options = await tx
    .insert(pollOptions)
    .values(texts.flatMap((poll, index) => optionRows(rows[index]?.id ?? 0, Object.keys(poll.options))))
    .returning({ id: pollOptions.id, pollId: pollOptions.pollId, position: pollOptions.position })
  await insertTies(tx, texts, rows, options, context)
  const random = seededRandom(3)
  // One statement per poll, because a single one could exceed the statement timeout.
  for (const [index, { id }] of rows.entries()) {
    const text = texts[index]
    const own = options.filter((option) => option.pollId === id).toSorted((a, b) => a.position - b.position)
    if (!text) continue
    const votes = generateVotes(text, own, context, random)
    await insertVotes(tx, id, [...votes, ...voteOfDemo(text, own, context)])
  }
  await insertQuestions(tx, texts, rows)
  await addTitleWords(tx, ...rows.map(({ question }) => question))
}

/** The questions of yesterday and today, and those that wait. */
async function insertQuestions(tx: Db, texts: SamplePoll[], rows: { id: number }[]): Promise<void> {
  const chosen = texts.flatMap(({ questionDay: day }, index) =>
    day === undefined ? [] : { day, pollId: rows[index]?.id ?? 0 },
  )
  await tx
    .insert(dailyQuestions)
    .values(
      chosen
        .filter(({ day }) => day <= 0)
        .map(({ day, pollId }) => ({ pollId, day: sql`${questionDay()} + ${day}::int` })),
    )
  await tx
    .insert(questionQueue)
    .values(chosen.filter(({ day }) => day > 0).map(({ day, pollId }) => ({ pollId, position: day })))
}

/** Before the votes, because after them a tie is final. */
async function insertTies(
  tx: Db,
  texts: SamplePoll[],
  rows: { id: number }[],
  options: { id: number; pollId: number; position: number }[],
  { passages }: SeedContext,
): Promise<void> {
  const ties = texts.flatMap((text, index) => {
    const pollId = rows[index]?.id
    if (!text.congress || pollId === undefined) return []
    const rollCallId = passages.get(text.congress.act)
    if (rollCallId === undefined) throw new Error(`The demo has no roll call on the passage of ${text.congress.act}.`)
    const idOf = (name: string) => {
      const position = Object.keys(text.options).indexOf(name)
      return options.find((option) => option.pollId === pollId && option.position === position)?.id ?? 0
    }
    return [{ pollId, rollCallId, yeaOptionId: idOf(text.congress.yea), nayOptionId: idOf(text.congress.nay) }]
  })
  await tx.insert(pollRollCalls).values(ties)
}

export async function insertVotes(tx: Db, pollId: number, votes: SampleVote[]): Promise<void> {
  await tx.execute(sql`
    insert into ${pollVotes} (poll_id, user_id, voter_id, option_id, state, created_at)
    select ${pollId}, u.id, u.voter_id, vote.option_id, vote.state, vote.created_at
    from json_to_recordset(${JSON.stringify(votes)})
      as vote (user_id int, option_id int, state text, created_at timestamptz)
    join ${users} u on u.id = vote.user_id`)
}

async function insertPollRows(tx: Db, texts: SamplePoll[], { officials, people, demo, now }: SeedContext) {
  const named = await tx.select().from(categories)
  const idOf = new Map(named.map(({ id, name }) => [name, id]))
  return tx
    .insert(polls)
    .values(
      texts.map((text, index) => {
        const official = text.about === undefined ? undefined : officials[text.about]
        const category = idOf.get(text.category)
        if (!category) throw new Error(`The database has no category ${text.category}.`)
        const scheduled = text.publishedHoursAgo < 0
        return {
          question: text.question.replace(
            '{official}',
            official ? `${officeName(official.office)} ${official.name}` : '',
          ),
          description: text.description,
          categoryId: category,
          politicianId: official?.id,
          creatorId: scheduled ? demo.id : people[index]?.id,
          featured: text.featured,
          isSample: true,
          publishedAt: hoursBefore(now, text.publishedHoursAgo),
          keywords: text.category,
          closesAt: text.closesInHours === null ? null : hoursBefore(now, -text.closesInHours),
          createdAt: hoursBefore(now, scheduled ? 1 : text.publishedHoursAgo),
        }
      }),
    )
    .returning({ id: polls.id, question: polls.question })
}

function generateVotes(
  poll: SamplePoll,
  options: { id: number }[],
  { people, now }: SeedContext,
  random: Random,
): SampleVote[] {
  const span = poll.publishedHoursAgo + Math.min(poll.closesInHours ?? 0, 0)
  const groupOf = new Map(people.map(({ id }, index) => [id, groupAt(index)]))
  return random.sample(people, poll.votes).map((voter) => {
    const option = options[pickWeightedIndex(weightsOf(poll, groupOf.get(voter.id) ?? 0), random)]
    // More votes shortly after publication, like in real polls.
    const hoursIn = span * random.next() ** 1.4
    return {
      user_id: voter.id,
      option_id: option?.id,
      state: voter.state,
      created_at: hoursBefore(now, poll.publishedHoursAgo - hoursIn),
    }
  })
}

function voteOfDemo(poll: SamplePoll, options: { id: number }[], { demo, now }: SeedContext): SampleVote[] {
  const { congress } = poll
  if (!congress?.demo) return []
  return [
    {
      user_id: demo.id,
      option_id: options[Object.keys(poll.options).indexOf(congress[congress.demo])]?.id,
      state: demo.state,
      created_at: hoursBefore(now, poll.publishedHoursAgo - 1),
    },
  ]
}

/** People vote in three groups of opinion, of 10, 6 and 4 twentieths of them, which `common-ground` finds. */
export const groupAt = (index: number) => (index % 20 < 10 ? 0 : index % 20 < 16 ? 1 : 2)

/**
 * The shares of the options in a group. If the poll divides, each group has another favorite. Otherwise the first option has the
 * same share in all groups, and most of those who chose another one chose the same in each group.
 */
function weightsOf({ options, groups }: SamplePoll, group: number): number[] {
  const weights = Object.values(options)
  const ranked = weights.map((_, option) => option).toSorted((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0))
  const [first = 0, ...others] = ranked
  if (groups === 'divide') return addTo(weights, ranked[group % ranked.length], 180)
  const rest = others.reduce((sum, option) => sum + (weights[option] ?? 0), 0)
  const spread = weights.map((weight, option) => (option === first ? weight : 0.4 * weight))
  return groups === 'agree' ? weights : addTo(spread, others[group % others.length], 0.6 * rest)
}

const addTo = (weights: number[], chosen: number | undefined, weight: number) =>
  weights.map((own, option) => (option === chosen ? own + weight : own))

export function pickWeightedIndex(weights: readonly number[], random: Random): number {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight)
  return weights.findIndex((weight) => (left -= weight) < 0)
}
