import { eq, sql } from 'drizzle-orm'
import { type BallotKeys, issueBallots } from '#community/ballots.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { ballots, circleKeepers, circleMembers, circles, paperPolls, papers } from '#db/schema/circles.ts'
import { categories, pollOptions, polls } from '#db/schema/polls.ts'
import { addTitleWords } from '#search/words.ts'
import type { SamplePaper } from './content.ts'
import { type DemoContext, hoursBefore, type SampleUser } from './context.ts'
import { insertVotes, optionRows, pickWeightedIndex } from './polls.ts'
import { type Random, seededRandom } from './random.ts'

interface Member extends SampleUser {
  /** The position of the group. */
  group: number
}

/** Inserts a list with its ballot papers. The demo account is on it, and has not answered. */
export async function insertCircle(tx: Db, context: DemoContext, keys: BallotKeys): Promise<void> {
  const { demo, admin, moderator, people, now } = context
  const { name, groups, papers: texts } = context.content.circle
  const groupOf = Object.values(groups).flatMap((size, group) => Array.from({ length: size }, () => group))
  const members = [demo, ...people]
    .slice(0, groupOf.length)
    .map((user, index) => ({ ...user, group: groupOf[index] ?? 0 }))
  const since = hoursBefore(now, 24 + Math.max(...texts.map(({ sentHoursAgo }) => sentHoursAgo)))
  const [circle] = await tx
    .insert(circles)
    .values({ name, createdBy: admin.id, createdAt: since })
    .returning({ id: circles.id })
  if (!circle) throw new Error('an insert returns its row')
  await tx.insert(circleKeepers).values({ circleId: circle.id, userId: moderator.id })
  const rows = members.map(({ id, group }, index) => ({
    id,
    list_id: String(1001 + index),
    group: Object.keys(groups)[group],
  }))
  await tx.execute(sql`
    insert into ${circleMembers} (circle_id, voter_id, email, name, list_id, "group", added_at)
    select ${circle.id}, u.voter_id, u.email, concat_ws(' ', u.first_name, u.last_name), r.list_id, r.group, ${since}
    from json_to_recordset(${JSON.stringify(rows)}) as r (id int, list_id text, "group" text)
    join ${users} u on u.id = r.id order by r.list_id`)
  const random = seededRandom(12)
  for (const text of texts) {
    await insertPaper(tx, { text, circleId: circle.id, members: members.slice(1), context, keys, random })
  }
}

interface NewPaper {
  text: SamplePaper
  circleId: number
  /** Those who may answer. */
  members: Member[]
  context: DemoContext
  keys: BallotKeys
  random: Random
}

async function insertPaper(
  tx: Db,
  { text, circleId, members, context: { admin, now }, keys, random }: NewPaper,
): Promise<void> {
  const [category] = await tx.select({ id: categories.id }).from(categories).where(eq(categories.name, text.category))
  if (!category) throw new Error(`The database has no category ${text.category}.`)
  const [sentAt, closesAt] = [hoursBefore(now, text.sentHoursAgo), hoursBefore(now, -text.closesInHours)]
  const isClosed = text.closesInHours < 0
  const { quorumPercent, showsTurnout, title, introduction } = text
  const shared = {
    categoryId: category.id,
    closesAt,
    createdAt: sentAt,
    reveal: 'at_close',
    quorumPercent,
    showsTurnout,
  } as const
  const questions = text.questions.map(({ question, options }) => ({ question, options: Object.keys(options) }))
  const [paper] = await tx
    .insert(papers)
    .values({
      ...shared,
      circleId,
      title,
      introduction,
      questions,
      isChangeable: text.changeable,
      sentAt,
      createdBy: admin.id,
    })
    .returning({ id: papers.id })
  if (!paper) throw new Error('an insert returns its row')
  const answering = random.sample(members, text.answered)
  const span = text.sentHoursAgo + Math.min(text.closesInHours, 0)
  const times = answering.map(() => hoursBefore(now, text.sentHoursAgo - span * random.next() ** 1.4))
  for (const [position, { question, options }] of text.questions.entries()) {
    const [poll] = await tx
      .insert(polls)
      .values({
        ...shared,
        question,
        creatorId: admin.id,
        isSample: true,
        audience: 'circle',
        eligible: 0,
        publishedAt: sentAt,
        // As the job does it, within a minute.
        revealedAt: isClosed ? new Date(closesAt.getTime() + 60_000) : null,
        keywords: text.category,
      })
      .returning({ id: polls.id })
    if (!poll) throw new Error('an insert returns its row')
    await addTitleWords(tx, question)
    await tx.insert(paperPolls).values({ pollId: poll.id, paperId: paper.id, position })
    const stored = await tx
      .insert(pollOptions)
      .values(optionRows(poll.id, Object.keys(options)))
      .returning({ id: pollOptions.id })
    const votes = answering.map(({ id, state, group }, index) => {
      const weights = Object.values(options).map((shares) => shares[group] ?? 0)
      const option = stored[pickWeightedIndex(weights, random)]
      return { user_id: id, option_id: option?.id, state, created_at: times[index] ?? sentAt }
    })
    await insertVotes(tx, poll.id, votes)
  }
  // Nothing is mailed to invented people.
  const outbox = { enqueue: async () => undefined }
  await issueBallots(tx, { keys, outbox }, { paperId: paper.id, isLate: false, closesAt })
  await tx.execute(sql`
    update ${ballots} b set delivery = case when m.list_id like '%77' then 'refused' else 'accepted' end,
      server_answer = case when m.list_id like '%77' then '550 5.1.1 No such user here' else '250 2.0.0 Ok' end
    from ${circleMembers} m where m.id = b.member_id and b.paper_id = ${paper.id}`)
}
