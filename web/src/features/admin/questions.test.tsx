import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as questions from '@wtpu/contract/polls/on-demand/question-queue'
import { listPolls } from '@wtpu/contract/polls/polls'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

const question = (id: number) => ({ id, question: `Question ${id}?`, closes_at: null })

function openRoom(ids: number[]) {
  signedIn()
  const fake = fakeApi()
  let queue = ids
  const read = () => ({ today: question(1), queue: queue.map(question) })
  const idOf = (path: string) => Number(path.split('/')[4])
  fake.respond(questions.getQuestionQueue, read)
  fake.respond(questions.queueQuestion, ({ path }) => {
    queue = [...queue, idOf(path)]
    return read()
  })
  fake.respond(questions.unqueueQuestion, ({ path }) => {
    queue = queue.filter((id) => id !== idOf(path))
    return read()
  })
  fake.respond(questions.moveQuestion, ({ path, body }) => {
    const from = queue.indexOf(idOf(path))
    const to = from + (JSON.stringify(body).includes('up') ? -1 : 1)
    queue = queue.with(from, queue[to]!).with(to, queue[from]!)
    return read()
  })
  fake.respond(listPolls, { results: [], next: null })
  openPage('/admin/questions')
  return fake
}
const waiting = async () =>
  within(await screen.findByRole('list', { name: 'Questions that wait' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => /\d+\. Question \d+\?/.exec(textContent)?.[0])
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('moves questions, and the focus goes along', async () => {
  openRoom([2, 3, 4])
  for (const [direction, order] of [
    ['down', ['1. Question 3?', '2. Question 2?', '3. Question 4?']],
    ['down', ['1. Question 3?', '2. Question 4?', '3. Question 2?']],
    ['up', ['1. Question 3?', '2. Question 2?', '3. Question 4?']],
  ] as const) {
    await press(`Move ${direction}: Question 2?`)
    await waitFor(async () => expect(await waiting()).toEqual(order))
    await waitFor(() => expect(document.activeElement?.ariaLabel).toBe(`Move ${direction}: Question 2?`))
  }
  expect(screen.getByText('Number 2 now')).toBeTruthy()
})

test('removes a question and says so, and a failure too', async () => {
  const fake = openRoom([2, 3])
  await press('Remove: Question 2?')
  const done = await screen.findByText('Removed: Question 2?')
  expect(await waiting()).toEqual(['1. Question 3?'])
  expect(done.closest('output')).toBe(document.activeElement)

  fake.respondError(questions.unqueueQuestion, { status: 404, body: { code: 'not_found', detail: 'Poll not found.' } })
  await press('Remove: Question 3?')
  expect((await screen.findByRole('alert')).textContent).toBe('Poll not found.')
})
