import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getPollGroups, type GroupPoll, type LinePoll } from '@wtpu/contract/common-ground'
import { expect, test } from 'vitest'
import { makePoll } from '#features/polls/fixtures.ts'
import { openPage } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'

const groups = [
  { id: 'A' as const, size: 60 },
  { id: 'B' as const, size: 40 },
]
const poll: GroupPoll = {
  id: 1,
  question: 'Question 1?',
  published_at: '2026-11-20T12:00:00Z',
  is_closed: false,
  options: ['Yes', 'No'],
  has_no_opinion: false,
  verdict: 'agree',
  option: 0,
  agreement: 0.5,
  groups: [
    { id: 'A', voters: 50, percents: [80, 20] },
    { id: 'B', voters: 30, percents: [64, 36] },
  ],
}

async function openGroups(found: GroupPoll | null, voted = makePoll(), line: LinePoll | null = null) {
  const fake = fakePolls({ polls: [voted] })
  fake.respondError(getPollGroups, { status: 503 })
  openPage('/polls/1')
  await userEvent.click(await screen.findByRole('tab', { name: 'Common ground' }))
  await screen.findByText('Groups could not be loaded')
  fake.respond(getPollGroups, { computed_at: '2026-11-20T12:00:00Z', is_sample: false, groups, poll: found, line })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
}

test('shows how the groups voted, after another try', async () => {
  await openGroups(poll)
  expect(await screen.findByText(/^A majority of each group chose the same answer: common ground\./)).toBeTruthy()
  const panel = within(screen.getByRole('tabpanel', { name: 'Common ground' }))
  expect(panel.getByText('80%')).toBeTruthy()
  expect(panel.getByText('64%')).toBeTruthy()
})

test('shows how people along the line voted, without groups', async () => {
  const { agreement: _agreement, groups: _groups, ...rest } = poll
  const thirds = [82, 75, 70].map((percent) => ({ voters: 40, percents: [percent, 100 - percent] }))
  await openGroups(null, makePoll(), { ...rest, verdict: 'agree', other: null, end: null, thirds, steps: null })

  const along = within(await screen.findByRole('region', { name: 'Along the line' }))
  expect(along.getByText(/A majority of each third chose “Yes”\./)).toBeTruthy()
  expect(along.getByRole('button', { name: 'Yes' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByText(/^Groups are shown once/)).toBeNull()
})

test.each([
  ['too_few', 'Too few answered to say.'],
  ['few_opinions', 'More than a third had no opinion, so we say nothing about the others.'],
  [null, 'None of our rules fits here. The curve shows what we found.'],
  ['unequal', 'The same answer leads at both ends, but “Yes” has at least 20 points more at this end.'],
] as const)('says what is known along the line: %s', async (verdict, text) => {
  const { agreement: _agreement, groups: _groups, ...rest } = poll
  const thirds = [72, 60, 51].map((percent) => ({ voters: 40, percents: [percent, 100 - percent] }))
  await openGroups(null, makePoll(), { ...rest, verdict, other: null, end: 0, thirds, steps: null })

  const along = within(await screen.findByRole('region', { name: 'Along the line' }))
  expect(along.getByText(text, { exact: false })).toBeTruthy()
})

test('says which options are left out', async () => {
  const options = ['Yes', 'No', 'Not sure'].map((text, index) => ({ id: index, text, vote_count: 5 }))
  const [yes, no, unsure] = options
  await openGroups(poll, makePoll({ options: [yes!, no!, { ...unsure!, is_no_opinion: true }] }))
  expect(await screen.findByText(/“Not sure” is left out as no opinion\./)).toBeTruthy()
})

test('says when groups are shown if too few of their members have voted', async () => {
  await openGroups(null)
  expect(await screen.findByText(/^Groups are shown once at least 30 members of two groups/)).toBeTruthy()
})

test('a card says that a poll is common ground once many have voted or it has closed', async () => {
  const badge = 'Common ground in 3 of 3 groups'
  fakePolls({
    polls: [
      makePoll({ id: 1, common_ground: 3 }),
      makePoll({ id: 2, common_ground: 3, total_votes: 200 }),
      makePoll({ id: 3, common_ground: 3, is_closed: true, closes_at: '2026-11-21T12:00:00Z' }),
      makePoll({
        id: 4,
        common_ground: null,
        common_ground_on_line: true,
        total_votes: 200,
        options: ['Yes', 'No', 'Not sure'].map((text, id) => ({ id, text, vote_count: 60, is_no_opinion: id === 2 })),
      }),
    ],
  })
  openPage('/polls')
  const card = (id: number) => screen.findByRole('article', { name: `Question ${id}?` })
  expect(within(await card(1)).queryByText(badge)).toBeNull()
  expect(within(await card(2)).getByText(badge)).toBeTruthy()
  expect(within(await card(3)).getByText(badge)).toBeTruthy()
  expect(within(await card(4)).getByText('Common ground along the line')).toBeTruthy()
  expect(within(await card(4)).getByText('of those with an opinion')).toBeTruthy()
  expect(within(await card(3)).queryByText('of those with an opinion')).toBeNull()
})
