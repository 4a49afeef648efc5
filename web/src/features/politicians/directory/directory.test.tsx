import { getUser } from '@wtpu/contract/accounts/accounts'
import {
  getPolitician,
  listFilterOptions,
  listMyRatings,
  listPoliticians,
  type Politician,
} from '@wtpu/contract/politicians'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { startSteadyClock } from '#testing/steady-clock.ts'
import { makePolitician } from '#features/politicians/fixtures.ts'

const pending = () => new Promise<never>(() => undefined)
const page = (results: Politician[], next: string | null = null) => ({
  results,
  next,
  count: results.length,
  total: 537,
})

function fakeDirectory(politicians: Politician[] = []) {
  const fake = fakeApi()
  fake.respondError(getUser, { status: 404 })
  fake.respondError(getPolitician, { status: 404 })
  fake.respond(listPoliticians, page(politicians))
  fake.respond(listMyRatings, [])
  fake.respond(listFilterOptions, {
    states: [
      { code: 'NY', name: 'New York' },
      { code: 'VT', name: 'Vermont' },
      { code: 'DC', name: 'District of Columbia' },
    ],
    parties: [{ code: 'D', name: 'Democrat' }],
    offices: [{ code: 'Sen', name: 'Senator' }],
  })
  signedIn()
  return fake
}

const findCard = (name: string) => screen.findByRole('article', { name })
const lastSearch = (fake: ReturnType<typeof fakeApi>) =>
  Object.fromEntries(fake.callsOf(listPoliticians).at(-1)?.search ?? [])

test.each([
  { of: 'a new site', total: 0, isShown: false },
  { of: 'a search without a match', total: 537, isShown: true },
])('counts officials and says who rates them, except on an empty list: $of', async ({ total, isShown }) => {
  fakeDirectory().respond(listPoliticians, { ...page([]), total })

  openPage('/politicians')

  expect(await screen.findByText('No politicians found')).toBeTruthy()
  for (const text of [/^Showing 0 of/, /^Members of WTPU choose to rate/])
    expect(screen.queryAllByText(text)).toHaveLength(isShown ? 1 : 0)
})

test('shows the fixed figures and a link to the Boiler Room', async () => {
  fakeDirectory()

  openPage('/politicians')

  expect(await screen.findByText('Last updated: 5 minutes ago')).toBeTruthy()
  const figures = screen.getByRole('list', { name: 'WTPU in figures' })
  expect(
    within(figures)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['15K+ officials', '2.5M+ ratings', '50 states', '98% accuracy'])
  expect(screen.getByRole('link', { name: 'Open Boiler Room' }).getAttribute('href')).toBe('/boiler-room')
})

test('shows six skeleton cards while loading', async () => {
  fakeDirectory().respond(listPoliticians, pending)

  openPage('/politicians')

  expect(await screen.findAllByTestId('politician-skeleton')).toHaveLength(6)
})

test('shows all details on a card and the number of matching politicians', async () => {
  fakeDirectory([
    makePolitician({
      name: 'Pat Doe',
      party: 'D',
      office: 'Sen',
      state: 'NY',
      good_job_count: 1500,
      bad_job_count: 500,
      is_trending: true,
    }),
  ])

  openPage('/politicians')

  const politician = await findCard('Pat Doe')
  for (const text of [
    'PD',
    'Democrat',
    'Senator',
    'New York',
    'Trending',
    '75%',
    '1,500 good',
    '500 bad',
    '2,000 ratings',
  ]) {
    expect(within(politician).getByText(text)).toBeTruthy()
  }
  expect(within(politician).getByText('More good than bad ratings')).toBeTruthy()
  const profile = within(politician).getByRole('link', { name: 'View Profile of Pat Doe' })
  expect(profile.getAttribute('href')).toBe('/politicians/1')
  expect(screen.getByText('Showing 1 of 537 politicians')).toBeTruthy()
})

test('shows a dash and an empty bar for an unrated politician, without percentage or star', async () => {
  fakeDirectory([makePolitician({ name: 'Pat Doe' })])

  openPage('/politicians')

  const politician = await findCard('Pat Doe')
  expect(within(politician).getByText('No ratings yet')).toBeTruthy()
  expect(within(politician).getByText('—').getAttribute('aria-hidden')).toBe('true')
  expect(politician.textContent).not.toContain('%')
  expect(politician.querySelector<HTMLElement>('[style]')?.style.transform).toBe('scaleX(0)')
  expect(within(politician).queryByText('More good than bad ratings')).toBeNull()
})

test('shows initials when a portrait fails to load', async () => {
  fakeDirectory([makePolitician({ name: 'Pat Doe', profile_image: '/media/officials/1-640.webp' })])

  openPage('/politicians')
  const politician = await findCard('Pat Doe')
  politician.querySelector('img')!.dispatchEvent(new Event('error'))

  await waitFor(() => expect(politician.querySelector('img')).toBeNull())
  expect(within(politician).getByText('PD')).toBeTruthy()
})

