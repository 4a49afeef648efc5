import { logout } from '@wtpu/contract/accounts/accounts'
import { type SearchResponse, searchSite } from '@wtpu/contract/site/search'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { signOut } from '#lib/session/sign-out.ts'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { nothingFound, searchResponse } from './fixtures.ts'

const recentKey = 'wtpu-recent-searches'
const box = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search the site' })
const stored = () => JSON.parse(localStorage.getItem(recentKey) ?? '[]') as string[]

function fakeSearch({ member = true } = {}) {
  const fake = fakeApi()
  if (member) signedIn()
  const { officials, polls } = searchResponse
  const groups = member ? searchResponse : { officials, polls }
  fake.respond(searchSite, ({ search }) => {
    const kind = search.get('kind')
    if (kind === 'polls') {
      const isFirst = search.get('cursor') === null
      const results = polls?.results.map((result) => ({ ...result, id: isFirst ? 2 : 20 })) ?? []
      return { polls: { results, count: 100, next: isFirst ? 'more' : null } }
    }
    return groups
  })
  return fake
}

/** Without the notices of the site, which may load at any time. */
const results = () => within(screen.getByRole('main'))

test('shows the first matches of each kind with the found words marked, and where they lead', async () => {
  fakeSearch()
  openPage('/search?q=school')

  expect(await screen.findByRole('heading', { name: 'Search', level: 1 })).toBeTruthy()
  const polls = await screen.findByRole('region', { name: 'Polls 100+' })
  expect(within(polls).getByText('school').tagName).toBe('MARK')
  expect(within(polls).getByText('1 vote')).toBeTruthy()
  expect(within(polls).getByText('Closed')).toBeTruthy()
  expect(within(polls).getByRole('link', { name: 'See all polls' }).getAttribute('href')).toBe(
    '/search?q=school&kind=polls',
  )
  const links = screen
    .getAllByRole('list')
    .flatMap((list) => (list.matches('[data-result]') ? within(list).getAllByRole('link') : []))
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Jo School', '/politicians/1'],
    ['A school poll?', '/polls/2'],
    ['School lunch', '/forums/3'],
    ['Post by Grace Hopper', '/boiler-room?post=4'],
    ['Comment by Grace Hopper', '/forums/3?comment=5'],
    ['Comment by Grace Hopper', '/boiler-room?post=4'],
    ['Comment by Grace Hopper', '/politicians/1'],
    ['Max School', '/user/9'],
  ])
  expect(screen.getByText('On a post by Ada Lovelace')).toBeTruthy()
  expect(screen.getByText('1,200 followers')).toBeTruthy()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'All',
    'Officials (1)',
    'Polls (100+)',
    'Discussions (1)',
    'Posts (1)',
    'Comments (3)',
    'People (1)',
  ])
  expect(results().getByRole('status').textContent).toBe('More than 107 results')
})

test('typing searches after a pause, keeps the address, and Escape clears', async () => {
  const fake = fakeSearch()
  const { router } = openPage('/search')
  const field = await box()
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, 'school')
  await screen.findByRole('region', { name: 'Polls 100+' })

  expect(fake.callsOf(searchSite).map(({ search }) => search.get('q'))).toEqual(['school'])
  expect(router.state.location.href).toBe('/search?q=school')
  expect(router.history.length).toBe(1)
  await userEvent.keyboard('{Escape}')
  expect(field.value).toBe('')
  await waitFor(() => expect(router.state.location.href).toBe('/search'))
  expect(await screen.findByRole('heading', { name: 'Browse' })).toBeTruthy()
})

test('a kind has its own address and pages, and Back returns to all kinds', async () => {
  fakeSearch()
  const { router } = openPage('/search?q=school')
  await userEvent.click(await screen.findByRole('tab', { name: 'Polls (100+)' }))
  const list = await screen.findByRole('list', { name: 'Polls' })
  expect(results().getByRole('status').textContent).toBe('More than 100 results')
  expect(router.state.location.href).toBe('/search?q=school&kind=polls')
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(within(list).getAllByRole('link')).toHaveLength(2))
  act(() => router.history.back())
  expect(await screen.findByRole('region', { name: 'People 1' })).toBeTruthy()
})

test('visitors see polls and officials, and what signing in adds', async () => {
  const { respond } = fakeSearch({ member: false })
  let answer = (_response: SearchResponse) => {}
  respond(searchSite, () => new Promise((resolve) => (answer = resolve)))
  openPage('/search?q=school')
  await screen.findByRole('tab', { name: 'Polls' })
  // It would move when the results arrive.
  expect(screen.queryByRole('region', { name: 'Sign in to search more' })).toBeNull()
  const { officials, polls } = searchResponse
  answer({ officials, polls })
  await screen.findByRole('region', { name: 'Polls 100+' })
  expect(screen.getAllByRole('tab')).toHaveLength(3)
  const note = screen.getByRole('region', { name: 'Sign in to search more' })
  fireEvent.click(within(note).getByRole('link', { name: 'Login' }))
  expect(sessionStorage.getItem('post_login_redirect')).toBe('/search?q=school')
})

test('visitors with a link to members content are asked to sign in', async () => {
  const fake = fakeSearch({ member: false })
  openPage('/search?q=school&kind=posts')
  expect(await screen.findByRole('region', { name: 'Sign in to search more' })).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(fake.callsOf(searchSite).filter(({ search }) => search.has('kind'))).toEqual([])
})

test('without a match, offers places to browse', async () => {
  const fake = fakeSearch()
  fake.respond(searchSite, nothingFound)
  openPage('/search?q=filbbst')
  expect(await screen.findByText('Nothing found for “filbbst”')).toBeTruthy()
  expect(screen.getByText(/^Check the spelling/)).toBeTruthy()
  const browse = screen.getByRole('region', { name: 'Browse instead' })
  expect(within(browse).getAllByRole('link')).toHaveLength(4)
  expect(results().getByRole('status').textContent).toBe('No results')
})

