import {
  type CommonGround,
  getCommonGround,
  getOwnGroup,
  type GroupPoll,
  type OwnGroup,
} from '@wtpu/contract/common-ground'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'
import { noCommonGround } from './fixtures.ts'
import { NewestLine } from './newest-line.tsx'

const poll = (id: number, over: Partial<GroupPoll> = {}): GroupPoll => ({
  id,
  question: `Question ${id}?`,
  is_closed: false,
  published_at: `2026-11-${10 + id}T12:00:00Z`,
  options: ['Yes', 'No'],
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

test('shows groups, what they agree and differ on, and the files, to visitors without a group', async () => {
  const api = fake(found)
  openPage('/common-ground')

  expect(await screen.findByRole('heading', { name: '2 groups' })).toBeTruthy()
  expect(screen.getByText('Found in the votes of 1,230 people in 40 polls.')).toBeTruthy()
  expect(screen.getByText(/Group A has 800 people. Group B has 430 people./)).toBeTruthy()
  const agree = within(screen.getByRole('region', { name: 'Where we agree' }))
  expect(agree.getByRole('link', { name: 'Question 1?' }).getAttribute('href')).toBe('/polls/1')
  expect(agree.getAllByText('Yes')).toHaveLength(2)
  expect(agree.queryByText('No')).toBeNull()
  const differ = within(screen.getByRole('region', { name: 'Where we differ' }))
  expect(differ.getAllByText(/^\d+%$/).map((share) => share.textContent)).toEqual(['91%', '12%', '9%', '88%'])
  const traits = within(screen.getByRole('region', { name: 'What makes each group' }))
  expect(traits.getByText(/88% of 700 in group A, 12% of 900 others$/)).toBeTruthy()
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
})

test('says that there are no clear groups', async () => {
  fake({ ...noCommonGround, status: 'no_groups' })
  openPage('/common-ground')

  expect(await screen.findByText('No clear groups')).toBeTruthy()
})

test('shows a skeleton, then an error with Try Again', async () => {
  const api = fakeApi()
  api.respondError(getCommonGround, { status: 404 })
  openPage('/common-ground')

  const retry = await screen.findByRole('button', { name: 'Try Again' })
  api.respond(getCommonGround, { ...noCommonGround, status: 'no_groups' })
  await userEvent.click(retry)
  expect(await screen.findByText('No clear groups')).toBeTruthy()
})

test('the line at home names the newest poll of common ground, and is empty without one', async () => {
  const api = fake(found)
  const { container, unmount } = renderComponent(<NewestLine />)
  expect(await screen.findByText(/all 2 groups choose “Yes”. Question 2\?/)).toBeTruthy()
  unmount()

  api.respond(getCommonGround, noCommonGround)
  renderComponent(<NewestLine />)
  await waitFor(() => expect(api.calls).toHaveLength(2))
  expect(container.textContent).not.toContain('Common ground')
})
