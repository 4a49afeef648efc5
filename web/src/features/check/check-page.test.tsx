import { getPoll, listMyVotes, type Poll } from '@wtpu/contract/polls/polls'
import { getMyWording } from '@wtpu/contract/polls/wording'
import { checkPoll, type Report } from '@wtpu/contract/tally/check.mjs'
import { getPollSeal } from '@wtpu/contract/tally/tally'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { makePoll } from '#features/polls/fixtures.ts'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

// What a check finds has tests of its own: tests/check-poll.test.ts.
vi.mock(import('@wtpu/contract/tally/check.mjs'), async (original) => ({ ...(await original()), checkPoll: vi.fn() }))
const check = vi.mocked(checkPoll)
beforeEach(() => void check.mockReset())

const poll: Poll = { ...makePoll(), is_closed: true }
const [yes, no] = [poll.options[0]!.id, poll.options[1]!.id]
const ballot = '0123456789abcdef0123456789abcdef'
const head = { size: 9, hash: 'abc' }
const report: Report = {
  problems: [],
  seal: {
    poll: 1,
    votes: 25,
    counts: [
      { option: yes, votes: 15 },
      { option: no, votes: 10 },
    ],
    root: 'a',
    time: '2026-11-24T12:00:00Z',
  },
  hasBallots: true,
  hasTexts: true,
  hasMethod: true,
  hasSignatures: true,
  own: undefined,
  texts: new Map(),
  head,
}

/** Opens the page and checks. */
async function openAndCheck(found: Partial<Report> = {}, number = '') {
  fakeApi().respond(getPoll, poll)
  check.mockResolvedValue({ ...report, ...found })
  openPage('/polls/1/check')
  if (number) await userEvent.type(await screen.findByLabelText('Your ballot number (optional)'), number)
  await userEvent.click(await screen.findByRole('button', { name: 'Check' }))
}

test('shows the recounted votes, and remembers the log for the next check', async () => {
  await openAndCheck()

  expect(await screen.findByRole('heading', { name: 'Everything fits together' })).toBeTruthy()
  expect(screen.getByText(/^All 25 ballots were counted again/)).toBeTruthy()
  expect(screen.getByText(/You find it under “Your receipt” on each poll that you answered\.$/)).toBeTruthy()
  expect(screen.getByText(/You can notice it if you look for your own ballot\.$/)).toBeTruthy()
  expect(screen.getAllByRole('definition').map((count) => count.textContent)).toEqual(['15', '10'])
  expect(screen.getByRole('link', { name: poll.question }).getAttribute('href')).toBe('/polls/1')
  await waitFor(() => expect(document.title).toContain(`Check: ${poll.question}`))

  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(check.mock.calls.map(([{ seen }]) => seen)).toEqual([undefined, head])
})

test('names each problem, and does not remember that log', async () => {
  await openAndCheck({ problems: [{ kind: 'doubled_ballot', detail: 'Ballot 7 is there more than once.' }] })

  expect(await screen.findByRole('heading', { name: 'Something is wrong' })).toBeTruthy()
  expect(screen.getByText('A ballot is counted twice')).toBeTruthy()
  expect(screen.getByText('Ballot 7 is there more than once.')).toBeTruthy()
  expect(localStorage.getItem('tallyLog')).toBeNull()
})

test('says in plain words what was not checked', async () => {
  await openAndCheck({ hasBallots: false, hasTexts: false, hasSignatures: false }, ballot)

  expect(await screen.findByText(/fewer than 20 votes, so its single ballots are not published/)).toBeTruthy()
  expect(screen.getByText(/^This seal does not cover the question and the options/)).toBeTruthy()
  expect(screen.getByText(/Your browser cannot check Ed25519 signatures/)).toBeTruthy()
  expect(screen.getByText(/Your ballot cannot be looked for/)).toBeTruthy()
})

test('looks for any ballot', async () => {
  await openAndCheck({ own: no }, ballot)

  expect(await screen.findByText(`This ballot is counted for “${poll.options[1]!.text}”.`)).toBeTruthy()
  expect(check.mock.calls[0]![0].number).toBe(ballot)
  check.mockResolvedValue({ ...report, own: null })
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('This ballot is not among them.')).toBeTruthy()
})

