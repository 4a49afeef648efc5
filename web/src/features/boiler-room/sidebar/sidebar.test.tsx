import { followUser, listSuggestedUsers } from '@wtpu/contract/boiler-room/follows'
import { listTrendingHashtags } from '@wtpu/contract/boiler-room/hashtags'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '#testing/fake-api.tsx'
import { fakeBoilerRoom, viewerId } from '#testing/fake-boiler-room.ts'
import { makePost, makeSuggestion } from '#features/boiler-room/fixtures.ts'

/** Whether the screen is wide. Then, the sidebar is always shown. */
const wideScreen = Object.assign(new EventTarget(), { matches: true })
const narrowScreen = Object.assign(new EventTarget(), { matches: false })

function setWide(isWide: boolean) {
  wideScreen.matches = isWide
  narrowScreen.matches = !isWide
  act(() => {
    wideScreen.dispatchEvent(new Event('change'))
    narrowScreen.dispatchEvent(new Event('change'))
  })
}

beforeEach(() => {
  wideScreen.matches = true
  narrowScreen.matches = false
  const matchMedia = window.matchMedia.bind(window)
  const screens = new Map([
    ['(width >= 64rem)', wideScreen],
    ['(width < 64rem)', narrowScreen],
  ])
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => (screens.get(query) ?? matchMedia(query)) as never)
})

const section = (name: string) => screen.findByRole('region', { name })
const people = async () =>
  within(await section('Suggested Connections'))
    .getAllByRole('link')
    .map((link) => link.textContent)

test('shows the first 20 trending topics with their use and a link to their page', async () => {
  const hashtags = Array.from({ length: 25 }, (_, index) => ({ name: `Tag${index + 1}`, usage_count: 1500 - index }))
  fakeBoilerRoom({ hashtags })
  openPage('/boiler-room')
  const links = await within(await section('Trending Topics')).findAllByRole('link')
  expect(links).toHaveLength(20)
  expect(links[0]?.textContent).toBe('#Tag1 1.5K posts')
  expect(links[0]?.getAttribute('href')).toBe('/boiler-room/hashtag/Tag1')
})

