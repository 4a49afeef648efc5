import { answerBallot, type Ballot, listOwnBallots, openBallot } from '@wtpu/contract/circles/on-demand/ballots'
import { errors } from '@wtpu/contract/errors'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

const question = (poll: number): Ballot['questions'][number] => ({
  poll,
  question: `Question ${poll}?`,
  options: ['Yes', 'No', 'Not sure'].map((text, index) => ({
    id: poll * 10 + index,
    text,
    is_no_opinion: text === 'Not sure',
  })),
  is_answered: false,
})
const paper: Ballot = {
  title: 'Budget of 2027',
  introduction: 'The board proposes two changes.',
  circle: 'Harbor Club',
  keepers: ['Ada Ashgrove'],
  kit: [{ label: 'The budget', url: 'https://harbor.example/budget.pdf' }],
  questions: [question(1), question(2)],
  others: [],
  state: 'open',
  changeable: false,
  reveal: 'at_close',
  closes_at: '2027-01-10T17:00:00Z',
  eligible: 240,
  quorum: 80,
}

function start(ballot: Partial<Ballot> = {}) {
  const api = fakeApi()
  api.respond(openBallot, { ...paper, ...ballot })
  return api
}
const pick = async (poll: number, option: string) =>
  userEvent.click(
    (await screen.findByRole('group', { name: new RegExp(`Question ${poll}`) })).querySelectorAll('input')[
      ['Yes', 'No', 'Not sure'].indexOf(option)
    ]!,
  )

