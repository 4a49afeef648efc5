import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getPollGroups } from '@wtpu/contract/common-ground'
import {
  createReason,
  deleteReason,
  editReason,
  getOwnReason,
  judgeReason,
  listBestReasons,
  listReasons,
  listReasonsToJudge,
  type Reason,
} from '@wtpu/contract/polls/on-demand/reasons'
import { getPollResults, listMyVotes, listPollCategories, type Poll } from '@wtpu/contract/polls/polls'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { getRegistration } from '@wtpu/contract/site/invitations'
import { expect, onTestFinished, test, vi } from 'vitest'
import { registration } from '#features/accounts/fixtures.ts'
import { makePoll, makeResults } from '#features/polls/fixtures.ts'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

function makeReason(over: Partial<Reason> = {}): Reason {
  const judged = { judged_by: 'line', fair: [71, 64, 58] } as const
  return {
    id: 1,
    option: 11,
    text: 'It helps.',
    lang: 'en',
    author: null,
    is_fair_account: false,
    shown_at: '2026-11-20T13:00:00Z',
    ...judged,
    fair: [...judged.fair],
    ...over,
  }
}

const own = { id: 9, option: 11, text: 'My why', lang: 'en', is_named: false, shown_at: '2026-11-20T13:00:00Z' }
const toJudge = (id: number) => ({ id, option: 12, text: `Text ${id}`, lang: 'en', version: 1 })

function start(poll: Partial<Poll> = {}) {
  const api = fakeApi()
  api.respond(getPollResults, { ...makeResults(), poll: { ...makePoll(), ...poll } })
  api.respond(listPollCategories, [{ id: 1, name: 'Economy' }])
  api.respondError(getPollTotals, { status: 503 })
  api.respondError(getPollGroups, { status: 503 })
  api.respond(getRegistration, registration)
  api.respond(listMyVotes, [{ poll: 1, option: 11, ballot: '5f' }])
  api.respond(getOwnReason, { reason: null })
  api.respond(listReasonsToJudge, { left: 20, reasons: [toJudge(3), toJudge(4)] })
  api.respond(listReasons, { results: [makeReason({ id: 5, judged_by: null, fair: [] })], next: null })
  const [yes, no] = [makeReason(), makeReason({ id: 2, option: 12, text: 'It costs.', fair: [null, 40, 30] })]
  api.respond(listBestReasons, {
    answers: [
      { option: 11, best: [yes] },
      { option: 12, best: [no] },
    ],
  })
  return api
}

async function open(title = 'Why? One reason, if you like.') {
  openPage('/results/1')
  await userEvent.click(await screen.findByText(title))
}

test('a voter gives a reason, which is then shown and focused, and deletes it', async () => {
  signedIn()
  const api = start()
  api.respond(createReason, { ...own, can_edit: true, under_review: false })
  api.respond(deleteReason, { deleted: true })
  await open()
  const send = await screen.findByRole('button', { name: 'Give My Reason' })

  await userEvent.click(send)
  expect(api.callsOf(createReason)).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your reason' }))

  await userEvent.type(screen.getByRole('textbox', { name: 'Your reason' }), ' My why ')
  await userEvent.click(send)

  const written = await screen.findByRole('region', { name: 'Your reason' })
  expect(api.callsOf(createReason)[0]?.body).toMatchObject({ text: 'My why', is_named: false })
  expect(within(written).getByText('Your reason, without your name')).toBeTruthy()
  expect(document.activeElement).toBe(written)

  await userEvent.click(within(written).getByRole('button', { name: 'Delete my reason' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('button', { name: 'Give My Reason' })).toBeTruthy()
})

test('a voter edits the own reason in its place, and what is typed stays when somebody has judged it meanwhile', async () => {
  signedIn()
  const api = start()
  api.respond(getOwnReason, { reason: { ...own, can_edit: true, under_review: false } })
  api.respond(editReason, { ...own, text: 'A better why', can_edit: true, under_review: false })
  await open()

  await userEvent.click(await screen.findByRole('button', { name: 'Edit my reason' }))
  const text = await screen.findByRole('textbox', { name: 'Your reason' })
  expect([document.activeElement, screen.queryByRole('checkbox')]).toEqual([text, null])
  await userEvent.clear(text)
  await userEvent.type(text, 'A better why')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  const written = await screen.findByRole('region', { name: 'Your reason' })
  expect(api.callsOf(editReason)[0]?.body).toMatchObject({ text: 'A better why' })
  expect([document.activeElement, within(written).queryByText('A better why')]).toEqual([written, expect.anything()])

  api.respondError(editReason, { status: 409, body: { code: 'reason_judged', detail: 'It was judged.' } })
  api.respond(getOwnReason, { reason: { ...own, can_edit: false, under_review: false } })
  await userEvent.click(within(written).getByRole('button', { name: 'Edit my reason' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your reason' }), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('It was judged.')).toBeTruthy()
  expect(screen.getByDisplayValue('A better why!')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('My why')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit my reason' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete my reason' })).toBeTruthy()
})

test('a voter judges reasons of others one at a time, and the next one has the focus', async () => {
  signedIn()
  const api = start()
  api.respond(judgeReason, { left: 19 })
  await open()

  expect(await screen.findByText('Text 3')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'A fair reason' }))

  expect(await screen.findByText('Text 4')).toBeTruthy()
  expect(screen.queryByText('Text 3')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'A reason to judge' }))
  api.respond(judgeReason, { left: 0 })
  await userEvent.click(screen.getByRole('button', { name: 'Skip' }))

  const end = await screen.findByText('You have judged as many reasons as you can today.')
  expect(document.activeElement).toBe(end)
  expect(api.callsOf(judgeReason).map(({ body }) => body)).toEqual([
    { is_fair: true, version: 1 },
    { is_fair: false, version: 1 },
  ])
})