test.each(['the', 'The "of"', 'don’t', 'thé'])(
  'says that a search for %s has only words that are left out',
  async (q) => {
    fakeSearch().respond(searchSite, nothingFound)
    openPage(`/search?q=${encodeURIComponent(q)}`)
    expect(await screen.findByText(/^Searches leave out words that are in almost every text/)).toBeTruthy()
  },
)

test('says which words were searched instead', async () => {
  const fake = fakeSearch()
  fake.respond(searchSite, { ...searchResponse, corrected: 'school' })
  openPage('/search?q=scool')
  expect((await screen.findByText('Showing results for')).textContent).toBe('Showing results for school')
})

test.each(['/search?q=school', '/search?q=school&kind=polls'])('an error of %s can be retried', async (path) => {
  const fake = fakeSearch()
  fake.respondError(searchSite, { status: 429, body: { detail: 'Too many attempts. Please try again later.' } })
  openPage(path)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Too many attempts.')
  fake.respond(searchSite, searchResponse)
  await userEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Closed')).toBeTruthy()
})

test('shows a skeleton while the first results load', async () => {
  const fake = fakeSearch()
  fake.respondRaw(searchSite, () => new Promise<Response>(() => undefined))
  openPage('/search?q=school')
  await screen.findByText('Searching...')
  // The first says how many results there are, once they are there.
  expect(
    results()
      .getAllByRole('status')
      .map((status) => status.textContent),
  ).toEqual(['', 'Searching...'])
})

test('remembers searches that were meant: by Enter and by following a result, at most eight', async () => {
  fakeSearch()
  localStorage.setItem(recentKey, JSON.stringify(['School', 'b', 'c', 'd', 'e', 'f', 'g', 'h']))
  openPage('/search')
  await userEvent.type(await box(), 'school')
  const polls = await screen.findByRole('region', { name: 'Polls 100+' })
  expect(stored()).toHaveLength(8)
  expect(stored()[0]).toBe('School')
  await userEvent.click(within(polls).getByRole('link', { name: 'See all polls' }))
  expect(stored()[0]).toBe('School')
  await userEvent.type(await box(), 's{Enter}')
  expect(stored()).toEqual(['schools', 'School', 'b', 'c', 'd', 'e', 'f', 'g'])
  await userEvent.clear(await box())
  await userEvent.type(await box(), 'lunch')
  await screen.findByRole('region', { name: 'Discussions 1' })
  expect(stored()[0]).toBe('schools')
  // The page stays when the link opens in a new tab.
  fireEvent.click(await screen.findByRole('link', { name: 'Jo School' }), { ctrlKey: true })
  expect(stored()[0]).toBe('lunch')
})

test('recent searches are removed one by one, all at once, and on sign-out', async () => {
  fakeSearch().respond(logout, { signed_out: true })
  localStorage.setItem(recentKey, JSON.stringify(['tax', 'school', 7, '']))
  openPage('/search')
  const recent = await screen.findByRole('region', { name: 'Recent searches' })
  expect(
    within(recent)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/search?q=tax', '/search?q=school'])
  await userEvent.click(within(recent).getByRole('button', { name: 'Remove tax from recent searches' }))
  expect(stored()).toEqual(['school'])
  expect(document.activeElement?.textContent).toBe('Recent searches')
  await userEvent.click(within(recent).getByRole('button', { name: 'Clear all' }))
  expect(localStorage.getItem(recentKey)).toBeNull()
  expect(document.activeElement?.textContent).toBe('No recent searches')

  localStorage.setItem(recentKey, JSON.stringify(['tax']))
  act(() => signOut())
  expect(localStorage.getItem(recentKey)).toBeNull()
})

test('the key "/" opens the search, except in a field, in a dialog and with a modifier', async () => {
  fakeSearch()
  const { router } = openPage('/about')
  const link = await screen.findByRole('link', { name: 'Site search' })
  expect(link.getAttribute('aria-keyshortcuts')).toBe('/')
  // Its code is loaded once the browser is idle.
  await waitFor(
    () => {
      fireEvent.keyDown(document.body, { key: '/' })
      expect(router.state.location.pathname).toBe('/search')
    },
    { timeout: 10_000 },
  )
  await router.navigate({ to: '/about' })
  const field = document.body.appendChild(document.createElement('input'))
  fireEvent.keyDown(field, { key: '/' })
  field.remove()
  fireEvent.keyDown(document.body, { key: '/', ctrlKey: true })
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  fireEvent.keyDown(dialog, { key: '/' })
  dialog.remove()
  await userEvent.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }))
  fireEvent.keyDown(document.body, { key: '/' })
  expect(link.getAttribute('aria-keyshortcuts')).toBeNull()
  expect(router.state.location.pathname).toBe('/about')
  await userEvent.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }))

  fireEvent.keyDown(document.body, { key: '/' })
  expect(await box()).toBe(document.activeElement)
  act(() => (document.activeElement as HTMLElement).blur())
  fireEvent.keyDown(document.body, { key: '/' })
  expect(await box()).toBe(document.activeElement)
})

test('a poll whose results are hidden says when they are shown, and no number of votes', async () => {
  const [poll] = searchResponse.polls.results
  fakeApi().respond(searchSite, {
    polls: {
      results: [{ ...poll!, total_votes: 0, is_closed: false, reveal: 'at_close', results_hidden: true }],
      count: 1,
      next: null,
    },
  })
  openPage('/search?q=school')

  expect(await screen.findByText('Results are shown when the poll closes.')).toBeTruthy()
  expect(results().queryByText(/\d votes?$/)).toBeNull()
})
