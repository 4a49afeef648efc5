import { getAccount } from '@wtpu/contract/accounts/accounts'
import { createAppeal, createAppealByLink, decideAppeal } from '@wtpu/contract/moderation/appeals'
import type * as contract from '@wtpu/contract/moderation/cases'
import {
  claimCase,
  decideCase,
  getCase,
  listCases,
  listLoggedAccounts,
  listModerationLog,
} from '@wtpu/contract/moderation/cases'
import { listOwnDecisions } from '@wtpu/contract/moderation/own-decisions'
import { getModerationFigures } from '@wtpu/contract/moderation/figures'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { account } from '#features/accounts/fixtures.ts'
import { cellsOf } from '#testing/cells-of.ts'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'
import { shortcuts } from '#lib/stored-switch.ts'
import { OwnDecisions } from './own-decisions.tsx'

const at = '2026-11-20T10:00:00.000Z'
const ada = { id: 7, name: 'Ada Lovelace' }

const summary = (id: number, over: Partial<contract.CaseSummary> = {}): contract.CaseSummary => ({
  id,
  kind: 'post',
  content_id: 100 + id,
  report_count: id,
  reasons: ['harassment'],
  hidden: id === 1,
  created_at: at,
  closed_at: null,
  claimed_by: null,
  claimed_at: null,
  author: { id: 9, name: 'Anna Author' },
  excerpt: `Text of ${id}`,
  ...over,
})

const caseOf = (id: number, over: Partial<contract.Case> = {}): contract.Case => ({
  ...summary(id),
  content: {
    state: 'shown',
    title: '',
    text: `Text of ${id}`,
    media: [],
    path: `/boiler-room?post=${id}`,
    created_at: at,
    reported: [],
    parent: null,
    thread: [],
  },
  reports: [{ id: 1, reason: 'harassment', note: 'Look', reporter: ada, established: true, created_at: at }],
  notes: [],
  actions: [],
  history: [],
  author_joined_at: at,
  other_open_cases: 0,
  obstacle: null,
  ...over,
})

const content = caseOf(1).content!

const action: contract.Case['actions'][number] = {
  id: 5,
  action: 'remove',
  rule: 7,
  sentence: 'An advertisement.',
  days: null,
  text_action: null,
  undid: null,
  created_at: at,
  undone: false,
  appeal: null,
  actor: 'grace',
  actor_id: 3,
  kind: 'post',
  content_id: 101,
  case_id: 1,
  appeal_obstacle: null,
}

const openAppeal = { id: 9, text: 'It was my own watch.', created_at: at, granted: null, answer: null }

function startQueue(found = caseOf(1)) {
  signedIn()
  const fake = fakeApi()
  fake.respond(listCases, queue([summary(1), summary(2)]))
  fake.respond(getCase, ({ path }) => (path.endsWith('/2/') ? caseOf(2) : found))
  fake.respond(claimCase, { claimed_by: ada })
  return fake
}

/** Opens the first case, and waits until its report is shown. */
async function openCase(over: Partial<contract.Case> = {}) {
  const fake = startQueue(caseOf(1, over))
  openPage('/moderation?case=1')
  await screen.findByText('“Look”')
  return fake
}

test('says of each choice what follows from it', async () => {
  await openCase()
  const { textContent: words } = screen.getByRole('main')
  expect(words).toContain('Those who reported it are told.')
  expect(words).toContain('The author gets a warning with your sentence.')
})

const queue = (results: contract.CaseSummary[]) => ({
  results,
  next: null,
  counts: { open: results.length, mine: 0, appeals: 0, closed: 0 },
  oldest_opened_at: at,
})

