import { getAccount } from '@wtpu/contract/accounts/accounts'
import { createPoll, listPollCategories, listPolls } from '@wtpu/contract/polls/polls'
import { getRecentVoters } from '@wtpu/contract/polls/on-demand/recent-voters'
import { cancelScheduledPoll, listScheduledPolls, type ScheduledPoll } from '@wtpu/contract/polls/scheduled'
import { getRollCall, listRollCalls } from '@wtpu/contract/roll-calls'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { json, openPage, signedIn } from '#testing/fake-api.tsx'
import { makeListedRollCall, makeRollCallPage } from '#testing/fake-roll-calls.ts'
import { fakePolls } from '#testing/fake-polls.ts'
import { account } from '#features/accounts/fixtures.ts'
import { makePoll } from '#features/polls/fixtures.ts'
import { unchosen } from '#testing/written.ts'

const incompleteMessage = 'Question, 2+ options and category are required'

function fakeCreate(scheduled: ScheduledPoll[] = []) {
  const fake = fakePolls({ linked: () => json(makePoll({ id: 99, question: 'Brand new?' })) })
  fake.respond(listPollCategories, [{ id: 3, name: 'Environment' }])
  fake.respond(listScheduledPolls, scheduled)
  return fake
}

async function openDialog(button: 'Create Poll' | 'Schedule Poll') {
  const page = openPage('/polls')
  await userEvent.click(await screen.findByRole('button', { name: button }))
  const title = button === 'Create Poll' ? 'Create New Poll' : button
  return { ...page, dialog: await screen.findByRole('dialog', { name: title }) }
}

/** Fills the named fields in the open dialog. */
async function fill(fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.type(within(screen.getByRole('dialog')).getByLabelText(label), text)
  }
}
const choose = async (label: string, option: string) =>
  userEvent.selectOptions(within(screen.getByRole('dialog')).getByLabelText(label), option)
/** Fills what a poll needs, with a question and two options. */
async function fillPoll(Question = 'Kept?') {
  await fill({ Question, 'Option 1': 'Yes', 'Option 2': 'No' })
  await choose('Category', 'Environment')
}
const press = async (name: string) => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
const field = (label: string) => within(screen.getByRole('dialog')).getByLabelText(label)
/** The errors of invalid fields, by label. */
const fieldErrors = (dialog: HTMLElement) =>
  Object.fromEntries(
    [...dialog.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')].map((control) => [
      control.labels?.[0]?.textContent,
      document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent,
    ]),
  )
const value = (label: string) => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(label).value

test.each([
  ['a member', 'user', ['Parks', 'Schools'], false],
  ['staff', 'moderator', ['Parks', 'Schools'], true],
  ['staff, Yes and No', 'admin', ['Yes', 'No'], false],
] as const)('%s may let the order of the answers be drawn', async (_, role, [first, second], expected) => {
  const fake = fakeCreate()
  fake.respond(getAccount, { ...account, role })
  fake.respond(createPoll, makePoll({ id: 99 }))
  fake.respondError(getRecentVoters, { status: 404 })
  await openDialog('Create Poll')
  await fill({ Question: 'More?', 'Option 1': first, 'Option 2': second })
  await choose('Category', 'Environment')
  const box = within(screen.getByRole('dialog')).getByRole<HTMLInputElement>('checkbox', {
    name: /in an order drawn for them/,
  })
  await waitFor(() => expect(box.checked).toBe(expected))

  await userEvent.click(box)
  await press('Create Poll')

  await waitFor(() => expect(fake.callsOf(createPoll)[0]?.body).toMatchObject({ drawn_order: !expected }))
})

