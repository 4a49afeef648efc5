import {
  type CommonGround,
  getCommonGround,
  getOwnGroup,
  type GroupPoll,
  type Line,
  type LinePoll,
  type OwnGroup,
} from '@wtpu/contract/common-ground'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { cellsOf } from '#testing/cells-of.ts'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'
import { noCommonGround } from './fixtures.ts'
import { NewestLine } from './after-home/newest-line.tsx'

const poll = (id: number, over: Partial<GroupPoll> = {}): GroupPoll => ({
  id,
  question: `Question ${id}?`,
  is_closed: false,
  published_at: `2026-11-${10 + id}T12:00:00Z`,
  options: ['Yes', 'No'],
  has_no_opinion: false,
  verdict: 'agree',
  option: 0,
  agreement: 0.8,
  groups: [
    { id: 'A', voters: 120, percents: [91, 9] },
    { id: 'B', voters: 90, percents: [78, 22] },
  ],
  ...over,
})

const found: CommonGround = {
  ...noCommonGround,
  status: 'groups',
  voters: 1230,
  polls: 40,
  groups: [
    {
      id: 'A',
      size: 800,
      distinctions: [
        { poll: 3, question: 'Question 3?', option: 'No', percent: 88, voters: 700, others: 12, other_voters: 900 },
      ],
    },
    { id: 'B', size: 430, distinctions: [] },
  ],
  map: {
    columns: 6,
    rows: 6,
    cells: [
      { x: 1, y: 2, group: 'A', people: 60 },
      { x: 4, y: 2, group: 'B', people: 40 },
    ],
  },
  agree: [poll(1), poll(2)],
  divide: [poll(3, { verdict: 'divide', groups: [poll(3).groups[0]!, { id: 'B', voters: 90, percents: [12, 88] }] })],
}

const own: OwnGroup = {
  group: 'B',
  third: null,
  takes_part: true,
  why_third: [],
  why: [{ poll: 3, question: 'Question 3?', option: 'No', percent: 88, voters: 700, others: 9, other_voters: 900 }],
}

const nowhere = { group: null, third: null, why: [], why_third: [] }

function fake(data: CommonGround, ofViewer: OwnGroup = own) {
  const api = fakeApi()
  api.respond(getCommonGround, data)
  api.respond(getOwnGroup, ofViewer)
  return api
}

test.each([
  [
    true,
    'There are gaps between them: clearly fewer than half as many people are in the middle between two groups as around the center of a group.',
  ],
  [false, 'We found no clear gaps between them.'],
])('gaps between groups are named only if they were measured: %s', async (hasGaps, sentence) => {
  fake({ ...found, has_gaps: hasGaps, line })
  openPage('/common-ground')

  const title = `There is an order, and there are 2 groups${hasGaps ? ' with gaps between them' : ''}`
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  const isSentence = (_text: string, element: Element | null) => element?.textContent?.endsWith(sentence) === true
  expect(screen.getByText((text, element) => element?.tagName === 'P' && isSentence(text, element))).toBeTruthy()
})

test('shows groups, what they agree and differ on, and the files, to visitors without a group', async () => {
  const api = fake(found)
  openPage('/common-ground')

  expect(await screen.findByRole('heading', { name: '2 groups' })).toBeTruthy()
  expect(
    screen.getByText(
      (_, element) =>
        element?.textContent ===
        'Groups found in the votes of 1,230 people in 40 polls. Numbers of people are rounded down to tens. We found no clear gaps between them.',
    ),
  ).toBeTruthy()
  expect(screen.getByText(/Group A has 800 people. Group B has 430 people./)).toBeTruthy()
  const { textContent: words } = screen.getByRole('main')
  expect(words).toContain('People often answer differently. Here is where they agree anyway.')
  expect(words).toContain('We show a group’s answer when 30 of its members voted')
  expect(words).toContain('We round: shares to 5 people, group sizes down to 10. Results change at most once an hour.')
  const agree = within(screen.getByRole('region', { name: 'Where we agree' }))
  expect(agree.getByRole('link', { name: 'Question 1?' }).getAttribute('href')).toBe('/polls/1')
  expect(agree.getAllByText('Yes')).toHaveLength(2)
  expect(agree.queryByText('No')).toBeNull()
  const differ = within(screen.getByRole('region', { name: 'Where we differ' }))
  expect(differ.getAllByText(/^\d+%$/).map((share) => share.textContent)).toEqual(['91%', '12%', '9%', '88%'])
  const traits = within(screen.getByRole('region', { name: 'What makes each group' }))
  expect(traits.getByText(/88% of 700 people in group A, and 12% of 900 others$/)).toBeTruthy()
  expect(traits.getByText('Nothing that sets it apart clearly.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Download the results (CSV)' })).toBeTruthy()
  expect(screen.queryByText(/You are in/)).toBeNull()
  expect(api.calls.some(({ path }) => path === getOwnGroup.url)).toBe(false)
})

