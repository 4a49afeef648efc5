import { getUser } from '@wtpu/contract/accounts/accounts'
import { contactOffice, getPolitician, listMyRatings, type PoliticianProfile } from '@wtpu/contract/politicians'
import { getRatingHistory } from '@wtpu/contract/rating-history'
import { listPolls } from '@wtpu/contract/polls/polls'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { makePolitician } from '#features/politicians/fixtures.ts'
import { makePoll } from '#features/polls/fixtures.ts'

function openProfile(path: string, over: Partial<PoliticianProfile> = {}) {
  const fake = fakeApi()
  fake.respondError(getUser, { status: 404 })
  fake.respond(getPolitician, makePolitician({ id: 3, name: 'Pat Doe', state: 'NY', ...over }))
  fake.respond(listMyRatings, [])
  fake.respond(getRatingHistory, {
    since: '2026-03-01T12:00:00Z',
    last_90_days: { until: '2026-11-16T05:00:00Z', good: 80, bad: 30 },
    quarters: [{ begins: '2026-01-01T05:00:00Z', good: 299, bad: 1 }],
    counted_at: '2026-11-20T12:00:00Z',
    time_zone: 'America/New_York',
  })
  fake.respond(listPolls, { results: [], next: null })
  signedIn()
  return { fake, ...openPage(path) }
}

const findSelectedTab = (name: string) => screen.findByRole('tab', { name, selected: true })

test('gives each tab a URL, and Back returns to the previous tab', async () => {
  const { router } = openProfile('/politicians/3')
  await findSelectedTab('Discussion Wall')
  await userEvent.click(screen.getByRole('tab', { name: 'Contact Office' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Contact Office' })).toBeTruthy()
  expect(router.state.location.href).toBe('/politicians/3?tab=contact')

  router.history.back()

  expect(await screen.findByRole('heading', { level: 2, name: 'Discussion Wall' })).toBeTruthy()
  expect(router.state.location.href).toBe('/politicians/3')
})

test('opens the wall for an unknown tab in the URL', async () => {
  openProfile('/politicians/3?tab=gossip')

  expect(await findSelectedTab('Discussion Wall')).toBeTruthy()
})

test('shows no contact form for a former politician', async () => {
  openProfile('/politicians/3?tab=contact', { retired: true })

  expect(await screen.findByText('Pat Doe is no longer in office and cannot be contacted here.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send Message' })).toBeNull()
})

const fields = () =>
  ['Name', 'Email', 'Subject', 'Message'].map((label) => screen.getByLabelText<HTMLInputElement>(label))

test('sends a message as typed, shows a toast and clears the form', async () => {
  const { fake } = openProfile('/politicians/3?tab=contact')
  fake.respond(contactOffice, { stored: true, mailed: false })
  await findSelectedTab('Contact Office')
  const filledIn = ['Ada Lovelace', 'ada@wtpu.example', '', '']
  expect(fields().map(({ value }) => value)).toEqual(filledIn)
  for (const [index, text] of ['Ada', 'not an address', 'Roads', 'Please mend them.'].entries()) {
    await userEvent.clear(fields()[index]!)
    await userEvent.type(fields()[index]!, text)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))

  expect(await screen.findByText("Message sent to politician's office!")).toBeTruthy()
  expect(fake.callsOf(contactOffice)[0]).toMatchObject({
    path: '/api/politicians/3/contact/',
    body: { name: 'Ada', email: 'not an address', subject: 'Roads', message: 'Please mend them.' },
  })
  expect(fields().map(({ value }) => value)).toEqual(filledIn)
  expect(screen.queryByText(/Nothing was sent/)).toBeNull()
})

test('sends the language of a message', async () => {
  const { fake } = openProfile('/politicians/3?tab=contact')
  fake.respond(contactOffice, { stored: true, mailed: false })
  await findSelectedTab('Contact Office')
  await userEvent.type(screen.getByLabelText('Message'), 'Por favor, arreglen la calle de la escuela y los parques.')
  await screen.findByRole('combobox', { name: 'Language of your text' })

  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))

  await waitFor(() => expect(fake.callsOf(contactOffice)[0]?.body).toMatchObject({ lang: 'es' }))
})

test('says that an empty message was not sent', async () => {
  const { fake } = openProfile('/politicians/3?tab=contact')
  fake.respond(contactOffice, { stored: false, mailed: false })
  await findSelectedTab('Contact Office')

  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))

  expect(await screen.findByText("Message sent to politician's office!")).toBeTruthy()
  expect(screen.getByText('Nothing was sent, because the message was empty.')).toBeTruthy()
})