test('lists cases with counts, moves by keyboard, and tells others which one is open', async () => {
  const fake = startQueue()
  openPage('/moderation')
  expect(await screen.findByRole('tab', { name: 'Open (2)' })).toBeTruthy()
  expect(screen.getByText('Hidden')).toBeTruthy()
  expect(screen.getByText('Choose a case')).toBeTruthy()
  expect(screen.getByText(/^Oldest open case:/).querySelector('time')?.dateTime).toBe(at)

  await userEvent.keyboard('j')
  expect(screen.queryByRole('region', { name: 'Case' })).toBeNull()
  screen.getByRole('button', { name: /Text of 1/ }).focus()
  await userEvent.keyboard('j')
  expect(await within(await screen.findByRole('region', { name: 'Case' })).findByText('“Look”')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Post by Anna Author')
  expect(fake.callsOf(claimCase)).toHaveLength(1)
  await userEvent.keyboard('j')
  await waitFor(() => expect(fake.callsOf(getCase).at(-1)?.path).toBe('/api/moderation/cases/2/'))
  await userEvent.keyboard('k')
  await waitFor(() => expect(screen.getByRole('button', { current: true }).textContent).toContain('Text of 1'))
  // Its data is there already.
  expect(document.activeElement?.textContent).toBe('Post by Anna Author')
})

test('letters do nothing once shortcuts are switched off', async () => {
  startQueue()
  shortcuts.set(false)
  openPage('/moderation')
  ;(await screen.findByRole('button', { name: /Text of 1/ })).focus()
  await userEvent.keyboard('j')
  expect(screen.queryByRole('region', { name: 'Case' })).toBeNull()
})

test('shows each text that was reported before an edit', async () => {
  const reported = [
    { title: 'Ada @ada', text: 'First bio' },
    { title: '', text: 'Second bio' },
  ]
  await openCase({ content: { ...content, reported } })
  expect(screen.getAllByText('As it was reported, before an edit')).toHaveLength(2)
  expect([...reported.map(({ text }) => text), 'Ada @ada'].map((text) => screen.getByText(text))).toHaveLength(3)
})

test('shows the comments around reported content', async () => {
  const comment = { id: 7, author: 'Lin', text: 'A reply to it', created_at: at, is_subject: false, is_reply: false }
  await openCase({ content: { ...content, thread: [comment] } })
  expect(within(screen.getByRole('list', { name: 'Thread' })).getByText('A reply to it')).toBeTruthy()
})

test('shows the images of a reported post, not larger than posts do', async () => {
  const file = '/media/posts/6f1c2d3e-1920.webp?expires=1&signature=x'
  const image = { kind: 'image', file, poster: null, width: 1920, height: 1440, alt: 'A sign', captions: null } as const
  await openCase({ content: { ...content, text: '', media: [image] } })
  expect((await screen.findByRole('img', { name: 'A sign' })).getAttribute('src')).toBe(
    '/media/posts/6f1c2d3e-640.webp?expires=1&signature=x',
  )
})

test('decides by keyboard, and keeps what was typed after a failure', async () => {
  const fake = await openCase()
  fake.respondError(decideCase, { status: 503, body: { code: 'busy', detail: 'Please try again.' } })
  await userEvent.keyboard('rs')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Remove/ }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Suspend/ }).checked).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Suspend/ }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'For how long' }), '30')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Guideline' }), '6')
  const sentence = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Sentence to the author' })
  await userEvent.type(sentence, 'A threat.')
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Please try again.')
  expect(sentence.value).toBe('A threat.')

  fake.respond(decideCase, { action_id: 4 })
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }))
  expect(await screen.findByText('It is in the public log.')).toBeTruthy()
  expect(fake.callsOf(decideCase).at(-1)?.body).toEqual({ action: 'suspend', rule: 6, sentence: 'A threat.', days: 30 })
})

