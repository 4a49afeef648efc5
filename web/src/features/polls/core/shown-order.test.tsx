import { drawnNumber, inDrawnOrder } from '@wtpu/contract/polls/core/drawn-order'
import { castVote, listFeaturedPolls, type Poll } from '@wtpu/contract/polls/polls'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { readPendingAnswer, settleAnswer } from '#lib/session/pending-answer.ts'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'
import { makePoll } from '#features/polls/fixtures.ts'
import { useShownOrder } from './shown-order.ts'

const options = ['Parks', 'Schools', 'Roads', 'Not sure'].map((text, index) => ({
  id: index + 11,
  text,
  vote_count: 0,
  ...(text === 'Not sure' && { is_no_opinion: true }),
}))
const findCard = () => screen.findByRole('article', { name: 'Question 1?' })
const shownIn = (card: HTMLElement) =>
  within(card)
    .getAllByRole('listitem')
    .map((row) => options.find(({ text }) => row.textContent.includes(text))?.text)
const textsOf = (rotation?: number) => inDrawnOrder(options, rotation).map(({ text }) => text)

test.each<[string, Partial<Poll>, boolean]>([
  ['in the order drawn for them', { visitor_rotation: 0 }, true],
  ["in the author's order, where it is not drawn", {}, false],
  ["in the author's order, once the poll has closed", { visitor_rotation: null, is_closed: true }, false],
])('a member sees the options %s', async (_, poll, isDrawn) => {
  const own = drawnNumber(13, 1)
  expect(own % 3).not.toBe(0)
  const fake = fakePolls({ polls: [makePoll({ ...poll, options })] })
  signedIn({ draw: 13 })
  fake.respond(castVote, { ...makePoll({ ...poll, options }), undo_until: null })
  openPage('/polls')

  const card = await findCard()

  expect(shownIn(card)).toEqual(textsOf(isDrawn ? own : undefined))
  if (poll.is_closed) return
  await userEvent.click(within(card).getByRole('button', { name: 'Vote for Schools' }))
  await waitFor(() => expect(fake.callsOf(castVote)).toHaveLength(1))
  expect(fake.callsOf(castVote)[0]?.body).toEqual({ option_id: 12, source: 'list', ...(isDrawn && { rotation: own }) })
})

test("a visitor's answer keeps the order that was on the screen", async () => {
  onTestFinished(() => settleAnswer(undefined))
  const api = fakeApi()
  api.respond(listFeaturedPolls, [makePoll({ id: 2 }), makePoll({ id: 3 }), makePoll({ options, visitor_rotation: 2 })])
  api.respondError(getPollTotals, { status: 503 })
  openPage('/')
  const card = await findCard()
  expect(shownIn(card)).toEqual(textsOf(2))

  await userEvent.click(within(card).getByRole('button', { name: /^Vote for .*Parks$/ }))

  expect(readPendingAnswer()).toMatchObject({ optionId: 11, rotation: 2 })
})

test('what is on the screen stays there when the viewer signs in, or visitors get another order', () => {
  const poll = makePoll({ options, visitor_rotation: 2 })
  const { result, rerender } = renderHook(useShownOrder, { initialProps: poll })

  signedIn({ draw: 13 })
  rerender({ ...poll, visitor_rotation: 1 })
  expect(result.current).toMatchObject({ rotation: 2, shown: [{ text: 'Roads' }, {}, {}, {}] })
})