test('a topic with letters of another script leads to its page', async () => {
  fakeBoilerRoom({ hashtags: [{ name: 'вода', usage_count: 1 }], posts: [makePost()] })
  const { router } = openPage('/boiler-room')
  await userEvent.click(await screen.findByRole('link', { name: '#вода 1 post' }))
  expect(await screen.findByRole('heading', { name: '#вода', level: 1 })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/boiler-room/hashtag/вода')
})

test('says that there are no topics and no suggestions', async () => {
  fakeBoilerRoom()
  openPage('/boiler-room')
  expect(await screen.findByText('No trending topics at the moment.')).toBeTruthy()
  expect(await screen.findByText('No suggested connections available at the moment.')).toBeTruthy()
})

test('loads topics and suggestions again after an error', async () => {
  const fake = fakeBoilerRoom()
  fake.respondError(listTrendingHashtags, { status: 500 })
  fake.respondError(listSuggestedUsers, { status: 500 })
  openPage('/boiler-room')
  const retry = (title: string) => screen.findByRole('button', { name: `Try Again to load ${title}` })
  await retry('Trending Topics')
  fake.respond(listTrendingHashtags, [{ name: 'Water', usage_count: 2 }])
  fake.respond(listSuggestedUsers, [makeSuggestion({ id: 20 })])
  await userEvent.click(await retry('Trending Topics'))
  await userEvent.click(await retry('Suggested Connections'))
  expect(await screen.findByRole('link', { name: '#Water 2 posts' })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Person 20' })).toBeTruthy()
})

test('shows two suggestions, then all of them, without the viewer', async () => {
  const suggestions = [viewerId, 20, 21, 22, 23].map((id) => makeSuggestion({ id }))
  fakeBoilerRoom({ suggestions })
  openPage('/boiler-room')
  await screen.findByRole('link', { name: 'Person 20' })
  expect(await people()).toEqual(['Person 20', 'Person 21'])
  await userEvent.click(screen.getByRole('button', { name: 'See More Suggestions' }))
  expect(await people()).toEqual(['Person 20', 'Person 21', 'Person 22', 'Person 23'])
  await userEvent.click(screen.getByRole('button', { name: 'Show Less' }))
  expect(await people()).toHaveLength(2)
})

test('keeps all suggestions open in a window that becomes narrow and wide again', async () => {
  fakeBoilerRoom({ suggestions: [20, 21, 22].map((id) => makeSuggestion({ id })) })
  openPage('/boiler-room')
  await userEvent.click(await screen.findByRole('button', { name: 'See More Suggestions' }))
  for (const isWide of [false, true]) {
    setWide(isWide)
    expect(await people()).toHaveLength(3)
  }

  setWide(false)
  await userEvent.click(screen.getByRole('button', { name: 'Topics and people to follow' }))
  expect(screen.queryByRole('region', { name: 'Suggested Connections' })).toBeNull()
  setWide(true)
  expect(await people()).toHaveLength(3)
})

test('follows a suggestion, which stays in the list, and rolls back silently after an error', async () => {
  const fake = fakeBoilerRoom({ suggestions: [makeSuggestion({ id: 20 }), makeSuggestion({ id: 21 })] })
  fake.respond(followUser, { following: true, followers_count: 4 })
  openPage('/boiler-room')
  await userEvent.click(await screen.findByRole('button', { name: 'Follow Person 20' }))
  expect(await screen.findByRole('button', { name: 'Following Person 20' })).toBeTruthy()
  expect(fake.callsOf(followUser).map(({ path }) => path)).toEqual(['/api/boilerroom/follow/20/'])
  expect(fake.callsOf(listSuggestedUsers)).toHaveLength(1)

  fake.respondError(followUser, { status: 500 })
  await userEvent.click(screen.getByRole('button', { name: 'Follow Person 21' }))
  await waitFor(() => expect(fake.callsOf(followUser)).toHaveLength(2))
  expect(await screen.findByRole('button', { name: 'Follow Person 21' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('loads the posts of followed people again after following someone', async () => {
  const fake = fakeBoilerRoom({ suggestions: [makeSuggestion({ id: 20 })] })
  fake.respond(followUser, { following: true, followers_count: 4 })
  openPage('/boiler-room')
  await userEvent.click(await screen.findByRole('tab', { name: 'Followings' }))
  await screen.findByText('No posts from people you follow')
  await userEvent.click(screen.getByRole('tab', { name: 'Your Feed' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Follow Person 20' }))
  await screen.findByRole('button', { name: 'Following Person 20' })
  fake.setPosts([makePost({ id: 4, user: 20 })])
  await userEvent.click(screen.getByRole('tab', { name: 'Followings' }))
  // The outdated empty list must not appear again.
  expect(screen.queryByText('No posts from people you follow')).toBeNull()
  expect(await screen.findByText('Text of post 4')).toBeTruthy()
})

test.each([
  ['Facebook', 'https://www.facebook.com/sharer/sharer.php'],
  ['Twitter', 'https://twitter.com/intent/tweet'],
  ['LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/'],
  ['TikTok', 'https://www.tiktok.com/'],
])('shares the current address on %s in a new window', async (target, address) => {
  const user = userEvent.setup()
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  fakeBoilerRoom()
  openPage('/boiler-room')
  await user.click(await screen.findByRole('button', { name: `Share this page on ${target}` }))
  const url = new URL(String(opened.mock.calls[0]?.[0]))
  expect(`${url.origin}${url.pathname}`).toBe(address)
  if (target === 'TikTok') {
    expect(await screen.findByText('Link copied')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(window.location.href)
  } else {
    expect([...url.searchParams.values()]).toEqual([window.location.href, 'Check out this post on WTPU!'])
  }
})