test('tells signed-in users their own group and why', async () => {
  fake(found)
  signedIn()
  openPage('/common-ground')

  const region = within(await screen.findByRole('region', { name: 'Your group' }))
  expect(await region.findByText('You are in group B')).toBeTruthy()
  expect(screen.getByRole('main').textContent).toContain('You do not want to be in a group? Switch it off in your ')
  expect(region.getByRole('link', { name: 'Question 3?' })).toBeTruthy()
})

test.each([
  [{ ...nowhere, takes_part: true }, /You are in no group yet/],
  [{ ...nowhere, takes_part: false }, /Your votes do not take part/],
])('tells signed-in users why they are in no group', async (ofViewer, text) => {
  fake(found, ofViewer)
  signedIn()
  openPage('/common-ground')

  expect(await screen.findByText(text)).toBeTruthy()
})

test('says how many people and polls are missing', async () => {
  fake({ ...noCommonGround, missing: { voters: 12, polls: 1 } })
  openPage('/common-ground')

  expect(await screen.findByText('Not enough votes yet')).toBeTruthy()
  expect(
    screen.getByText(/Still missing: 12 people with at least 5 votes and 1 poll with at least 50 votes./),
  ).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'How it is computed' })).toBeTruthy()
  expect(screen.getByText(/^Groups: principal components/).closest('details')?.open).toBe(false)
})

const linePoll = (id: number, over: Partial<LinePoll> = {}): LinePoll => ({
  id,
  question: `Question ${id}?`,
  is_closed: false,
  published_at: '2026-11-20T12:00:00Z',
  options: ['Yes', 'No'],
  has_no_opinion: false,
  verdict: 'agree',
  option: 0,
  other: null,
  end: null,
  thirds: [80, 77, 71].map((percent) => ({ voters: 120, percents: [percent, 100 - percent] })),
  steps: Array.from({ length: 10 }, (_, step) => ({ voters: 40, percents: [84 - step, 16 + step] })),
  ...over,
})

const line: Line = {
  ...noCommonGround.line,
  status: 'line',
  voters: 400,
  reliability: 0.8,
  ends: [[found.groups[0]!.distinctions[0]!], []],
  agree: [linePoll(1), linePoll(2, { end: 1 })],
  cross: [
    linePoll(3, {
      verdict: 'cross',
      other: 1,
      steps: null,
      thirds: [96, 50, 12].map((percent) => ({ voters: 60, percents: [percent, percent === 96 ? 4 : 100 - percent] })),
    }),
  ],
  one_side: [linePoll(4, { verdict: 'one_side', end: 0 })],
  unequal: [linePoll(5, { verdict: 'unequal', end: 1, has_no_opinion: true })],
  too_few: 5,
  few_opinions: 1,
  without_verdict: 2,
}

