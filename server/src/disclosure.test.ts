import { accountsThatReveal, disclosureSteps, minVotersOfClearLead } from '@wtpu/contract/disclosure'
import { getPoll, getPollSummary, type Poll } from '@wtpu/contract/polls/polls'
import { getRatingHistory } from '@wtpu/contract/rating-history'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { lastDisclosed } from '#db/steps.ts'
import { pendingAnswers } from '#db/schema/polls.ts'
import { castVote } from '#features/polls/cast-vote.ts'
import { undoVote } from '#features/polls/undo-vote.ts'
import { ago } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'

/** Whether figures about this many people tell someone with `known` accounts among them how every other one chose. */
function areRevealed(people: number, known: number): boolean {
  const others = people - known
  const seen = (ownYes: number, othersYes: number) => {
    const votes = [
      ...Array<boolean>(othersYes).fill(true),
      ...Array<boolean>(others - othersYes).fill(false),
      ...Array<boolean>(ownYes).fill(true),
      ...Array<boolean>(known - ownYes).fill(false),
    ]
    const additions = disclosureSteps
      .filter((step) => step <= people)
      .map((step, index) => votes.slice(disclosureSteps[index - 1] ?? 0, step))
      .map(
        (added) =>
          new Map(['yes', 'no'].map((choice) => [choice, added.filter((vote) => vote === (choice === 'yes')).length])),
      )
    const { counts, ...rest } = lastDisclosed(additions) ?? {}
    return JSON.stringify([counts && [...counts], rest])
  }
  return Array.from({ length: known + 1 }, (_, ownYes) => ownYes).some((ownYes) => {
    const worlds = Array.from({ length: others + 1 }, (_, othersYes) => seen(ownYes, othersYes))
    return [0, others].some((alike) => worlds.filter((world) => world === worlds[alike]).length === 1)
  })
}

describe('puppets in a state learn about others, at worst,', () => {
  const firstClear = disclosureSteps.find((step) => step >= minVotersOfClearLead)!
  test.each([
    ['from counts', 10, accountsThatReveal.stateResult],
    ['from a clear lead', firstClear, accountsThatReveal.clearLead],
  ])('%s of %i with %i accounts, and nothing with fewer', (_what, people, needed) => {
    expect([areRevealed(people, needed - 1), areRevealed(people, needed)]).toEqual([false, true])
  })
})

test('a watcher sees the option of each vote and of each one taken back, also in a poll for one, and no person in the summary', async () => {
  await using t = await startTestApp()
  const [poll, user] = [await t.make.poll({ options: ['Yes', 'No'] }), await t.make.user()]
  const watch = async () => {
    t.app.cache.invalidate('/')
    const { options } = (await t.call(getPoll, { params: poll })).json<Poll>()
    const { total_participants, votes_today } = (await t.call(getPollSummary, {})).json()
    return [...options.map(({ vote_count: votes }) => votes), total_participants, votes_today]
  }

  await castVote(t.db, { pollId: poll.id, userId: user.id, optionId: poll.options[1]!.id, confirmedOnly: false })
  expect(await watch()).toEqual([0, 1, 0, 0])
  await undoVote(t.db, { pollId: poll.id, userId: user.id })
  expect(await watch()).toEqual([0, 0, 0, 0])
  expect(accountsThatReveal.liveTotals).toBe(0)
})

test('a log of totals shows no bundle when an account confirms its email', async () => {
  await using t = await startTestApp()
  const polls = await Promise.all(Array.from({ length: 20 }, () => t.make.poll()))
  const user = await t.make.user({ email_verified_at: new Date() })
  await t.db
    .insert(pendingAnswers)
    .values(polls.map(({ id, options }) => ({ userId: user.id, pollId: id, optionId: options[0]!.id })))
  await t.app.pendingAnswers.makeDue(t.db, user.id)
  const log: number[] = []
  for (let tick = 0; tick < 720; tick += 60) {
    await t.app.pendingAnswers.castDue()
    const { rows } = await t.db.execute<{ votes: number }>(sql`select count(*)::int as votes from poll_votes`)
    log.push(rows[0]!.votes)
    // Five minutes pass, of which the job sees only the end.
    await t.db.execute(
      sql`update pending_answers set due_at = greatest(due_at - interval '5 minutes', now() - interval '30 seconds')`,
    )
  }
  expect(Math.max(...log.map((votes, index) => votes - (log[index - 1] ?? 0)))).toBeLessThanOrEqual(1)
})

test('ageing ratings leave the last 90 days in tens and by week', async () => {
  await using t = await startTestApp()
  const politician = await t.make.politician()
  const rate = async (count: number, created_at: Date) => {
    for (let done = 0; done < count; done++) {
      await t.make.rating({ politician, user: await t.make.user(), type: 'good', created_at })
    }
  }
  const recent = async () => {
    t.app.cache.invalidate('/')
    return (await t.call(getRatingHistory, { params: politician })).json().last_90_days.good
  }
  await rate(accountsThatReveal.numbersInTens, new Date(Date.now() - 30 * 86_400_000))
  expect(await recent()).toBe(0)
  // The tenth shows to someone who has the other nine.
  await rate(1, new Date(Date.now() - 60 * 86_400_000))
  expect(await recent()).toBe(10)
  // Nothing of this week.
  await rate(10, new Date())
  expect(await recent()).toBe(10)
  await t.db.execute(
    sql`update politician_ratings set created_at = ${ago('100 days')} where created_at < ${ago('50 days')}`,
  )
  expect(await recent()).toBe(0)
})