test.each([
  ['no question', { 'Option 1': 'Yes', 'Option 2': 'No' }, true],
  ['a blank question', { Question: '   ', 'Option 1': 'Yes', 'Option 2': 'No' }, true],
  ['one option', { Question: 'Why?', 'Option 1': 'Yes' }, true],
  ['a blank option', { Question: 'Why?', 'Option 1': 'Yes', 'Option 2': '  ' }, true],
  ['a question of invisible characters', { Question: '\u200B\u200B', 'Option 1': 'Yes', 'Option 2': 'No' }, true],
  ['an option of invisible characters', { Question: 'Why?', 'Option 1': 'Yes', 'Option 2': '\u2800' }, true],
  ['no category', { Question: 'Why?', 'Option 1': 'Yes', 'Option 2': 'No' }, false],
])('sends nothing and shows what is required with %s', async (_, fields, category) => {
  const fake = fakeCreate()
  const { dialog } = await openDialog('Create Poll')
  await fill(fields)
  if (category) await choose('Category', 'Environment')

  await press('Create Poll')

  expect((await within(dialog).findByRole('alert')).textContent).toBe(incompleteMessage)
  expect(fake.callsOf(createPoll)).toHaveLength(0)
})

test('marks empty required fields and focuses the first one', async () => {
  fakeCreate()
  const { dialog } = await openDialog('Create Poll')
  await fill({ 'Option 1': 'Yes' })

  await press('Create Poll')

  await waitFor(() => expect(document.activeElement).toBe(field('Question')))
  expect(fieldErrors(dialog)).toEqual({
    Question: 'Please fill in this field.',
    'Option 2': 'Please fill in this field.',
    Category: 'Please fill in this field.',
  })
  await userEvent.type(field('Question'), 'Why?')
  expect(fieldErrors(dialog)).not.toHaveProperty('Question')
  await press('Create Poll')
  await waitFor(() => expect(document.activeElement).toBe(field('Option 2')))
})

test('shows the server’s options error at the duplicate option', async () => {
  const fake = fakeCreate()
  fake.respondError(createPoll, { status: 400, body: { fields: { options: ['Each option must be different.'] } } })
  const { dialog } = await openDialog('Create Poll')
  await press('Add More Option (2/5)')
  await fill({ Question: 'Why?', 'Option 1': 'Yes', 'Option 2': 'No', 'Option 3': ' yes' })
  await choose('Category', 'Environment')

  await press('Create Poll')

  await waitFor(() => expect(document.activeElement).toBe(field('Option 3')))
  expect(fieldErrors(dialog)).toEqual({ 'Option 3': 'Each option must be different.' })
})

test.each([
  ['Create Poll', {}],
  ['Schedule Poll', { 'Schedule date': '2999-01-01', 'Schedule time': '10:00' }],
] as const)('%s sends the language that the words seem to be in, or that is chosen', async (button, more) => {
  const fake = fakeCreate()
  fake.respond(createPoll, makePoll())
  const { dialog } = await openDialog(button)
  await fillPoll('¿La ciudad necesita más parques para los niños y las familias?')
  await fill(more)
  const choice = await within(dialog).findByRole<HTMLSelectElement>('combobox', { name: 'Language of your text' })
  expect(choice.value).toBe('es')
  await userEvent.selectOptions(choice, 'Português')

  await press(button)

  await waitFor(() => expect(fake.callsOf(createPoll)[0]?.body).toMatchObject({ lang: 'pt' }))
})

test('focuses an added option immediately, not a frame later when it could interrupt typing', async () => {
  fakeCreate()
  await openDialog('Create Poll')
  // Simulates a busy machine: frames only run when the test calls them.
  const frames: FrameRequestCallback[] = []
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  await press('Add More Option (2/5)')
  expect(document.activeElement).toBe(field('Option 3'))
  await userEvent.click(field('Option 1'))

  act(() => frames.splice(0).forEach((frame) => frame(0)))

  expect(document.activeElement).toBe(field('Option 1'))
})

