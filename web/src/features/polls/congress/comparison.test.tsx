import { getAccount } from '@wtpu/contract/accounts/accounts'
import { getRecentVoters } from '@wtpu/contract/polls/on-demand/recent-voters'
import { castVote, listMyVotes, tieRollCall, type Poll } from '@wtpu/contract/polls/polls'
import { getPollComparison, type PollComparison } from '@wtpu/contract/roll-call-comparison'
import { getRollCall, listRollCalls } from '@wtpu/contract/roll-calls'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage, signedIn } from '#testing/fake-api.tsx'
import { ballot, fakePolls } from '#testing/fake-polls.ts'
import { makeListedRollCall, makeRollCallPage, makeVote, source } from '#testing/fake-roll-calls.ts'
import { account } from '#features/accounts/fixtures.ts'
import { makePoll } from '#features/polls/fixtures.ts'

const tied = (over: Partial<Poll> = {}) =>
  makePoll({
    roll_call: {
      id: 9,
      chamber: 'senate',
      bill: 'S. 9',
      category: 'passage',
      yea_option: 11,
      nay_option: 12,
      is_sample: false,
    },
    ...over,
  })

const comparison: PollComparison = {
  roll_call: { ...makeVote({ id: 9 }), yeas: 52, nays: 47 },
  majority: 'It needed more than a simple majority: 60 votes.',
  source,
  needs_home: false,
  parties: [
    { party: 'R', yea: 50, nay: 2, present: 0, not_voting: 1 },
    { party: 'D', yea: 2, nay: 45, present: 0, not_voting: 0 },
  ],
  my_representatives: [
    { politician: { id: 3, name: 'Pat Doe', party: 'D', state: 'NY' }, position: 'nay' },
    { politician: { id: 4, name: 'Jo New', party: 'R', state: 'NY' }, position: null },
  ],
  my_state: { state: 'NY', voters: 100, yea: 62, nay: 38, other: 0, leads_clearly: null },
}

function open(poll: Poll) {
  const fake = fakePolls({ polls: [poll] })
  fake.respond(getPollComparison, comparison)
  fake.respond(castVote, () => {
    fake.respond(listMyVotes, [{ poll: poll.id, option: 11, ballot }])
    return { ...poll, undo_until: null }
  })
  openPage('/polls')
  return fake
}

test('moderators tie a poll without votes to a vote of Congress', async () => {
  signedIn()
  const poll = makePoll({ options: tied().options.map((option) => ({ ...option, vote_count: 0 })) })
  const fake = fakePolls({ polls: [poll] })
  fake.respond(getAccount, { ...account, role: 'moderator' })
  fake.respond(getRecentVoters, null)
  fake.respond(listRollCalls, { results: [makeListedRollCall({ id: 9 })], next: null, count: 1 })
  fake.respond(getRollCall, makeRollCallPage({ id: 9 }))
  fake.respondError(tieRollCall, { status: 409, body: { code: 'poll_has_votes', detail: 'Somebody has voted.' } })
  openPage('/polls/1')
  await userEvent.click(await screen.findByRole('button', { name: 'Vote of Congress' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Vote of Congress' }))
  await userEvent.click(await dialog.findByRole('combobox', { name: /Vote of Congress/ }))
  await userEvent.click(await dialog.findByRole('option'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Somebody has voted.')
  fake.respond(tieRollCall, tied())
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fake.callsOf(tieRollCall).at(-1)?.body).toEqual({ roll_call: 9, roll_call_options: { yea: 0, nay: 1 } })
})

const findComparison = () => screen.findByRole('region', { name: 'How Congress voted: Question 1?' })

test('says that Congress voted, and shows how it did once the viewer has voted', async () => {
  const fake = open(tied())
  expect(await screen.findByText('Vote in Congress')).toBeTruthy()
  expect(fake.callsOf(getPollComparison)).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Vote for Yes' }))

  const region = await findComparison()
  expect(region.textContent).toContain('52 yes, 47 no, of 100 membersIt needed more than a simple majority: 60 votes.')
  expect(
    within(region)
      .getAllByText(/^\w+: \d+ yes/)
      .map((line) => line.textContent),
  ).toEqual(['Republican: 50 yes, 2 no, of 53', 'Democrat: 2 yes, 45 no, of 47'])
  expect(within(region).getByRole('link', { name: 'Pat Doe' }).closest('li')?.textContent).toBe('Pat DoeNo on S. 9')
  expect(within(region).getByRole('link', { name: 'Jo New' }).closest('li')?.textContent).toBe(
    'Jo NewNo vote on record',
  )
  expect(region.textContent).toContain(
    'Of the first 100 people on WTPU from New York (self-declared): 62 yes, 38 no, 0 other. Not a sample of the state.',
  )
  expect(region.textContent).not.toContain('Yes is')
  expect(within(region).getByRole('region', { name: 'Source' }).textContent).toContain(
    'Voteview, imported Nov 20, 2026',
  )
  expect(within(region).getByRole('link', { name: 'S. 9: Act 9' }).getAttribute('href')).toBe('/roll-calls/9')
})

test('shows it in a closed poll, and says what is missing without a district or enough voters', async () => {
  open(tied({ is_closed: true })).respond(getPollComparison, {
    ...comparison,
    roll_call: { ...comparison.roll_call, is_sample: true },
    needs_home: true,
    my_representatives: [],
    my_state: null,
  })

  const region = within(await findComparison())
  expect(region.getByText('Made up for this demo')).toBeTruthy()
  expect(region.getByRole('link', { name: 'Set your state and district' })).toBeTruthy()
  expect(
    region.getByText(
      'Shown from 10 voters in your state, if at least 5 and a tenth of them did not choose what leads.',
    ),
  ).toBeTruthy()
})

test('says which answer leads clearly in the state, and which options mean yes and no', async () => {
  const options = [
    { id: 11, text: 'Pass it', vote_count: 40 },
    { id: 12, text: 'Reject it', vote_count: 1 },
  ]
  open(tied({ is_closed: true, options })).respond(getPollComparison, {
    ...comparison,
    my_state: { state: 'NY', voters: null, yea: null, nay: null, other: null, leads_clearly: 'yea' },
  })

  expect((await findComparison()).textContent).toContain(
    'Among people on WTPU from New York (self-declared), “yes” leads clearly, more than 80%. Not a sample of the state.Yes is “Pass it”, no is “Reject it”.',
  )
})

test('says that nobody represents the viewer in the chamber', async () => {
  open(tied({ is_closed: true })).respond(getPollComparison, { ...comparison, my_representatives: [] })

  expect((await findComparison()).textContent).toContain('Nobody represents you in the Senate in this directory.')
})

test('shows a skeleton, then an error with Try Again', async () => {
  const fake = open(tied({ is_closed: true }))
  fake.respondError(getPollComparison, { status: 503 })
  expect(await screen.findByText('Loading the vote of Congress...')).toBeTruthy()
  expect(await screen.findByText('The vote of Congress could not be loaded')).toBeTruthy()
  fake.respond(getPollComparison, comparison)
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await findComparison()).toBeTruthy()
})
