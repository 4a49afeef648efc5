import { listRollCalls, type PollAnswer } from '@wtpu/contract/roll-calls'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage } from '#testing/fake-api.tsx'
import { makeListedRollCall } from '#testing/fake-roll-calls.ts'

const closed = '2026-11-20T17:00:00Z'

function openList(answers: Partial<PollAnswer>[], path = '/roll-calls') {
  const fake = fakeApi()
  const results = answers.map((answer, index) =>
    makeListedRollCall({
      id: index + 1,
      poll: {
        id: 50 + index,
        question: `Question ${index}`,
        closed_at: closed,
        yes: 0,
        no: 0,
        total_votes: 0,
        ...answer,
      },
    }),
  )
  fake.respond(listRollCalls, { results, next: null, count: results.length })
  return { fake, ...openPage(path) }
}

const rows = async () => within(await screen.findByRole('list', { name: 'Votes of Congress' })).getAllByRole('listitem')

test('shows the answer of this site with its number and date, and compares neither few votes nor a narrow lead', async () => {
  openList([
    { yes: 200, no: 100, total_votes: 331 },
    { yes: 60, no: 20, total_votes: 99 },
    { yes: 52, no: 43, total_votes: 100, closed_at: null },
    { yes: 55, no: 45, total_votes: 100 },
  ])
  const texts = (await rows()).map((row) => row.textContent)
  expect(texts[0]).toMatch(/^S\. 1: Act 1Senate · Nov 10, 2026\s· To pass S\. 1: Passed, 52 to 47/)
  expect(texts.map((text) => text?.split(/Question \d: /)[1])).toEqual([
    '200 yes, 100 no of 331 votes by Nov 20, 2026',
    'too few to compare, 99 votes by Nov 20, 2026',
    'too close, 100 votes so far',
    '55 yes, 45 no of 100 votes by Nov 20, 2026',
  ])
  expect(screen.getByRole('link', { name: 'Asked here: Question 0' }).getAttribute('href')).toBe('/results/50')
})

test('filters by what the address says, and an empty result offers to clear the filters', async () => {
  const { fake, router } = openList([], '/roll-calls?chamber=senate&filter=asked&other=1')
  await screen.findByText('No votes found')
  const count = screen.getByText('0 votes, newest first')
  expect(screen.getByLabelText<HTMLSelectElement>('Chamber').value).toBe('senate')
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await screen.findByText('No votes of Congress yet')
  expect(count.textContent).toBe('')
  expect(router.state.location.href).toBe('/roll-calls')
  await userEvent.selectOptions(screen.getByLabelText('Polls here'), 'Asked here')
  await waitFor(() => expect(router.state.location.href).toBe('/roll-calls?filter=asked'))
  expect(fake.callsOf(listRollCalls).map(({ search }) => String(search))).toEqual([
    'chamber=senate&filter=asked',
    '',
    'filter=asked',
  ])
})

test('an error can be retried', async () => {
  const fake = fakeApi()
  fake.respondError(listRollCalls, { status: 400 })
  openPage('/roll-calls')
  expect(await screen.findByText('The votes of Congress could not be loaded', {}, { timeout: 5_000 })).toBeTruthy()
  fake.respond(listRollCalls, { results: [makeListedRollCall()], next: null, count: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await rows()).toHaveLength(1)
})