test('adds up to five options and removes all but the first two', async () => {
  fakeCreate()
  const { dialog } = await openDialog('Create Poll')
  const dialogQueries = within(dialog)
  expect(dialogQueries.queryByRole('button', { name: /Remove/ })).toBeNull()

  await press('Add More Option (2/5)')
  await waitFor(() => expect(document.activeElement).toBe(dialogQueries.getByLabelText('Option 3')))
  await press('Add More Option (3/5)')
  await press('Add More Option (4/5)')
  expect(dialogQueries.getByRole<HTMLButtonElement>('button', { name: 'Add More Option (5/5)' }).disabled).toBe(true)
  await fill({ 'Option 3': 'third', 'Option 4': 'fourth', 'Option 5': 'fifth' })
  await press('Remove option 4')

  expect(value('Option 4')).toBe('fifth')
  expect(dialogQueries.getByRole('button', { name: 'Add More Option (4/5)' })).toBeTruthy()
  expect(dialogQueries.queryByRole('button', { name: 'Remove option 2' })).toBeNull()
})

test('offers five durations and selects seven days', async () => {
  fakeCreate()
  await openDialog('Create Poll')

  const select = screen.getByLabelText<HTMLSelectElement>('Duration')

  expect([...select.options].map((option) => option.text)).toEqual(['1 day', '3 days', '7 days', '14 days', '30 days'])
  expect(select.value).toBe('7')
})

test('creates a poll without its blank options and opens its URL', async () => {
  const fake = fakeCreate()
  fake.respondRaw(createPoll, () => json(makePoll({ id: 99, question: 'Brand new?' }), 201))
  const { router } = await openDialog('Create Poll')
  await fill({ Question: 'Brand new?', 'Option 1': 'Yes', 'Option 2': 'No' })
  await press('Add More Option (2/5)')
  await choose('Category', 'Environment')
  await choose('Duration', '14 days')
  await userEvent.click(screen.getByText('Add details (optional)'))
  await fill({ Description: 'Why it matters.' })
  const listCallsBefore = fake.callsOf(listPolls).length

  await press('Create Poll')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fake.callsOf(createPoll).map(({ body }) => body)).toEqual([
    {
      question: 'Brand new?',
      ...unchosen,
      description: 'Why it matters.',
      category: 3,
      options: ['Yes', 'No'],
      drawn_order: false,
      duration_days: 14,
      no_opinion_options: [],
      idempotency_key: expect.any(String),
    },
  ])
  expect((await screen.findAllByText('Poll created')).length).toBeGreaterThan(0)
  await waitFor(() => expect(router.state.location.href).toBe('/polls/99'))
  const card = await screen.findByRole('article', { name: 'Brand new?' })
  await waitFor(() => expect(document.activeElement).toBe(card))
  expect(fake.callsOf(listPolls).length).toBeGreaterThan(listCallsBefore)
})

test.each([
  [
    'each field with its messages',
    { fields: { question: ['Too long.', 'Too loud.'], options: ['Each option must be different.'] } },
    ['Question: Too long. Too loud.', 'Options: Each option must be different.'],
  ],
  [
    'the plain text',
    { detail: 'You can create at most 5 polls in 24 hours.' },
    ['You can create at most 5 polls in 24 hours.'],
  ],
  ['Unknown error', { code: '' }, ['Unknown error']],
])('shows a server error as %s, and keeps the typed text even when the dialog is closed', async (_, body, lines) => {
  const fake = fakeCreate()
  fake.respondError(createPoll, { status: 400, body })
  const { dialog } = await openDialog('Create Poll')
  await fillPoll()

  await press('Create Poll')

  const alert = await within(dialog).findByRole('alert')
  expect(lines.every((line) => within(alert).getByText(line))).toBe(true)
  expect(value('Question')).toBe('Kept?')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Create Poll' }))
  await screen.findByRole('dialog', { name: 'Create New Poll' })
  expect([value('Question'), value('Option 1'), value('Category')]).toEqual(['Kept?', 'Yes', '3'])
})

test.each(['Create Poll', 'Schedule Poll'] as const)('restores the draft of %s after a reload', async (button) => {
  fakeCreate()
  signedIn()
  await openDialog(button)
  await fill({ Question: 'Kept?', 'Option 2': 'No' })
  await choose('Category', 'Environment')

  cleanup()
  await openDialog(button)

  expect([value('Question'), value('Option 1'), value('Option 2'), value('Category')]).toEqual(['Kept?', '', 'No', '3'])
})