test('keeps the text of a message that could not be sent', async () => {
  const { fake } = openProfile('/politicians/3?tab=contact')
  fake.respondError(contactOffice, { status: 429, body: { detail: 'Too many attempts. Please try again later.' } })
  await findSelectedTab('Contact Office')
  await userEvent.type(screen.getByLabelText('Message'), 'Please mend them.')
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))

  expect(await screen.findByText('Message not sent')).toBeTruthy()
  expect(screen.getByText('Too many attempts. Please try again later.')).toBeTruthy()
  expect(fields().at(-1)?.value).toBe('Please mend them.')
})

test('sends one message for two clicks before any timer runs', async () => {
  const { fake } = openProfile('/politicians/3?tab=contact')
  fake.respondRaw(contactOffice, () => new Promise<never>(() => undefined))
  await findSelectedTab('Contact Office')
  await userEvent.type(screen.getByLabelText('Message'), 'Please mend them.')
  const button = screen.getByRole('button', { name: 'Send Message' })

  // Two separate tasks: promises settle between them, but no timer fires.
  await act(async () => button.click())
  await act(async () => button.click())
  await screen.findByRole('button', { name: 'Sending...' })

  expect(fake.callsOf(contactOffice)).toHaveLength(1)
})

test('shows office hours, response time and a link to the office’s own form', async () => {
  openProfile('/politicians/3?tab=contact', { email: 'https://doe.senate.gov/contact' })
  await findSelectedTab('Contact Office')

  const office = within(screen.getByRole('region', { name: 'Office information' }))
  expect(office.getByText('Monday - Friday, 9 AM - 5 PM')).toBeTruthy()
  expect(office.getByText('3-5 business days')).toBeTruthy()
  expect(office.getByRole('link', { name: /^Official contact form/ }).getAttribute('href')).toBe(
    'https://doe.senate.gov/contact',
  )
})

test('lists the newest three related polls and links to all of them', async () => {
  const { fake } = openProfile('/politicians/3?tab=polls')
  fake.respond(listPolls, {
    results: [makePoll({ id: 5, question: 'Is Pat Doe at work?', total_votes: 1200 })],
    next: null,
  })

  const poll = await screen.findByRole('link', { name: /^Is Pat Doe at work\?/ })
  expect(poll.getAttribute('href')).toBe('/polls/5')
  expect(poll.textContent).toContain('1.2K votes · Open')
  expect(Object.fromEntries(fake.callsOf(listPolls)[0]?.search ?? [])).toEqual({ politician: '3', limit: '3' })
  expect(screen.getByRole('link', { name: 'See all polls about Pat Doe' }).getAttribute('href')).toBe(
    '/polls?q=Pat+Doe&filter=politician',
  )
})

test('shows an empty state without related polls', async () => {
  openProfile('/politicians/3?tab=polls')

  expect(await screen.findByText('No polls yet')).toBeTruthy()
})

test('retries related polls that failed to load', async () => {
  const { fake } = openProfile('/politicians/3?tab=polls')
  fake.respondError(listPolls, { status: 503 })
  expect(await screen.findByText('Polls could not be loaded')).toBeTruthy()

  fake.respond(listPolls, [makePoll({ id: 5, question: 'Is Pat Doe at work?' })])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByText('Is Pat Doe at work?')).toBeTruthy()
})

const rated = { good_job_count: 1500, bad_job_count: 500, total_rating: 2000 }

test('says who rated, how certain the majority is, and since when, with the last 90 days and quarters', async () => {
  openProfile('/politicians/3', rated)
  const ratings = within(await screen.findByRole('region', { name: 'Ratings' }))
  expect(
    ratings.getByText(
      /^2,000 members of WTPU chose to rate so far, counted .* ET\. They are not a sample of the public\. Bad Job would lead if 501 of the 2,000 had rated otherwise\.$/,
    ),
  ).toBeTruthy()
  expect(
    await ratings.findByText(
      'Rated since Mar 2026. Last 90 days, until Nov 15: 73% of 110 ratings say Good Job. We count these in tens.',
    ),
  ).toBeTruthy()
  expect(ratings.getByText('Q1 2026').nextSibling?.textContent).toBe('>99% of 300 ratings say Good Job')
})

test.each([
  [{ good_job_count: 15, total_rating: 20, leads_clearly: null }, '75% of the first 20 ratings say Good Job'],
  [{ good_job_count: 7, total_rating: 10, leads_clearly: null }, '7 of the first 10 ratings say Good Job'],
  [{ good_job_count: null, total_rating: null, leads_clearly: 'bad' as const }, 'Bad Job leads clearly, more than 80%'],
])('shows the approval in the home state when the server returns it: %o', async (home, text) => {
  openProfile('/politicians/3', { ...rated, home_state: home })
  const ratings = await screen.findByRole('region', { name: 'Ratings' })

  expect(ratings.textContent).toContain(`In New York (self-declared): ${text}`)
})

test('hides the home state without its figures', async () => {
  openProfile('/politicians/3')
  const ratings = await screen.findByRole('region', { name: 'Ratings' })

  expect(ratings.textContent).not.toContain('In New York')
})