test('clears the filters when no politician matches', async () => {
  const fake = fakeDirectory()

  const { router } = openPage('/politicians?party=D')
  await screen.findByText('No politicians found')
  fake.respond(listPoliticians, page([makePolitician({ name: 'Pat Doe' })]))
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))

  expect(await findCard('Pat Doe')).toBeTruthy()
  expect(router.state.location.href).toBe('/politicians')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('focuses the search field after filters are cleared above the list', async () => {
  const fake = fakeDirectory()
  fake.respond(listPoliticians, page([makePolitician({ name: 'Pat Doe' })]))
  openPage('/politicians?party=D')
  await findCard('Pat Doe')

  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('shows a failed list as empty with Try Again', async () => {
  const fake = fakeDirectory()
  fake.respondError(listPoliticians, { status: 500 })

  openPage('/politicians')
  await screen.findByText('No politicians found')
  fake.respond(listPoliticians, [makePolitician({ name: 'Pat Doe' })])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await findCard('Pat Doe')).toBeTruthy()
})

test('restores the filters from the URL and ignores blank, "all" and unknown values', async () => {
  const fake = fakeDirectory([makePolitician()])

  openPage('/politicians?search=doe&state=new+york&party=all&office=&page=2')

  await findCard('Official 1')
  expect(lastSearch(fake)).toEqual({ search: 'doe', state: 'NY', limit: '10' })
  expect(screen.getByLabelText('Search')).toHaveProperty('value', 'doe')
  expect(screen.getByLabelText('State')).toHaveProperty('value', 'NY')
  expect(screen.getByLabelText('Party')).toHaveProperty('value', '')
  expect(screen.getByLabelText('Office')).toHaveProperty('value', '')
})

test('searches 600 ms after typing and replaces the URL; choosing an option adds a history entry', async () => {
  startSteadyClock()
  const fake = fakeDirectory([makePolitician()])
  const { router } = openPage('/politicians')
  await findCard('Official 1')

  await userEvent.selectOptions(screen.getByLabelText('State'), 'Vermont')
  await waitFor(() => expect(router.state.location.href).toBe('/politicians?state=VT'))
  const entries = router.history.length
  await userEvent.type(screen.getByPlaceholderText('Search politicians, offices, or states...'), 'doe ')
  expect(router.state.location.href).toBe('/politicians?state=VT')

  await waitFor(() => expect(router.state.location.search).toEqual({ search: 'doe', state: 'VT' }))
  expect(router.history.length).toBe(entries)
  expect(screen.getByLabelText('Search')).toHaveProperty('value', 'doe ')
  await waitFor(() => expect(lastSearch(fake)).toEqual({ search: 'doe', state: 'VT', limit: '10' }))
})

test('restores the previous filters on Back', async () => {
  fakeDirectory([makePolitician()])
  const { router } = openPage('/politicians?search=doe')
  await findCard('Official 1')
  await userEvent.selectOptions(screen.getByLabelText('Office'), 'Senator')
  await waitFor(() => expect(router.state.location.search).toEqual({ search: 'doe', office: 'Sen' }))

  router.history.back()

  await waitFor(() => expect(screen.getByLabelText('Office')).toHaveProperty('value', ''))
  expect(screen.getByLabelText('Search')).toHaveProperty('value', 'doe')
})

test('lists states from the server, with DC and the territories below a divider', async () => {
  fakeDirectory()

  openPage('/politicians')

  const state = await screen.findByLabelText('State')
  await waitFor(() => expect(state.children).toHaveLength(5))
  expect([...state.children].map((child) => child.textContent || child.tagName)).toEqual([
    'All States',
    'New York',
    'Vermont',
    'HR',
    'District of Columbia',
  ])
})

test('offers every state, party and office when the filter options fail to load', async () => {
  fakeDirectory().respondError(listFilterOptions, { status: 404 })

  openPage('/politicians')

  await waitFor(() => expect(screen.getByLabelText('State').querySelectorAll('option')).toHaveLength(57))
  expect(screen.getByLabelText('Party').children).toHaveLength(4)
})

test('loads the next page on Load more and shows a duplicate politician once', async () => {
  const fake = fakeDirectory()
  const doe = { name: 'Pat Doe', state: 'NY', office: 'Rep' } as const
  fake.respond(listPoliticians, ({ search }) =>
    search.get('cursor') === 'c2'
      ? page([makePolitician({ id: 2, ...doe }), makePolitician({ id: 3 })])
      : page([makePolitician({ id: 1, ...doe })], 'c2'),
  )

  openPage('/politicians')
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))

  await findCard('Official 3')
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

test('keeps the first page when the next one fails, and retries it', async () => {
  const fake = fakeDirectory()
  fake.respond(listPoliticians, page([makePolitician({ id: 1 })], 'c2'))
  openPage('/politicians')
  const more = await screen.findByRole('button', { name: 'Load more' })
  fake.respondError(listPoliticians, { status: 500 })

  await userEvent.click(more)
  await screen.findByText('More could not be loaded.')
  fake.respond(listPoliticians, page([makePolitician({ id: 2 })]))
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await findCard('Official 2')).toBeTruthy()
  expect(await findCard('Official 1')).toBeTruthy()
})
