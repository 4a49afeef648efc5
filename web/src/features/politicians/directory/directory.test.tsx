import { getUser } from '@wtpu/contract/accounts'
import {
  getPolitician,
  listFilterOptions,
  listMyRatings,
  listPoliticians,
  ratePolitician,
  type Politician,
} from '@wtpu/contract/politicians'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { makePolitician } from '#features/politicians/fixtures.ts'

const never = () => new Promise<never>(() => undefined)
const page = (results: Politician[], next: string | null = null) => ({
  results,
  next,
  count: results.length,
  total: 537,
})

function directory(politicians: Politician[] = []) {
  const fake = fakeApi()
  fake.refuse(getUser, { status: 404 })
  fake.refuse(getPolitician, { status: 404 })
  fake.reply(listPoliticians, page(politicians))
  fake.reply(listMyRatings, [])
  fake.reply(listFilterOptions, {
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

const card = (name: string) => screen.findByRole('article', { name })
const lastSearch = (fake: ReturnType<typeof fakeApi>) =>
  Object.fromEntries(fake.callsOf(listPoliticians).at(-1)?.search ?? [])

test('the fixed figures and the way to the Boiler Room are there', async () => {
  directory()

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

test('six skeleton cards stand in while loading', async () => {
  directory().reply(listPoliticians, never)

  openPage('/politicians')

  expect(await screen.findAllByTestId('politician-skeleton')).toHaveLength(6)
})

test('a card tells all there is to know, and how many of how many are shown', async () => {
  directory([
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

  const politician = await card('Pat Doe')
  for (const text of [
    'PD',
    'Democrat',
    'Senator',
    'New York',
    'Trending',
    '75%',
    '1.5K good',
    '500 bad',
    '2K ratings',
  ]) {
    expect(within(politician).getByText(text)).toBeTruthy()
  }
  expect(within(politician).getByText('More good than bad ratings')).toBeTruthy()
  const profile = within(politician).getByRole('link', { name: 'View Profile of Pat Doe' })
  expect(profile.getAttribute('href')).toBe('/politicians/1')
  expect(screen.getByText('Showing 1 of 537 politicians')).toBeTruthy()
})

test('an unrated official shows a dash and an empty bar, no percentage and no star', async () => {
  directory([makePolitician({ name: 'Pat Doe' })])

  openPage('/politicians')

  const politician = await card('Pat Doe')
  expect(within(politician).getByText('No ratings yet')).toBeTruthy()
  expect(within(politician).getByText('—').getAttribute('aria-hidden')).toBe('true')
  expect(politician.textContent).not.toContain('%')
  expect(politician.querySelector<HTMLElement>('[style]')?.style.transform).toBe('scaleX(0)')
  expect(within(politician).queryByText('More good than bad ratings')).toBeNull()
})

test('a portrait that cannot be loaded leaves the initials', async () => {
  directory([makePolitician({ name: 'Pat Doe', profile_image: 'https://photos.example.org/1.jpg' })])

  openPage('/politicians')
  const politician = await card('Pat Doe')
  politician.querySelector('img')?.dispatchEvent(new Event('error'))

  await waitFor(() => expect(politician.querySelector('img')).toBeNull())
  expect(within(politician).getByText('PD')).toBeTruthy()
})

test('nobody found can be cleared', async () => {
  const fake = directory()

  const { router } = openPage('/politicians?party=D')
  await screen.findByText('No politicians found')
  fake.reply(listPoliticians, page([makePolitician({ name: 'Pat Doe' })]))
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))

  expect(await card('Pat Doe')).toBeTruthy()
  expect(router.state.location.href).toBe('/politicians')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('filters cleared above the list leave the keyboard at the search', async () => {
  const fake = directory()
  fake.reply(listPoliticians, page([makePolitician({ name: 'Pat Doe' })]))
  openPage('/politicians?party=D')
  await card('Pat Doe')

  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('a list that fails is treated as empty, and can be tried again', async () => {
  const fake = directory()
  fake.refuse(listPoliticians, { status: 500 })

  openPage('/politicians')
  await screen.findByText('No politicians found')
  fake.reply(listPoliticians, [makePolitician({ name: 'Pat Doe' })])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await card('Pat Doe')).toBeTruthy()
})

test('the query string is restored on load; blank, "all" and unknown values are not sent', async () => {
  const fake = directory([makePolitician()])

  openPage('/politicians?search=doe&state=new+york&party=all&office=&page=2')

  await card('Official 1')
  expect(lastSearch(fake)).toEqual({ search: 'doe', state: 'NY', limit: '24' })
  expect(screen.getByLabelText('Search')).toHaveProperty('value', 'doe')
  expect(screen.getByLabelText('State')).toHaveProperty('value', 'NY')
  expect(screen.getByLabelText('Party')).toHaveProperty('value', '')
  expect(screen.getByLabelText('Office')).toHaveProperty('value', '')
})

test('typing is searched for after 600 ms and replaces the address; a choice adds to the history', async () => {
  const fake = directory([makePolitician()])
  const { router } = openPage('/politicians')
  await card('Official 1')

  await userEvent.selectOptions(screen.getByLabelText('State'), 'Vermont')
  await waitFor(() => expect(router.state.location.href).toBe('/politicians?state=VT'))
  const entries = router.history.length
  await userEvent.type(screen.getByPlaceholderText('Search politicians, offices, or states...'), 'doe ')
  expect(router.state.location.href).toBe('/politicians?state=VT')

  await waitFor(() => expect(router.state.location.search).toEqual({ search: 'doe', state: 'VT' }))
  expect(router.history.length).toBe(entries)
  expect(screen.getByLabelText('Search')).toHaveProperty('value', 'doe ')
  await waitFor(() => expect(lastSearch(fake)).toEqual({ search: 'doe', state: 'VT', limit: '24' }))
})

test('going back restores the filters of before', async () => {
  directory([makePolitician()])
  const { router } = openPage('/politicians?search=doe')
  await card('Official 1')
  await userEvent.selectOptions(screen.getByLabelText('Office'), 'Senator')
  await waitFor(() => expect(router.state.location.search).toEqual({ search: 'doe', office: 'Sen' }))

  router.history.back()

  await waitFor(() => expect(screen.getByLabelText('Office')).toHaveProperty('value', ''))
  expect(screen.getByLabelText('Search')).toHaveProperty('value', 'doe')
})

test('the states come from the server, the district and the territories below a divider', async () => {
  directory()

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

test('without the server’s filter options every state, party and office is offered', async () => {
  directory().refuse(listFilterOptions, { status: 404 })

  openPage('/politicians')

  await waitFor(() => expect(screen.getByLabelText('State').querySelectorAll('option')).toHaveLength(57))
  expect(screen.getByLabelText('Party').children).toHaveLength(4)
})

test('Load more brings the next page; the same official twice is shown once', async () => {
  const fake = directory()
  const doe = { name: 'Pat Doe', state: 'NY', office: 'Rep' } as const
  fake.reply(listPoliticians, ({ search }) =>
    search.get('cursor') === 'c2'
      ? page([makePolitician({ id: 2, ...doe }), makePolitician({ id: 3 })])
      : page([makePolitician({ id: 1, ...doe })], 'c2'),
  )

  openPage('/politicians')
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))

  await card('Official 3')
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

test('a next page that fails keeps the first one and can be tried again', async () => {
  const fake = directory()
  fake.reply(listPoliticians, page([makePolitician({ id: 1 })], 'c2'))
  openPage('/politicians')
  const more = await screen.findByRole('button', { name: 'Load more' })
  fake.refuse(listPoliticians, { status: 500 })

  await userEvent.click(more)
  await screen.findByText('More could not be loaded.')
  fake.reply(listPoliticians, page([makePolitician({ id: 2 })]))
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await card('Official 2')).toBeTruthy()
  expect(await card('Official 1')).toBeTruthy()
})

test('own ratings show as badges', async () => {
  const fake = directory([makePolitician({ id: 1 }), makePolitician({ id: 2 }), makePolitician({ id: 3 })])
  fake.reply(listMyRatings, [
    { politician: 1, type: 'good' },
    { politician: 2, type: 'bad' },
  ])

  openPage('/politicians')

  expect(await within(await card('Official 1')).findByText('Rated Good Job!')).toBeTruthy()
  expect(await within(await card('Official 2')).findByText('Rated Bad Job!')).toBeTruthy()
  expect(within(await card('Official 3')).getByRole('button', { name: 'Good Job for Official 3' })).toBeTruthy()
  expect(within(await card('Official 1')).queryByRole('button')).toBeNull()
})

test('a rating is sent, counted and thanked for', async () => {
  const fake = directory([makePolitician()])
  const rated = makePolitician({ bad_job_count: 1, total_rating: 1 })
  fake.reply(ratePolitician, () => {
    fake.reply(listPoliticians, page([rated]))
    fake.reply(listMyRatings, [{ politician: 1, type: 'bad' }])
    return rated
  })

  openPage('/politicians')
  await userEvent.click(await screen.findByRole('button', { name: 'Bad Job for Official 1' }))

  expect((await screen.findAllByText('Thank you!')).length).toBeGreaterThan(0)
  expect(screen.getByText('Bad Job vote has been recorded.')).toBeTruthy()
  const politician = await card('Official 1')
  expect(within(politician).getByText('Rated Bad Job!')).toBeTruthy()
  expect(within(politician).getByText('1 rating')).toBeTruthy()
  expect(fake.callsOf(ratePolitician)[0]).toMatchObject({ path: '/api/politicians/1/rate/', body: { type: 'bad' } })
})

test('a second rating says so and shows the first', async () => {
  const fake = directory([makePolitician()])
  fake.refuse(ratePolitician, { status: 409, body: { detail: 'You have already rated this politician.' } })

  openPage('/politicians')
  const button = await screen.findByRole('button', { name: 'Bad Job for Official 1' })
  fake.reply(listMyRatings, [{ politician: 1, type: 'good' }])
  await userEvent.click(button)

  expect(await screen.findByText('Already voted')).toBeTruthy()
  expect(screen.getByText('You have already voted for this politician.')).toBeTruthy()
  expect(await screen.findByText('Rated Good Job!')).toBeTruthy()
})

test('a rating that fails clears the choice for another try', async () => {
  const fake = directory([makePolitician()])
  let refuse: () => void = () => undefined
  fake.answer(ratePolitician, () => new Promise((_, reject) => (refuse = () => reject(new TypeError('lost')))))

  openPage('/politicians')
  await userEvent.click(await screen.findByRole('button', { name: 'Good Job for Official 1' }))
  expect(await screen.findByText('Rated Good Job!')).toBeTruthy()
  refuse()

  expect(await screen.findByText('Vote failed')).toBeTruthy()
  expect(screen.getByText('Rating could not be submitted. Please try again later.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Good Job for Official 1' })).toBeTruthy()
})