test('shows what people along a line agree and differ on, with curves as tables', async () => {
  fake({ ...noCommonGround, status: 'no_groups', polls: 40, line })
  openPage('/common-ground')

  expect(await screen.findByRole('heading', { name: 'There is an order. We found no groups.' })).toBeTruthy()
  expect(screen.getByText(/Found in the answers of 400 people to 40 polls\. The order is steady/)).toBeTruthy()
  expect(screen.getByText('typical answers: “No” (Question 3?)')).toBeTruthy()
  const agree = within(screen.getByRole('region', { name: 'Where we agree' }))
  expect(agree.getByText('A majority of each third chose “Yes”.')).toBeTruthy()
  expect(agree.getByText('“Yes” has a majority everywhere. It is strongest at that end.')).toBeTruthy()
  const differ = within(screen.getByRole('region', { name: 'Where the ends differ' }))
  const rule = 'Each leading answer has 20 points more at its own end than at the other.'
  expect(differ.getByText(`This end leads with “Yes”, that end with “No”. ${rule}`)).toBeTruthy()
  expect(differ.getByText(`The two ends lead with different answers. ${rule}`)).toBeTruthy()
  expect(differ.getAllByRole('definition').map((share) => share.textContent)).toEqual(['>95%', '50%', '12%'])
  expect(screen.getByRole('region', { name: 'One side’s matter' })).toBeTruthy()
  const unequal = within(screen.getByRole('region', { name: 'Same side, unequal' }))
  expect(
    unequal.getByText(
      'Of those with an opinion, the same answer leads at both ends, but “Yes” has at least 20 points more at that end.',
    ),
  ).toBeTruthy()
  expect(
    screen.getByText(
      'In 5 other polls, too few answered to say. In 1 other poll, more than a third had no opinion. In 2 other polls, the answers fit none of our rules.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Download the line (CSV)' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Your third' })).toBeNull()

  const rows = () => cellsOf(differ.getByRole('table', { hidden: true })).slice(1)
  expect(rows()).toEqual([
    ['Part 1', '>95%', '88 to 99%', '60'],
    ['Part 2', '50%', '38 to 62%', '60'],
    ['Part 3', '12%', '6 to 23%', '60'],
  ])
  await userEvent.click(differ.getByText(/^The curve of each answer/))
  await userEvent.click(differ.getByRole('button', { name: 'No' }))
  expect(rows().map(([, share]) => share)).toEqual(['<5%', '50%', '88%'])
  expect(differ.getByText(/^The curve leaves the gray band/)).toBeTruthy()
})

test('shows groups and line together, and members their third', async () => {
  fake({ ...found, line }, { ...own, third: 2, why_third: own.why })
  signedIn()
  openPage('/common-ground')

  expect(await screen.findByRole('heading', { name: 'There is an order, and there are 2 groups' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Where all thirds agree' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: '2 groups' })).toBeTruthy()
  const third = within(await screen.findByRole('region', { name: 'Your third' }))
  expect(third.getByText('You are in the last third, at that end.')).toBeTruthy()
  expect(third.getByText(/88% of 700 people in your third/)).toBeTruthy()
})

test.each([
  ['no_line', 'We found no steady order. Either people differ in more than one way, or too few answered enough polls.'],
  ['habit', 'The order is mostly that some people take the first answer more often.'],
] as const)('where the order is %s, says so and nothing else', async (status, text) => {
  fake({ ...noCommonGround, status: 'no_groups', line: { ...noCommonGround.line, status } })
  openPage('/common-ground')

  expect(await screen.findByText((shown) => shown.startsWith(text))).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Where we agree' })).toBeNull()
})

test('says of whom the shares are where people could have no opinion', async () => {
  fake({ ...found, agree: [poll(1, { has_no_opinion: true })] })
  const { unmount } = renderComponent(<NewestLine />)
  expect(
    await screen.findByText(/^Of those with an opinion, a majority of each of 2 groups chose “Yes”\./),
  ).toBeTruthy()
  unmount()

  openPage('/common-ground')
  const agree = within(await screen.findByRole('region', { name: 'Where we agree' }))
  expect(agree.getByText('Of those with an opinion:')).toBeTruthy()
})

test('says that there are no clear groups', async () => {
  fake({ ...noCommonGround, status: 'no_groups' })
  openPage('/common-ground')

  expect(await screen.findByText('No clear order, no clear groups')).toBeTruthy()
})

test('shows nothing below the skeleton, because results that are shorter would move it', async () => {
  fakeApi().respond(getCommonGround, () => new Promise(() => undefined))
  openPage('/common-ground')

  await screen.findByRole('heading', { level: 1, name: 'Common Ground' })
  expect(screen.queryByRole('heading', { name: 'How it is computed' })).toBeNull()
})

test('shows a skeleton, then an error with Try Again', async () => {
  const api = fakeApi()
  api.respondError(getCommonGround, { status: 404 })
  openPage('/common-ground')

  const retry = await screen.findByRole('button', { name: 'Try Again' })
  api.respond(getCommonGround, { ...noCommonGround, status: 'no_groups' })
  await userEvent.click(retry)
  expect(await screen.findByText('No clear order, no clear groups')).toBeTruthy()
})

test('the line at home names the newest poll of common ground, and is empty without one', async () => {
  const api = fake(found)
  const { container, unmount } = renderComponent(<NewestLine />)
  expect(await screen.findByText(/A majority of each of 2 groups chose “Yes”\. Question 2\?/)).toBeTruthy()
  unmount()

  api.respond(getCommonGround, noCommonGround)
  renderComponent(<NewestLine />)
  await waitFor(() => expect(api.calls).toHaveLength(2))
  expect(container.textContent).not.toContain('Common ground')
})
