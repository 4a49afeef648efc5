import { getQuestionOfTheDay, type QuestionOfTheDay } from '@wtpu/contract/polls/question-of-the-day'
import { castVote, listMyVotes, type Poll } from '@wtpu/contract/polls/polls'
import { getNotificationSettings, updateNotificationSettings } from '@wtpu/contract/notifications/settings'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '#testing/fake-api.tsx'
import { ballot, fakePolls } from '#testing/fake-polls.ts'
import { notificationSettings } from '#features/notifications/fixtures.ts'
import { makePoll } from '#features/polls/fixtures.ts'
import { yesterdayText } from './question-of-the-day.tsx'

function openHome(question: Partial<QuestionOfTheDay>, polls: Poll[], votes: { poll: number; option: number }[] = []) {
  const fake = fakePolls({ polls, votes })
  fake.respond(getQuestionOfTheDay, { today: null, is_chosen: true, yesterday: null, next_at: null, ...question })
  fake.respond(getNotificationSettings, notificationSettings)
  openPage('/')
  return fake
}

const turn = async () => within(await screen.findByRole('region', { name: 'Your turn' }))
const shown = async () => (await (await turn()).findByRole('heading', { level: 3 })).textContent
const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()

test('the question of the day stands first, also if the list does not have it', async () => {
  openHome({ today: makePoll({ id: 9 }) }, [makePoll(), makePoll({ id: 2 })])

  expect(await shown()).toBe('Question 9?')
  expect((await turn()).getByText('Question of the day')).toBeTruthy()
  expect((await turn()).queryByText(/That was today’s/)).toBeNull()
})

test('without a chosen question, the newest poll without an answer stands first', async () => {
  const newest = makePoll({ id: 2, published_at: '2026-11-20T12:00:00Z' })
  const polls = [makePoll({ id: 1, featured: true, published_at: '2026-11-01T12:00:00Z' }), newest]
  openHome({ today: newest, is_chosen: false }, polls)

  expect(await shown()).toBe('Question 2?')
  expect((await turn()).queryByText('Question of the day')).toBeNull()
})

test('after the answer it says when the next one begins, and Tell me switches the notification on', async () => {
  const today = makePoll()
  const fake = openHome({ today, next_at: tomorrow }, [today, makePoll({ id: 2 })])
  fake.respond(castVote, () => {
    fake.respond(listMyVotes, [{ poll: 1, option: 11, ballot }])
    return { ...today, undo_until: null }
  })
  await userEvent.click(await (await turn()).findByRole('button', { name: 'Vote for Yes' }))
  const line = await (await turn()).findByText(/That was today’s/)
  expect(line.textContent).toMatch(/^That was today’s. Tomorrow at 7 .*there is a new one.$/)
  fake.respondError(updateNotificationSettings, { status: 503 })
  const tell = () => screen.findByRole('button', { name: /^Tell me/ })
  await userEvent.click(await tell())
  expect(await (await turn()).findByRole('alert')).toBeTruthy()
  const on = { ...notificationSettings, ways: { ...notificationSettings.ways, daily_question: 'mail' as const } }
  fake.respond(updateNotificationSettings, () => {
    fake.respond(getNotificationSettings, on)
    return on
  })
  await userEvent.click(await tell())

  const done = await screen.findByText(/^Switched on/)
  await waitFor(() => expect(done.closest('output')).toBe(document.activeElement))
  expect(fake.callsOf(updateNotificationSettings).at(-1)?.body).toEqual({ ways: { daily_question: 'mail' } })
  expect(screen.queryByRole('button', { name: /^Tell me/ })).toBeNull()
})

test('promises no next question that does not wait, and asks nobody who is told already', async () => {
  const today = makePoll()
  const fake = openHome({ today }, [today], [{ poll: 1, option: 11 }])
  fake.respond(getNotificationSettings, {
    ...notificationSettings,
    ways: { ...notificationSettings.ways, daily_question: 'site' },
  })

  expect((await (await turn()).findByText(/That was today’s/)).textContent).toBe('That was today’s.')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Tell me/ })).toBeNull())
  expect(await (await turn()).findByText('That was all for today')).toBeTruthy()
})

test('shows the result of yesterday beside the own answer', async () => {
  openHome({ is_chosen: false, yesterday: makePoll({ id: 5 }) }, [makePoll()], [{ poll: 5, option: 51 }])

  const link = await (await turn()).findByRole('link', { name: 'Question 5?' })
  expect(link.getAttribute('href')).toBe('/results/5')
  expect(link.closest('p')!.textContent).toBe('Yesterday: Question 5? You chose “Yes”, like 6 of 8. Not a sample.')
})

test.each<[string, Partial<Poll>, [number, number], number | undefined, string]>([
  ['an answer', {}, [213, 177], 11, 'You chose “Yes”, like 213 of 390. Not a sample.'],
  ['only the own answer', {}, [1, 0], 11, 'You chose “Yes”. Not a sample.'],
  ['no answer', {}, [213, 177], undefined, '213 of 390 chose “Yes”. Not a sample.'],
  ['few votes', {}, [10, 9], undefined, '19 votes.'],
  ['a tie', {}, [20, 20], undefined, '40 votes.'],
  ['hidden results', { results_hidden: true }, [0, 0], 11, 'You chose “Yes”. The results are not shown yet.'],
  ['hidden results without an answer', { results_hidden: true }, [0, 0], undefined, 'The results are not shown yet.'],
])('yesterday with %s', (_, poll, [yes, no], optionId, text) => {
  const options = [
    { id: 11, text: 'Yes', vote_count: yes },
    { id: 12, text: 'No', vote_count: no },
  ]
  expect(yesterdayText(makePoll({ ...poll, options, total_votes: yes + no }), optionId)).toBe(text)
})
