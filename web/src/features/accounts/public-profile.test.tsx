import { getUser, type User } from '@wtpu/contract/accounts/accounts'
import { followUser, listFollowing } from '@wtpu/contract/boiler-room/follows'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { ada } from './fixtures.ts'

const grace: User = {
  ...ada,
  id: 9,
  first_name: 'Grace',
  last_name: 'Hopper',
  name: 'Grace Hopper',
  username: 'grace',
  email: undefined,
}
const followed = { id: 9, username: 'grace', name: 'Grace Hopper', avatar: null }

function open(path = '/user/9', user = grace) {
  signedIn()
  const api = fakeApi()
  api.respond(getUser, user)
  api.respond(listFollowing, [])
  return { api, ...openPage(path) }
}
const follow = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name: `${name} Grace Hopper` })
const followers = () => screen.getByText('Followers').parentElement?.textContent

test('shows the profile without the email if it is not public', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'Grace Hopper' })).toBeDefined()
  for (const text of ['@grace', 'Engines', 'New York', 'Joined March 2026'])
    expect(screen.getByText(text)).toBeDefined()
  expect(followers()).toBe('Followers3')
  expect(screen.queryByText(/@wtpu\.example/)).toBeNull()
  expect(await screen.findByText('No posts yet')).toBeDefined()
  await waitFor(() => expect(document.title).toBe('Grace Hopper | WTPU'))
})

test('names one post and one follower in the singular', async () => {
  open('/user/9', { ...grace, posts_count: 1, followers_count: 1 })
  expect((await screen.findByText('Post')).parentElement?.textContent).toBe('Post1')
  expect(screen.getByText('Follower').parentElement?.textContent).toBe('Follower1')
})

test('links a public email and shows "Location not set" without a location', async () => {
  open('/user/grace', { ...grace, email: 'grace@wtpu.example', location: null, bio: '' })
  expect((await screen.findByRole('link', { name: 'grace@wtpu.example' })).getAttribute('href')).toBe(
    'mailto:grace@wtpu.example',
  )
  expect(screen.getByText('Location not set')).toBeDefined()
})

test.each(['/user/grace', '/user/GRACE', '/user/009'])(
  'replaces the URL %s with the one by id, without another request or history entry',
  async (path) => {
    const { api, router } = open(path)
    await screen.findByRole('heading', { name: 'Grace Hopper' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/9'))
    await waitFor(() =>
      expect(document.querySelector<HTMLLinkElement>('[rel="canonical"]')?.href).toMatch(/\/user\/9$/),
    )
    expect(router.history.length).toBe(1)
    expect(api.callsOf(getUser)).toHaveLength(1)
  },
)

/** Holds the responses to follows until the returned function sends the last one. */
function holdFollow(api: ReturnType<typeof open>['api']) {
  let answer: (reply: { following: boolean; followers_count: number }) => void = () => undefined
  api.respond(followUser, () => new Promise((resolve) => (answer = resolve)))
  return (reply: { following: boolean; followers_count: number }) => answer(reply)
}

test('follows optimistically, dispatches the window event, and unfollows', async () => {
  const { api } = open()
  const events: unknown[] = []
  window.addEventListener('wtpu-follow', (event) => events.push(event.detail), { once: true })
  const answer = holdFollow(api)
  const button = await follow('Follow')
  await waitFor(() => expect(button.disabled).toBe(false))

  await userEvent.click(button)

  await follow('Unfollow')
  expect(followers()).toBe('Followers4')
  answer({ following: true, followers_count: 12 })
  await waitFor(() => expect(followers()).toBe('Followers12'))
  expect(events).toEqual([{ username: 'grace', following: true }])
  api.respond(followUser, { following: false, followers_count: 11 })
  await userEvent.click(await follow('Unfollow'))
  await waitFor(() => expect(followers()).toBe('Followers11'))
})

test('a click while the one before is sent takes the follow back', async () => {
  const { api } = open()
  const answer = holdFollow(api)
  const button = await follow('Follow')
  await waitFor(() => expect(button.disabled).toBe(false))
  await userEvent.click(button)
  await follow('Unfollow')
  await userEvent.click(button)
  await follow('Follow')
  await waitFor(() => expect(api.callsOf(followUser)).toHaveLength(1))

  answer({ following: true, followers_count: 4 })

  await waitFor(() => expect(api.callsOf(followUser)).toHaveLength(2))
  answer({ following: false, followers_count: 3 })
  await waitFor(() => expect(followers()).toBe('Followers3'))
  expect(button.textContent).toBe('Follow Grace Hopper')
})

test('silently rolls back a follow that fails', async () => {
  const { api } = open()
  api.respond(listFollowing, [followed])
  api.respondError(followUser, { status: 500 })
  await userEvent.click(await follow('Unfollow'))
  await waitFor(() => expect(api.callsOf(followUser)).toHaveLength(1))
  await follow('Unfollow')
  expect(followers()).toBe('Followers3')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows Edit Profile instead of Follow on the viewer’s own profile', async () => {
  open('/user/7', ada)
  expect((await screen.findByRole('link', { name: 'Edit Profile' })).getAttribute('href')).toBe('/profile-settings')
  expect(screen.queryByRole('button', { name: /Follow/ })).toBeNull()
})

test.each([
  [false, 'ada@wtpu.example (visible only to you)'],
  [true, 'ada@wtpu.example'],
])('shows owners their email, and with show_email %s whether others see it', async (show_email, text) => {
  open('/user/7', { ...ada, show_email })
  const email = await screen.findByRole('link', { name: 'ada@wtpu.example' })
  expect(email.closest('li')?.textContent).toBe(text)
})

test('shows "Loading profile..." on the screen while loading', async () => {
  const { api } = open()
  api.respond(getUser, () => new Promise(() => undefined))
  expect((await screen.findByRole('heading', { name: 'Loading profile...' })).className).not.toContain('sr-only')
})

test('shows "User not found" for an unknown user', async () => {
  const { api } = open('/user/404')
  api.respondError(getUser, { status: 404 })
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeDefined()
})

test('offers Try Again after an error, and Back to Feed opens the feed without history', async () => {
  const { api, router } = open()
  api.respondError(getUser, { status: 400, body: { detail: 'Not now.' } })
  await screen.findByText('Not now.')
  api.respond(getUser, grace)
  expect(await screen.findByRole('heading', { level: 1, name: 'The profile could not be loaded' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('heading', { name: 'Grace Hopper' })
  await userEvent.click(screen.getByRole('button', { name: 'Back to Feed' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/boiler-room'))
})