test.each([
  ['post', 'e', 'Keep the post. The next case opens.', { action: 'keep' }],
  ['post', 'rw', 'Remove the post and warn Anna Author.', { action: 'warn', text_action: 'remove' }],
  ['post', 'rb', 'Remove the post and block Anna Author.', { action: 'block' }],
  [
    'post',
    'es',
    'Keep the post and suspend Anna Author for 7 days.',
    { action: 'suspend', text_action: 'keep', days: 7 },
  ],
  ['discussion', 'lw', 'Lock the discussion and warn Anna Author.', { action: 'warn', text_action: 'lock' }],
  ['discussion', 'lwn', 'Lock the discussion.', { action: 'lock' }],
  ['user', 'rw', 'Warn Anna Author.', { action: 'warn' }],
  ['user', 'n', 'Leave the account of Anna Author as it is.', { action: 'keep' }],
] as const)('of a %s, the keys "%s" decide: %s', async (kind, keys, says, decision) => {
  const fake = await openCase({ kind })
  fake.respond(decideCase, { action_id: 4 })
  expect(screen.getByText(/^Choose what happens to the (text|person)\.$/)).toBeTruthy()
  await userEvent.keyboard(keys)
  expect(screen.getByText(says.split('. ')[0]!, { exact: false }).closest('p')?.textContent).toContain(says)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(fake.callsOf(decideCase)).toHaveLength(1))
  expect(fake.callsOf(decideCase)[0]?.body).toEqual({ ...decision, rule: null, sentence: '' })
})

test('offers sentences for the guideline, which can be edited, and never replaces what was typed', async () => {
  await openCase()
  await userEvent.keyboard('r')
  expect(screen.queryByRole('group', { name: 'Sentences for this guideline' })).toBeNull()
  await userEvent.keyboard('7o')
  const sentence = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Sentence to the author' })
  expect(sentence.value).toBe('This is advertising. Nothing is for sale here.')
  await userEvent.keyboard('o')
  expect(sentence.value).toMatch(/^This asks for money\./)
  await userEvent.click(screen.getByRole('button', { name: 'Advertising' }))
  await userEvent.type(sentence, ' Thank you.')
  await userEvent.click(screen.getByRole('button', { name: 'Fundraising' }))
  expect(sentence.value).toMatch(/^This is advertising\. Nothing is for sale here\. Thank you\. This asks for money\./)
})

test('"?" shows all keys', async () => {
  await openCase()
  await userEvent.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keys' }))
  expect(dialog.getByText('The text: keep, remove, lock')).toBeTruthy()
})

test.each([
  ['a decision', decideCase, 'Decide', caseOf(1)],
  ['an appeal', decideAppeal, 'Grant', caseOf(1, { closed_at: at, actions: [{ ...action, appeal: openAppeal }] })],
])('says when somebody else was faster with %s, and keeps what was typed', async (_, endpoint, name, found) => {
  const fake = startQueue()
  const decided = { ...openAppeal, granted: false, answer: 'No.' }
  fake.respond(getCase, () =>
    fake.callsOf(endpoint).length === 0
      ? found
      : caseOf(1, { closed_at: at, actions: [{ ...action, appeal: decided }] }),
  )
  fake.respondError(endpoint, {
    status: 409,
    body: { code: 'already_decided', detail: 'Somebody else has just decided about this.' },
  })
  openPage('/moderation?case=1')
  await screen.findByText('“Look”')
  await userEvent.keyboard('e')
  await userEvent.type(screen.getByRole('textbox', { name: /Sentence to the author|Answer/ }), 'A threat.')
  await userEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
  expect(await screen.findByText('Somebody else has just decided about this.')).toBeTruthy()
  expect(
    within(screen.getByText('You wrote this, and it was not sent').parentElement!).getByText('A threat.'),
  ).toBeTruthy()
})