test.each([
  ['with their choice', () => yes, /^Your ballot is counted, with your choice/],
  ['with another choice', () => no, /^You voted for “.*”, but your ballot is counted for “/],
])('tells signed-in voters that their ballot is counted %s', async (_name, counted, text) => {
  const api = fakeApi()
  api.respond(getPoll, poll)
  api.respond(listMyVotes, [{ poll: 1, option: yes, ballot }])
  signedIn()
  check.mockResolvedValue({ ...report, own: counted() })
  openPage('/polls/1/check')

  expect(await screen.findByDisplayValue(ballot)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText(text)).toBeTruthy()
})

const wordings = [1, 2].map((id) => ({
  poll: id,
  question: `Wording ${id}?`,
  description: '',
  n: 25,
  options: [],
  version: 1,
}))
const sealedWording = { pair: 1, wording: 0, key: 'ab' }

test.each([
  [
    'the drawn wording',
    1,
    { voter: -7, keyHash: 'ff00' },
    /^This is the first of two wordings\..* drawn for you, by the key/,
  ],
  ['the other wording', 2, undefined, /^This is the first of two wordings\..* The other one is drawn for you\.$/],
])(
  'names %s to its voter, and checks it by the receipt that this browser has read first',
  async (_, drawn, receipt, text) => {
    const api = fakeApi()
    api.respond(getPoll, { ...poll, wordings })
    api.respond(listMyVotes, [{ poll: 1, option: yes, ballot }])
    api.respond(getMyWording, { poll: drawn, wording: drawn - 1, voter: -7, key_hash: 'a later key' })
    localStorage.setItem('wordingKey:1:-7', 'ff00')
    signedIn()
    check.mockResolvedValue({ ...report, seal: { ...report.seal, wording: sealedWording }, own: yes })
    openPage('/polls/1/check')

    if (receipt) expect(await screen.findByText(/--wording -7:ff00$/)).toBeTruthy()
    await screen.findByDisplayValue(ballot)
    await userEvent.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(check.mock.calls[0]![0].receipt).toEqual(receipt && expect.objectContaining(receipt))
  },
)

test('works for a removed poll, whose texts are not shown', async () => {
  fakeApi().respondError(getPoll, { status: 404 })
  check.mockResolvedValue(report)
  openPage('/polls/1/check')
  await userEvent.click(await screen.findByRole('button', { name: 'Check' }))

  expect(await screen.findByText(`Option ${yes}`)).toBeTruthy()
})

test('shows progress, and that a poll is not sealed yet', async () => {
  fakeApi().respond(getPoll, { ...poll, is_closed: false })
  let finish: (report: undefined) => void = () => undefined
  check.mockImplementation(({ onProgress }) => {
    onProgress?.(2048, 4000)
    return new Promise((resolve) => (finish = resolve))
  })
  openPage('/polls/1/check')
  await userEvent.click(await screen.findByRole('button', { name: 'Check' }))

  expect(await screen.findByRole('progressbar', { name: '2,048 of 4,000 ballots' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Checking...' }))
  expect(check).toHaveBeenCalledTimes(1)
  finish(undefined)
  expect(await screen.findByText(/sealed within a minute after the poll has closed\. Until then/)).toBeTruthy()
})

test('offers another try if the server cannot be reached', async () => {
  const api = fakeApi()
  api.respond(getPoll, poll)
  api.failToConnect(getPollSeal)
  check.mockImplementationOnce(async ({ fetch: read }) => {
    await read('/api/polls/1/seal.json')
    return report
  })
  openPage('/polls/1/check')
  await userEvent.click(await screen.findByRole('button', { name: 'Check' }))

  expect(await screen.findByText(/^The server could not be reached\. Check your connection/)).toBeTruthy()
  check.mockResolvedValue(report)
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'Everything fits together' })).toBeTruthy()
})

test('an address without a number leads nowhere', async () => {
  fakeApi()
  openPage('/polls/abc/check')
  expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeTruthy()
})

test('an imported poll has no ballots to check', async () => {
  fakeApi().respond(getPoll, { ...poll, imported_from: 'Parks 2024, CC BY 4.0' })
  openPage('/polls/1/check')

  expect(await screen.findByText('Nothing to check')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Check' })).toBeNull()
})