/** Sends a poll. The server responds once `respond` is called. */
async function sendSlowly() {
  const fake = fakeCreate()
  signedIn()
  let respond: (response: Response) => void = () => undefined
  fake.respondRaw(createPoll, () => new Promise<Response>((resolve) => (respond = resolve)))
  const { router } = await openDialog('Create Poll')
  await fillPoll('Slow?')
  await press('Create Poll')
  return { router, respond: () => respond(json(makePoll({ id: 99 }), 201)) }
}

test('clears the draft when the poll is created after leaving the page', async () => {
  const { router, respond } = await sendSlowly()
  await act(() => router.navigate({ to: '/about' }))

  respond()

  await waitFor(() => expect(sessionStorage.getItem('draft:7:create-poll')).toBeNull())
})

test('does not open the new poll’s URL when the dialog was closed before it was created', async () => {
  const { router, respond } = await sendSlowly()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  respond()

  expect((await screen.findAllByText('Poll created')).length).toBeGreaterThan(0)
  expect(router.state.location.href).toBe('/polls')
})

test.each([true, false])('shows an error without a network at once, also while online (%s)', async (isOnline) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  onlineManager.setOnline(isOnline)
  onTestFinished(() => onlineManager.setOnline(true))
  const fake = fakeCreate()
  const { dialog } = await openDialog('Create Poll')
  await fillPoll()
  fake.failToConnect(createPoll)

  await press('Create Poll')

  expect((await within(dialog).findByRole('alert')).textContent).toContain('The server could not be reached.')
})

test('sends one poll for two clicks', async () => {
  const fake = fakeCreate()
  fake.respondRaw(createPoll, () => new Promise<never>(() => undefined))
  await openDialog('Create Poll')
  await fillPoll('Once?')

  await press('Create Poll')
  const sending = await screen.findByRole('button', { name: 'Creating...' })
  await userEvent.click(sending)
  await userEvent.type(screen.getByLabelText('Option 1'), '{Enter}')

  expect(sending.ariaDisabled).toBe('true')
  expect(fake.callsOf(createPoll)).toHaveLength(1)
})

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

async function fillSchedule() {
  await fillPoll('Later?')
  await userEvent.type(screen.getByLabelText('Schedule date'), '2030-01-15')
  await userEvent.type(screen.getByLabelText('Schedule time'), '09:30')
}

test.each(['Question', 'Option 1', 'Option 2', 'Category', 'Schedule date', 'Schedule time'])(
  'asks for every required field when scheduling without %s',
  async (missing) => {
    const fake = fakeCreate()
    const { dialog } = await openDialog('Schedule Poll')
    await fillSchedule()
    if (missing === 'Category') await choose('Category', 'Select a category')
    else await userEvent.clear(screen.getByLabelText(missing))

    await press('Schedule Poll')

    expect((await within(dialog).findByRole('alert')).textContent).toBe('Please fill in every required field')
    expect(fake.callsOf(createPoll)).toHaveLength(0)
  },
)

test.each([undefined, '', 'Etc/Unknown', '+05:00', 'Mars/Olympus'])(
  'asks for the time zone of a device that names %s, and proposes that of the site',
  async (timeZone) => {
    const fake = fakeCreate()
    fake.respond(createPoll, makePoll({ id: 9, question: 'Later?' }))
    const options = new Intl.DateTimeFormat().resolvedOptions()
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone: timeZone! })
    await openDialog('Schedule Poll')
    await fillSchedule()
    expect(value('Your time zone')).toBe('America/New_York')

    await choose('Your time zone', 'America/Denver')
    await press('Schedule Poll')

    await waitFor(() => expect(fake.callsOf(createPoll)[0]?.body).toMatchObject({ user_timezone: 'America/Denver' }))
  },
)

