import { getAccount } from '@wtpu/contract/accounts/accounts'
import { listMyPoliticians } from '@wtpu/contract/my-politicians'
import { listMyVotes, listPolls } from '@wtpu/contract/polls/polls'
import { getAgreement } from '@wtpu/contract/roll-calls'
import { site } from '@wtpu/contract/site/name'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { account } from '#features/accounts/fixtures.ts'
import { makePolitician } from '#features/politicians/fixtures.ts'
import { makePoll } from '#features/polls/fixtures.ts'
import { openPage } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'
import { makeVote, noAgreement } from '#testing/fake-roll-calls.ts'

afterEach(() => void (site.local = undefined))

function openHome(votes: { poll: number; option: number }[] = []) {
  const api = fakePolls({ polls: [makePoll(), makePoll({ id: 2 })], votes })
  return { api, page: openPage('/') }
}

const welcome = async () => within(await screen.findByRole('region', { name: /^Welcome/ }))
const current = async () =>
  (await welcome()).getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')?.textContent

test('leads through three steps, each of which can be skipped, and moves the focus along', async () => {
  localStorage.setItem('wtpu-welcome', '1')
  const { api } = openHome()
  api.respond(getAccount, { ...account, state: 'NY', district: null })

  expect(await current()).toContain('Your district')
  expect((await welcome()).getByText('So that we can compare you with your representatives')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Your turn' })).toBeNull()
  await userEvent.click((await welcome()).getByRole('button', { name: 'Skip' }))
  expect(await current()).toContain('0 of 5 answered')
  expect(document.activeElement?.textContent).toBe('Answer five polls')
  await userEvent.click((await welcome()).getByRole('button', { name: 'Skip' }))
  expect(await current()).toContain('Follow three people')
  await userEvent.click((await welcome()).getByRole('button', { name: 'Done' }))

  expect(await screen.findByRole('region', { name: 'Your turn' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your turn' }))
  expect(screen.queryByRole('region', { name: /^Welcome/ })).toBeNull()
  expect(localStorage.getItem('wtpu-welcome')).toBeNull()
})

test('asks for no district where all officials are of the site’s own place', async () => {
  site.local = true
  localStorage.setItem('wtpu-welcome', '1')
  const { api } = openHome()
  api.respond(getAccount, { ...account, state: 'NY', district: null })
  const mayor = { ...makePolitician({ id: 1, name: 'Ada Ashgrove' }), office: 'Mayor', state: 'Harbor City' }
  const official = { district: null, votes: [], polls: [], new_votes: 0, new_polls: 0, agreement: noAgreement }
  const results = [{ ...mayor, ...official }]
  api.respond(listMyPoliticians, { state: 'NY', district: null, needs_district: false, results, source: null })

  expect(await (await welcome()).findByText('Ada Ashgrove')).toBeTruthy()
  expect((await welcome()).getByRole('heading', { name: 'Your representatives' })).toBeTruthy()
  expect((await welcome()).queryByRole('form', { name: 'Your district' })).toBeNull()
  expect((await welcome()).queryByText(/compare you with your representatives/)).toBeNull()
})

test('says what is done, and stays at its step after a reload until it is closed', async () => {
  localStorage.setItem('wtpu-welcome', '2')
  const { api } = openHome()
  api.respond(getAccount, { ...account, state: 'NY', district: 12 })
  api.respond(
    listMyVotes,
    [1, 2, 3, 4, 5].map((poll) => ({ poll, option: 11, ballot: 'a'.repeat(64) })),
  )

  expect(await (await welcome()).findByText('Your district: New York, district 12')).toBeTruthy()
  expect(await (await welcome()).findByText('5 of 5 answered')).toBeTruthy()
  await userEvent.click((await welcome()).getByRole('button', { name: 'Close all, go to Today' }))
  expect(await screen.findByRole('region', { name: 'Your turn' })).toBeTruthy()
  expect(localStorage.getItem('wtpu-welcome')).toBeNull()
})

test('looks on further pages of the list for what Congress has voted on', async () => {
  localStorage.setItem('wtpu-welcome', '2')
  const tie = { id: 9, chamber: 'senate', bill: 'S. 9', category: 'passage', yea_option: 11, nay_option: 12 } as const
  const tied = makePoll({ id: 7, roll_call: { ...tie, is_sample: false } })
  const api = fakePolls({ polls: [] })
  api.respond(listPolls, ({ search }) =>
    search.get('cursor') === 'c2'
      ? { results: [makePoll({ id: 8 }), tied], next: null }
      : { results: [makePoll({ id: 6 })], next: 'c2' },
  )
  api.respond(getAccount, { ...account, state: 'NY', district: 12 })
  api.respond(listMyPoliticians, { state: 'NY', district: 12, needs_district: false, results: [], source: null })
  openPage('/')

  expect(await (await welcome()).findByRole('heading', { name: 'Question 7?' })).toBeTruthy()
  await userEvent.click(await (await welcome()).findByRole('button', { name: 'Skip this poll' }))
  expect(await (await welcome()).findByRole('heading', { name: 'Question 6?' })).toBeTruthy()
})

test('asks first what Congress has voted on, and compares five answers with each representative', async () => {
  localStorage.setItem('wtpu-welcome', '2')
  const tie = { id: 9, chamber: 'senate', bill: 'S. 9', category: 'passage', yea_option: 11, nay_option: 12 } as const
  const tied = makePoll({ id: 7, roll_call: { ...tie, is_sample: false } })
  const api = fakePolls({ polls: [makePoll({ id: 6 }), tied] })
  const official = { district: null, votes: [], polls: [], new_votes: 0, new_polls: 0 }
  const counts = (common: number, agreed: number) => ({
    ...noAgreement,
    common,
    agreed,
    after: { common, agreed },
  })
  const results = [
    { ...makePolitician({ id: 1, name: 'Xiomara Heronfell' }), ...official, agreement: counts(5, 3) },
    { ...makePolitician({ id: 2, name: 'Barnaby Ploverlea' }), ...official, agreement: counts(5, 1) },
    { ...makePolitician({ id: 3, name: 'Governor' }), ...official, agreement: noAgreement },
  ]
  api.respond(getAccount, { ...account, state: 'NY', district: 12 })
  api.respond(listMyPoliticians, { state: 'NY', district: 12, needs_district: false, results, source: null })
  api.respond(getAgreement, ({ path }) => {
    const agreed = path.includes('/1/') ? 3 : 1
    return {
      ...counts(5, agreed),
      results: [1, 2, 3, 4, 5].map((poll) => ({
        poll: { id: poll, question: `Poll ${poll}?` },
        roll_call: makeVote({ id: poll }),
        answer: 'Yes',
        my_position: 'yea' as const,
        answered_before: false,
        position: poll <= agreed ? ('yea' as const) : ('nay' as const),
      })),
      next: null,
    }
  })
  openPage('/')
  const asked = async () => within(await welcome().then(({ findByRole }) => findByRole('article')))
  expect((await asked()).getByRole('heading', { name: 'Question 7?' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'You and your representatives' })).toBeNull()

  api.respond(
    listMyVotes,
    [1, 2, 3, 4, 5].map((poll) => ({ poll, option: 11, ballot: 'a'.repeat(64) })),
  )
  window.dispatchEvent(new Event('visibilitychange'))

  const compared = within(await screen.findByRole('region', { name: 'You and your representatives' }))
  await compared.findByText('Poll 5?')
  const rows = compared.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    expect.stringMatching(/Xiomara Heronfell3 of 5 the sameNot the same: Poll 4\? · Poll 5\?You answered these after/),
    expect.stringMatching(/Barnaby Ploverlea1 of 5 the sameThe same: Poll 1\?You answered these after/),
  ])
})
