import type { QuestionOfTheDay } from '@wtpu/contract/polls/question-of-the-day'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTimeOrNull } from '#db/iso-time.ts'
import { questionBegins, questionDay } from '#db/question-day.ts'
import { dailyQuestions, polls, questionQueue } from '#db/schema/polls.ts'
import { isFirstWording, isListedPoll, isOpenPoll } from '#db/visibility.ts'
import { publishInvalidation } from '#live/publish.ts'
import { storeEvent } from '#notifications/events.ts'
import { findPollsById } from './queries.ts'

const isAskable = sql`(${isListedPoll('p')} and ${isFirstWording('p')} and ${isOpenPoll('p')})`
const today = questionDay()
const nextBegins = questionBegins(sql`${today} + 1`)
const pollOf = (day: typeof today) =>
  sql`select p.id from ${dailyQuestions} question join ${polls} p on p.id = question.poll_id where question.day = ${day}`
const waiting = sql`from ${questionQueue} queued join ${polls} p on p.id = queued.poll_id and ${isAskable}
  and not exists (select from ${dailyQuestions} asked where asked.poll_id = p.id)`

export async function findQuestionOfTheDay(db: Db): Promise<QuestionOfTheDay> {
  const { rows } = await db.execute<
    Record<'chosen' | 'newest' | 'yesterday', number | null> & { next_at: string | null }
  >(
    sql`select (${pollOf(today)} and ${isAskable}) as chosen,
      (select p.id from ${polls} p where ${isAskable} order by p.published_at desc, p.id desc limit 1) as newest,
      (${pollOf(sql`${today} - 1`)} and ${isListedPoll('p')}) as yesterday,
      case when exists (select ${waiting} and (p.closes_at is null or p.closes_at > ${nextBegins}))
        then ${isoTimeOrNull(nextBegins)} end as next_at`,
  )
  const { chosen = null, newest = null, yesterday = null, next_at: nextAt = null } = rows[0] ?? {}
  const found = await findPollsById(
    db,
    [chosen ?? newest, yesterday].filter((id) => id !== null),
  )
  return {
    today: found.get(chosen ?? newest ?? 0) ?? null,
    is_chosen: chosen !== null,
    yesterday: found.get(yesterday ?? 0) ?? null,
    next_at: nextAt,
  }
}

/**
 * Takes the question of a new day from the queue, once on all servers, and notifies those who asked for it. What was added after 7 to
 * an empty queue begins at once, and notifies nobody.
 */
export async function startQuestion(db: Db): Promise<void> {
  const isDue = sql`not exists (select from ${dailyQuestions} question where question.day = ${today})`
  const { rows } = await db.execute(sql`select ${waiting} where ${isDue} limit 1`)
  if (rows.length === 0) return
  const hasStarted = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${questionQueue} in share row exclusive mode`)
    const started = await tx.execute<{ poll_id: number; was_there: boolean }>(sql`
      with first as (select p.id, queued.created_at ${waiting} order by queued.position limit 1),
      started as (insert into ${dailyQuestions} (day, poll_id) select ${today}, id from first on conflict do nothing returning poll_id),
      gone as (delete from ${questionQueue} where poll_id in (select poll_id from started))
      select poll_id, first.created_at <= ${questionBegins(today)} as was_there from started join first on first.id = poll_id`)
    const [question] = started.rows
    if (question?.was_there) {
      await storeEvent(tx, { kind: 'daily_question', contentKind: 'poll', contentId: question.poll_id })
    }
    return question !== undefined
  })
  if (hasStarted) publishInvalidation(db, '/api/polls/question-of-the-day/')
}