test.each([
  ['a past time', 'schedule_time', 'Schedule time', 'Schedule time', 'The scheduled time has already passed.'],
  [
    'a device’s time zone that the server does not know',
    'user_timezone',
    'Time zone',
    'Your time zone',
    'It is not known.',
  ],
])('shows the error for %s at its field, which can be changed', async (_, name, title, label, message) => {
  const fake = fakeCreate()
  fake.respondError(createPoll, { status: 400, body: { fields: { [name]: [message] } } })
  const { dialog } = await openDialog('Schedule Poll')
  await fillSchedule()

  await press('Schedule Poll')

  expect((await within(dialog).findByRole('alert')).textContent).toBe(`${title}: ${message}`)
  expect(value('Schedule time')).toBe('09:30')
  await waitFor(() => expect(document.activeElement).toBe(field(label)))
  expect(fieldErrors(dialog)).toEqual({ [label]: message })
})

test('schedules a poll in the device’s time zone, which the dialog shows', async () => {
  const fake = fakeCreate()
  const later = makePoll({ id: 99, question: 'Later?', published_at: '2030-01-15T09:30:00Z' })
  fake.respondRaw(createPoll, () => {
    fake.respond(listScheduledPolls, [{ ...later, schedule_zone: zone }])
    return json(later, 201)
  })
  const { dialog } = await openDialog('Schedule Poll')
  expect(dialog.textContent).toContain(`Your time zone: ${zone}`)
  const day = screen.getByLabelText<HTMLInputElement>('Schedule date')
  expect(day.min).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  await fillSchedule()

  await press('Schedule Poll')

  expect((await screen.findAllByText('Poll scheduled!')).length).toBeGreaterThan(0)
  expect(fake.callsOf(createPoll)[0]?.body).toEqual({
    question: 'Later?',
    ...unchosen,
    options: ['Yes', 'No'],
    category: 3,
    schedule_date: '2030-01-15',
    schedule_time: '09:30',
    user_timezone: zone,
    duration_days: 7,
    idempotency_key: expect.any(String),
  })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((await screen.findByRole('region', { name: 'Your scheduled polls' })).textContent).toContain('Later?')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Scheduled polls (1)', expanded: true })),
  )
})

const scheduledPoll = {
  ...makePoll({ id: 50, question: 'Soon?', published_at: '2030-07-04T16:00:00Z', is_published: false }),
  schedule_zone: 'America/New_York',
}

test('lists scheduled polls with their time zone, and cancels one after a confirmation', async () => {
  const fake = fakeCreate([scheduledPoll])
  fake.respond(cancelScheduledPoll, () => {
    fake.respond(listScheduledPolls, [])
    return { cancelled: true }
  })
  openPage('/polls')

  await userEvent.click(await screen.findByRole('button', { name: 'Scheduled polls (1)', expanded: false }))
  const list = await screen.findByRole('region', { name: 'Your scheduled polls' })
  expect(list.textContent).toContain('Thu, Jul 4, 2030, 12:00 PM EDT (America/New_York)')
  await userEvent.click(within(list).getByRole('button', { name: 'Cancel “Soon?”' }))
  await screen.findByRole('dialog', { name: 'Cancel this poll?' })
  await press('Cancel poll')

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your scheduled polls' })).toBeNull())
  expect(fake.callsOf(cancelScheduledPoll)[0]?.path).toBe('/api/polls/50/')
})