test('the link of a mail opens the paper, takes the answers once and shows the receipt', async () => {
  const api = start()
  openPage('/ballot#a-token')
  expect(await screen.findByRole('heading', { level: 1, name: 'Budget of 2027' })).toBeTruthy()
  expect(screen.getByText('Quorum: 80 of 240 answers.')).toBeTruthy()
  // A keeper can be a candidate, so all are named.
  expect(screen.getByText(/can see who has answered, and so can Ada Ashgrove after the close\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'The budget (harbor.example)' })).toBeTruthy()
  expect(window.location.hash).toBe('')

  const send = screen.getByRole('button', { name: 'Send My Answers' })
  await userEvent.click(send)
  expect(screen.getByRole('alert').textContent).toBe('Choose an answer to at least one question.')
  expect(api.callsOf(answerBallot)).toHaveLength(0)

  await pick(1, 'No')
  expect(screen.queryByRole('alert')).toBeNull()
  await pick(2, 'Not sure')
  api.respondError(answerBallot, { status: 400, body: { detail: 'Please try again.' } })
  await userEvent.click(send)
  expect(await screen.findByText('Please try again.')).toBeTruthy()
  api.respond(answerBallot, {
    answers: [
      { poll: 1, ballot: 'first' },
      { poll: 2, ballot: 'second' },
    ],
    changeable_until: null,
  })
  await userEvent.click(send)

  await screen.findByText('Your answers are counted.')
  expect(document.activeElement?.textContent).toBe('Your answers are counted.')
  expect(screen.getByText('second')).toBeTruthy()
  expect(screen.getByText('Results are shown when the ballot closes.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Send|Change/ })).toBeNull()
  const [failed, sent] = api.callsOf(answerBallot).map(({ body }) => body)
  expect(sent).toEqual(failed)
  expect(sent).toMatchObject({
    token: 'a-token',
    answers: [
      { poll: 1, option: 11 },
      { poll: 2, option: 22 },
    ],
  })
})

test.each(['ballot_closed', 'ballot_used', 'ballot_unknown'] as const)(
  'while somebody answers, %s is said above the button, and what was picked stays',
  async (code) => {
    const api = start()
    openPage('/ballot#a-token')
    await screen.findByRole('heading', { level: 1, name: 'Budget of 2027' })
    await pick(1, 'No')
    await pick(2, 'Not sure')
    const { status, detail } = errors[code]
    api.respondError(answerBallot, { status, body: { code, detail } })
    await userEvent.click(screen.getByRole('button', { name: 'Send My Answers' }))
    expect((await screen.findByRole('alert')).textContent).toBe(detail)
    // The footer has the theme.
    const radios = within(screen.getByRole('main')).getAllByRole<HTMLInputElement>('radio')
    const picked = radios.filter(({ checked }) => checked)
    expect(picked.map(({ parentElement }) => parentElement?.textContent)).toEqual(['No', 'Not sure'])
  },
)

test('a code opens the paper, and another one after an error', async () => {
  const api = fakeApi()
  api.respondError(openBallot, { status: 404, body: { code: 'ballot_unknown', detail: 'We do not know this ballot.' } })
  openPage('/ballot')
  const field = await screen.findByRole('textbox', { name: 'Code' })
  await userEvent.type(field, '4gxr 9k2m 7qtb')
  await userEvent.click(screen.getByRole('button', { name: 'Open the Ballot' }))
  expect(await screen.findByText('We do not know this ballot.')).toBeTruthy()
  expect(field).toHaveProperty('value', '4gxr 9k2m 7qtb')

  api.respond(openBallot, paper)
  await userEvent.click(screen.getByRole('button', { name: 'Open the Ballot' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Budget of 2027' })).toBeTruthy()
  expect(api.callsOf(openBallot).at(-1)?.body).toEqual({ code: '4gxr 9k2m 7qtb' })
})

test('a code that opens several papers offers the others, and answers the one that is shown', async () => {
  const api = start({ others: [{ paper: 7, title: 'Board of 2027' }] })
  openPage('/ballot')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Code' }), '4GXR9K2M7QTB')
  await userEvent.click(screen.getByRole('button', { name: 'Open the Ballot' }))
  const other = await screen.findByRole('button', { name: 'Board of 2027' })
  api.respond(openBallot, { ...paper, title: 'Board of 2027', others: [{ paper: 6, title: 'Budget of 2027' }] })
  await userEvent.click(other)

  const title = await screen.findByRole('heading', { level: 1, name: 'Board of 2027' })
  expect(document.activeElement).toBe(title)
  expect(screen.getByRole('button', { name: 'Budget of 2027' })).toBeTruthy()
  await pick(1, 'Yes')
  api.respond(answerBallot, { answers: [{ poll: 1, ballot: 'first' }], changeable_until: null })
  await userEvent.click(screen.getByRole('button', { name: 'Send My Answers' }))
  await screen.findByText('Your answer is counted.')
  const by = { code: '4GXR9K2M7QTB', paper: 7 }
  expect([api.callsOf(openBallot).at(-1)?.body, api.callsOf(answerBallot)[0]?.body]).toMatchObject([by, by])
})

test('answers can be changed until the close, if the paper says so', async () => {
  const answered = [{ ...question(1), is_answered: true }]
  const api = start({ changeable: true, questions: answered })
  api.respond(answerBallot, { answers: [{ poll: 1, ballot: 'first' }], changeable_until: paper.closes_at })
  openPage('/ballot#a-token')

  await userEvent.click(await screen.findByRole('button', { name: 'Change my answers' }))
  expect(document.activeElement?.textContent).toBe('Change your answers')
  await pick(1, 'Yes')
  await userEvent.click(screen.getByRole('button', { name: 'Send My Answer' }))

  await waitFor(() => expect(document.activeElement?.textContent).toBe('Your answer is counted.'))
  expect(screen.getByRole('button', { name: 'Change my answers' })).toBeTruthy()
})

test.each<[string, Partial<Ballot>]>([
  [
    'You have answered all questions. Answers are final.',
    { questions: [{ ...question(1), is_answered: true }], state: 'used' },
  ],
  ['This ballot closed on', { state: 'closed' }],
])('says why nothing can be answered: %s', async (text, ballot) => {
  start(ballot)
  openPage('/ballot#a-token')
  expect(
    await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent.startsWith(text)),
  ).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryAllByRole('link', { name: /^See the results/ })).toHaveLength(ballot.state === 'closed' ? 2 : 0)
})

const own = {
  paper: 5,
  title: 'Budget of 2027',
  circle: 'Harbor Club',
  closes_at: paper.closes_at,
  questions: 2,
  answered: 1,
}

test('Home has the papers of the member’s lists under “For you”, and opens them without their link', async () => {
  const api = start()
  signedIn()
  api.respond(listOwnBallots, [own])
  openPage('/')
  const section = within(await screen.findByRole('region', { name: 'For you' }))
  const link = section.getByRole('link')
  expect(link.textContent).toMatch(
    /Budget of 2027.*You are on the list “Harbor Club”. It closes on .*You have answered 1 of 2\./,
  )

  await userEvent.click(link)
  expect(await screen.findByRole('heading', { level: 1, name: 'Budget of 2027' })).toBeTruthy()
  expect(api.callsOf(openBallot).map(({ body }) => body)).toEqual([{ paper: 5 }])
  await pick(1, 'No')
  api.respond(answerBallot, { answers: [{ poll: 1, ballot: 'first' }], changeable_until: null })
  await userEvent.click(screen.getByRole('button', { name: 'Send My Answers' }))
  await screen.findByText('Your answer is counted.')
  expect(api.callsOf(answerBallot)[0]?.body).toMatchObject({ paper: 5, answers: [{ poll: 1, option: 11 }] })
})

test('Home says that the papers could not be loaded, and says nothing where there are none', async () => {
  const api = fakeApi()
  signedIn()
  api.respondError(listOwnBallots, { status: 400, body: { detail: 'No.' } })
  openPage('/')
  const section = within(await screen.findByRole('region', { name: 'For you' }))
  api.respond(listOwnBallots, [])
  await userEvent.click(section.getByRole('button', { name: /Try Again/i }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'For you' })).toBeNull())
})