test('a decision whose response was lost is decided if the case has it', async () => {
  const fake = await openCase()
  fake.respondRaw(decideCase, () => {
    const own = { ...action, action: 'keep', actor_id: 7 } as const
    fake.respond(getCase, caseOf(1, { closed_at: at, actions: [own] }))
    return Promise.reject(new TypeError('lost'))
  })

  await userEvent.keyboard('e')
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }))

  expect(await screen.findByText('It is in the public log.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('opens the next case after a decision, and focuses the heading after the last one', async () => {
  const fake = startQueue()
  const decided = new Set<string>()
  const pathOf = (id: number) => `/api/moderation/cases/${id}/`
  fake.respond(listCases, () => queue([1, 2, 3].filter((id) => !decided.has(pathOf(id))).map((id) => summary(id))))
  fake.respond(getCase, ({ path }) => {
    const id = Number(/\d+/.exec(path)?.[0])
    return caseOf(id, { closed_at: decided.has(pathOf(id)) ? at : null })
  })
  fake.respond(decideCase, ({ path }) => {
    decided.add(path.replace('decision/', ''))
    return { action_id: 4 }
  })
  const current = () => fake.callsOf(getCase).at(-1)?.path
  const focused = () => document.activeElement?.textContent
  const keep = async (id: number) => {
    await waitFor(() => expect(current()).toBe(pathOf(id)))
    await waitFor(() => expect(focused()).toBe('Post by Anna Author'))
    await userEvent.keyboard('e')
    await userEvent.click(screen.getByRole('button', { name: 'Decide' }))
    await waitFor(() => expect(decided.has(pathOf(id))).toBe(true))
  }
  openPage('/moderation?case=2')
  await keep(2)
  await keep(3)
  await keep(1)
  await waitFor(() => expect(focused()).toBe('Moderation'))
})