test('a voter writes for the answer of the others once they agree to the mark, and no reason is signed', async () => {
  signedIn()
  const api = start({ asks_other_side: true })
  api.respond(createReason, { ...own, option: 12, text: 'Their why', can_edit: true, under_review: false })
  await open()

  const text = await screen.findByRole('textbox', { name: 'The best reason for “No”' })
  expect(screen.queryByRole('checkbox', { name: /^Show my name/ })).toBeNull()
  await userEvent.type(text, 'Their why')
  await userEvent.click(screen.getByRole('button', { name: 'Give This Reason' }))
  expect(api.callsOf(createReason)).toEqual([])
  const box = screen.getByRole('checkbox', { name: /“A fair account, written by somebody who disagrees”/ })
  expect(document.activeElement).toBe(box)
  await userEvent.click(box)
  await userEvent.click(screen.getByRole('button', { name: 'Give This Reason' }))

  const written = await screen.findByRole('region', { name: 'Your reason for “No”' })
  expect(document.activeElement).toBe(written)
  const body = { text: 'Their why', is_named: false, other_side: { option: 12, agrees: true } }
  expect(api.callsOf(createReason)[0]?.body).toMatchObject(body)
  expect(screen.getByRole('button', { name: 'Give My Reason' })).toBeTruthy()
})

test('where the other side is asked for, all reasons for the own answer have one question, and the marked ones say so', async () => {
  signedIn()
  const api = start({ asks_other_side: true })
  api.respond(listReasonsToJudge, { left: 20, reasons: [{ ...toJudge(3), option: 11 }, toJudge(4)] })
  api.respond(listReasons, { results: [makeReason({ id: 5, is_fair_account: true })], next: null })
  api.respond(judgeReason, { left: 19 })
  await open()

  expect(await screen.findByText(/your own answer\. It may be by somebody who gave another one/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'A fair reason' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'I could have written that' }))
  expect(await screen.findByText(/for “No”\. Is it fair, whatever you answered\?/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Skip' }))
  await waitFor(() =>
    expect(api.callsOf(judgeReason).map(({ body }) => body)).toMatchObject([{ is_fair: true }, { is_fair: false }]),
  )
  expect(await screen.findByText('A fair account, written by somebody who disagrees')).toBeTruthy()
})

test('who has no opinion is not asked for the other side', async () => {
  signedIn()
  const options = makePoll().options.map((option, index) => ({ ...option, is_no_opinion: index === 0 }))
  start({ asks_other_side: true, options })
  await open()

  expect(await screen.findByRole('button', { name: 'Give My Reason' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Give This Reason' })).toBeNull()
})

test('the fairest reasons of the answers are shown in turn, then all, also to those who have not voted', async () => {
  signedIn()
  const api = start()
  api.respond(listMyVotes, [])
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  onTestFinished(() => void vi.restoreAllMocks())
  await open('Reasons for each answer')

  const best = await screen.findByRole('region', { name: 'The fairest reasons' })
  expect(
    within(best)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^YesIt helps\.Fair to 71, 64 and 58 of 100 along the lineA member/),
    expect.stringMatching(
      /^NoIt costs\.Fair to 40 and 30 of 100 along the line\. Where most judges judge alike, nothing is/,
    ),
  ])
  expect(
    within(await screen.findByRole('region', { name: /^All reasons/ })).getByText('Not judged enough yet'),
  ).toBeTruthy()
  expect(api.callsOf(listReasonsToJudge)).toEqual([])
})

test('what could not be loaded says so, and nothing loads before it is opened', async () => {
  signedIn()
  const api = start()
  for (const call of [getOwnReason, listReasonsToJudge, listBestReasons, listReasons])
    api.respondError(call, { status: 400 })
  openPage('/results/1')
  const title = await screen.findByText('Why? One reason, if you like.')
  expect(api.callsOf(listBestReasons)).toEqual([])

  await userEvent.click(title)

  expect(await screen.findByText('Your reason could not be loaded')).toBeTruthy()
  expect(await screen.findAllByText('Reasons could not be loaded')).toHaveLength(3)
})