/** Opens the list of scheduled polls, and cancels the only one. */
async function cancelScheduled() {
  openPage('/polls')
  await userEvent.click(await screen.findByRole('button', { name: 'Scheduled polls (1)' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel “Soon?”' }))
  await screen.findByRole('dialog')
  await press('Cancel poll')
}

test('shows a toast when cancelling a poll that has already opened', async () => {
  const fake = fakeCreate([scheduledPoll])
  fake.respondError(cancelScheduledPoll, { status: 409, body: { detail: 'This poll is already published.' } })
  await cancelScheduled()

  expect((await screen.findAllByText('This poll is already published.')).length).toBeGreaterThan(0)
})

test('keeps the dialog open after a failed cancellation, so that it can be repeated', async () => {
  const fake = fakeCreate([scheduledPoll])
  fake.respondError(cancelScheduledPoll, { status: 500 })
  await cancelScheduled()
  expect((await screen.findAllByText('The poll could not be cancelled')).length).toBeGreaterThan(0)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel poll' }).ariaBusy).toBeNull())
  fake.respond(cancelScheduledPoll, { cancelled: true })
  await press('Cancel poll')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fake.callsOf(cancelScheduledPoll)).toHaveLength(2)
})

test('retries scheduled polls that failed to load', async () => {
  const fake = fakeCreate()
  fake.respondError(listScheduledPolls, { status: 500 })
  openPage('/polls')

  await userEvent.click(await screen.findByRole('button', { name: 'Scheduled polls' }))
  const notice = (await screen.findByText('Your scheduled polls could not be loaded.')).closest('[role=alert]')
  fake.respond(listScheduledPolls, [scheduledPoll])
  await userEvent.click(within(notice as HTMLElement).getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByRole('region', { name: 'Your scheduled polls' })).toBeTruthy()
})

test('ties a poll to a vote of Congress, by the positions of the options that are sent', async () => {
  const fake = fakeCreate()
  fake.respond(listRollCalls, { results: [makeListedRollCall({ id: 9 })], next: null, count: 1 })
  fake.respond(getRollCall, makeRollCallPage({ id: 9 }))
  const { dialog } = await openDialog('Create Poll')
  await press('Add More Option (2/5)')
  await fill({ Question: 'Should it pass?', 'Option 1': 'Maybe', 'Option 3': 'Never' })
  await choose('Category', 'Environment')
  await userEvent.click(within(dialog).getByText('Add details (optional)'))
  await userEvent.type(field('Vote of Congress'), 'of the')
  expect((await screen.findAllByText(/^Searches leave out words/)).length).toBeGreaterThan(0)
  await userEvent.click(await screen.findByRole('option', { name: /S. 9: Act 9/ }))
  // Option 2 is blank, so it cannot mean anything.
  await press('Create Poll')
  expect(fieldErrors(dialog)).toEqual({ 'Option that means yes': 'Please fill in this field.' })
  fake.respondError(createPoll, {
    status: 400,
    body: { fields: { roll_call: ['There is no such vote of Congress.'] } },
  })

  await choose('Option that means no', 'Never')
  await press('Create Poll')

  expect(await within(dialog).findByText('Vote of Congress: There is no such vote of Congress.')).toBeTruthy()
  expect(fake.callsOf(createPoll)[0]?.body).toMatchObject({
    options: ['Maybe', 'Never'],
    roll_call: 9,
    roll_call_options: { yea: 0, nay: 1 },
  })
})

test.each([
  ['Create Poll', 'user'],
  ['Create Poll', 'moderator'],
  ['Schedule Poll', 'user'],
  ['Schedule Poll', 'moderator'],
] as const)('%s lets staff alone hide the results: %s', async (button, role) => {
  const fake = fakeCreate()
  fake.respond(getAccount, { ...account, role })
  fake.respond(getRecentVoters, null)
  fake.respond(createPoll, makePoll({ id: 99 }))
  const { dialog } = await openDialog(button)
  await (button === 'Create Poll' ? fillPoll() : fillSchedule())
  if (role === 'moderator') {
    expect(await within(dialog).findByLabelText('Results are shown')).toHaveProperty('value', 'always')
    expect(within(dialog).queryByLabelText(/^Show how many/)).toBeNull()
    await choose('Results are shown', 'At the close')
    await userEvent.click(field('Readers of an article can answer by email'))
  } else expect(within(dialog).queryByLabelText('Results are shown')).toBeNull()
  await press(button)

  const choices = { reveal: 'at_close', show_turnout: false, mailed_answers: false }
  await waitFor(() => expect(fake.callsOf(createPoll)).toHaveLength(1))
  const { body } = fake.callsOf(createPoll)[0]!
  if (role === 'moderator') expect(body).toMatchObject(choices)
  else for (const name of Object.keys(choices)) expect(body).not.toHaveProperty(name)
})