test('shows no form to who the case is about', async () => {
  await openCase({ obstacle: 'This is about you, so another moderator decides.', actions: [action] })
  expect(screen.getByText('This is about you, so another moderator decides.')).toBeTruthy()
  expect(screen.queryByRole('form', { name: 'Decision' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('shows an appeal without a form to who made the decision', async () => {
  const own = { ...action, appeal: openAppeal, appeal_obstacle: 'You made this decision.' }
  await openCase({ closed_at: at, actions: [own] })
  expect(screen.getByText('You made this decision.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Grant' })).toBeNull()
})

test('keeps a decided appeal and its answer beside the decision', async () => {
  const appeal = { ...openAppeal, granted: false, answer: 'It is still for sale.' }
  await openCase({ actions: [{ ...action, appeal }] })
  const row = screen.getByText('Appeal not granted').closest('li')
  for (const part of [action.sentence, appeal.text, appeal.answer]) expect(row?.textContent).toContain(part)
})

test('names who looks at a case for 15 minutes, in the queue and in the case', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const claimed = (minutes: number) => ({ claimed_by: { ...ada, id: 8 }, claimed_at: minutesAgo(minutes) })
  const fake = startQueue(caseOf(1, claimed(14)))
  fake.respond(listCases, queue([summary(1, claimed(14)), summary(2, claimed(16))]))
  openPage('/moderation?case=1')
  expect(await screen.findByText('Ada Lovelace is looking at this')).toBeTruthy()
  const rows = within(screen.getByRole('list', { name: 'Cases' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent?.includes('Ada Lovelace'))).toEqual([true, false])
})

test('links to the cases of other decisions about the author, and counts the open ones', async () => {
  const onServer = { ...action, id: 6, case_id: null }
  await openCase({ history: [{ ...action, case_id: 2 }, onServer], other_open_cases: 3 })
  expect(screen.getByText('3 other cases about the author are open.')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: /^Show case/ })).toHaveLength(1)
  await userEvent.click(screen.getByRole('link', { name: 'Show case 2' }))
  expect(await within(screen.getByRole('region', { name: 'Case' })).findByText('Text of 2')).toBeTruthy()
})

test('says why a case is open that nobody reported', async () => {
  startQueue(caseOf(1, { reports: [] }))
  openPage('/moderation?case=1')
  expect(await screen.findByText(/^Nobody reported it: its author wrote the same text/)).toBeTruthy()
})

test('does not exist for others', async () => {
  signedIn()
  fakeApi().respondError(listCases, { status: 404, body: { code: 'not_found' } })
  openPage('/moderation')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
})

test('shows decisions about the own content, takes an appeal, and says what became of reports', async () => {
  signedIn()
  const fake = fakeApi()
  const decision = { ...action, excerpt: 'Buy this', appeal_until: '2026-12-20T10:00:00.000Z' }
  const report = { id: 1, kind: 'comment', content_id: 3, reason: 'spam', created_at: at, outcome: 'acted' } as const
  const held = { kind: 'poll', content_id: 9, text: 'Held question?', created_at: at } as const
  fake.respond(listOwnDecisions, { held: [held], decisions: [decision], reports: [report] })
  fake.respondError(createAppeal, { status: 403, body: { code: 'appeal_too_late', detail: 'Too late.' } })
  renderComponent(<OwnDecisions />)
  expect(await screen.findByText('An advertisement.')).toBeTruthy()
  expect(screen.getByText('Guideline 7. Nothing for sale.')).toBeTruthy()
  expect(screen.getByText('Thank you: we acted on it.')).toBeTruthy()
  expect(screen.getByText('Held question?')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Appeal' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Appeal' }))
  await userEvent.type(dialog.getByRole('textbox'), 'It was a joke.')
  await userEvent.click(dialog.getByRole('button', { name: 'Send Appeal' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Too late.')
  fake.respond(createAppeal, { id: 1 })
  await userEvent.click(dialog.getByRole('button', { name: 'Send Appeal' }))
  expect(await screen.findByText('Your appeal was sent')).toBeTruthy()
  expect(fake.callsOf(createAppeal).at(-1)?.body).toEqual({ text: 'It was a joke.' })
})

test.each(['/appeal#5.9.signature', '/appeal/5.9.signature'])(
  'takes an appeal by the link of a mail (%s) without a sign-in, and keeps it after a failure',
  async (link) => {
    const fake = fakeApi()
    fake.respondError(createAppealByLink, { status: 404, body: { code: 'not_found', detail: 'Decision not found.' } })
    openPage(link)
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Why it is wrong' })
    await userEvent.type(text, 'It was not me.')
    await userEvent.click(screen.getByRole('button', { name: 'Send Appeal' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Decision not found.')
    expect(text.value).toBe('It was not me.')

    fake.respond(createAppealByLink, { id: 1 })
    await userEvent.click(screen.getByRole('button', { name: 'Send Appeal' }))
    expect(await screen.findByText(/^Your appeal was sent/)).toBeTruthy()
    expect(fake.callsOf(createAppealByLink).at(-1)?.body).toEqual({ token: '5.9.signature', text: 'It was not me.' })
  },
)

test('shows the log to visitors, without names', async () => {
  const entry = {
    id: 1,
    day: '2026-11-20',
    kind: 'post',
    action: 'suspend',
    rule: 6,
    days: 7,
    text_action: null,
  } as const
  fakeApi().respond(listModerationLog, {
    results: [
      {
        ...entry,
        id: 2,
        day: '2026-11-21',
        action: 'undo',
        days: null,
        rule: null,
        sentence: 'A mistake.',
        undoes: 1,
        undid: { action: 'suspend', days: 7, text_action: null, day: '2026-11-20' },
        appeal: null,
        appeal_by_same: false,
      },
      { ...entry, sentence: 'A threat.', undoes: null, undid: null, appeal: 'rejected', appeal_by_same: true },
    ],
    next: null,
  })
  openPage('/moderation/log')
  expect(await screen.findByText('Suspended for 7 days')).toBeTruthy()
  const undone = screen.getByText('Undone: Suspended for 7 days').closest('li')
  expect(undone?.textContent).toContain('Nov 21, 2026, the decision of Nov 20, 2026')
  expect(screen.getByText('Appeal not granted by the same moderator, because there was no other')).toBeTruthy()
  expect(screen.getByText('Guideline 6. No violence, no hatred.')).toBeTruthy()
})

test('the log names accounts to staff, and asks for the names as staff only', async () => {
  signedIn()
  const fake = fakeApi()
  const entry = { day: '2026-11-20', kind: 'user', days: null, text_action: null, rule: null, undoes: null } as const
  const rest = { undid: null, appeal: null, appeal_by_same: false } as const
  fake.respond(listModerationLog, {
    results: [
      { ...entry, ...rest, id: 9, action: 'grant', sentence: 'An account became an admin.' },
      { ...entry, ...rest, id: 8, action: 'account', sentence: 'An account was deleted.' },
      { ...entry, ...rest, id: 7, action: 'settings', kind: 'site', sentence: 'Registration was closed.' },
    ],
    next: null,
  })
  fake.respond(listLoggedAccounts, [
    { id: 9, account: 3, name: 'Grace Hopper', username: 'grace' },
    { id: 8, account: 4, name: 'Anonymous', username: '' },
  ])
  const { unmount } = openPage('/moderation/log')
  expect(await screen.findByText('Registration was closed.')).toBeTruthy()
  expect(fake.callsOf(listLoggedAccounts)).toEqual([])
  unmount()

  fake.respond(getAccount, { ...account, role: 'moderator' })
  openPage('/moderation/log')
  expect(await screen.findByText('Grace Hopper (@grace)')).toBeTruthy()
  expect(screen.getByText('account 4, which was deleted')).toBeTruthy()
  expect(fake.callsOf(listLoggedAccounts).map(({ search }) => search.get('ids'))).toEqual(['9,8'])
})

test('shows figures by party, and by month without empty months', async () => {
  const november = { reports: 20, kept: 9, warned: 2, removed: 3, appeals: 1, appeals_granted: 0 }
  const october = { reports: 0, kept: 0, warned: 0, removed: 0, appeals: 0, appeals_granted: 0 }
  fakeApi().respond(getModerationFigures, {
    parties: [
      { party: 'D', cases: 70, removed: 56, warned: 0, share: { percent: 80, low: 69, high: 88 } },
      { party: 'R', cases: 11, removed: 3, warned: 1, share: null },
    ],
    difference: { points: -20, low: -33, high: -5, detectable: 22 },
    open_cases: 1,
    counted_at: '2026-11-20T12:00:00Z',
    months: [
      {
        month: '2026-11',
        ...november,
        removed_by_rule: [
          { rule: 7, removed: 2 },
          { rule: null, removed: 1 },
        ],
        median_hours: 2.5,
        median_of: 14,
      },
      { month: '2026-10', ...october, removed_by_rule: [], median_hours: null, median_of: 0 },
    ],
  })
  openPage('/moderation/figures')
  const parties = await screen.findByRole('table', { name: 'Decisions by the party of the official' })
  expect(cellsOf(parties).slice(1)).toEqual([
    ['Democrats', '56 of 70 (80%)', '69% to 88%', '0'],
    ['Republicans', '3 of 11', 'Too few cases', '1'],
  ])
  expect(
    screen.getByText(
      /^About Republicans, 20 points more were removed than about Democrats \(95% interval 5 to 33 points\)\. .* about 22 points or more\.$/,
    ),
  ).toBeTruthy()
  expect(screen.getByText(/^1 case waits for a decision now/)).toBeTruthy()
  const months = within(screen.getByRole('list', { name: 'By month' }))
  expect(months.getAllByRole('heading', { level: 3 }).map((month) => month.textContent)).toEqual(['November 2026'])
  expect(months.getAllByRole('definition').map((value) => value.textContent)).toEqual([
    '20',
    '9',
    '2',
    '3',
    '2.5 h of 14',
    '1',
    '0',
  ])
  expect(months.getByText('7. Nothing for sale. (2)')).toBeTruthy()
  expect(months.getByText('No guideline was named (1)')).toBeTruthy()
})

test.each([
  ['/moderation', listCases, 'The cases could not be loaded'],
  ['/moderation/log', listModerationLog, 'The log could not be loaded'],
  ['/moderation/figures', getModerationFigures, 'The figures could not be loaded'],
])('%s says when it could not be loaded', async (path, endpoint, title) => {
  signedIn()
  fakeApi().failToConnect(endpoint)
  openPage(path)
  expect(await screen.findByText(title)).toBeTruthy()
})

test('says when the own decisions could not be loaded', async () => {
  fakeApi().failToConnect(listOwnDecisions)
  renderComponent(<OwnDecisions />)
  expect(await screen.findByText('The decisions could not be loaded')).toBeTruthy()
})
