import {
  listNotifications,
  markNotificationsRead,
  type Notification,
  watchDiscussion,
} from '@wtpu/contract/notifications/notifications'
import { updateNotificationSettings } from '@wtpu/contract/notifications/settings'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { makeNotification, notificationSettings } from './fixtures.ts'

const day = 24 * 60 * 60_000
const unread = makeNotification({ id: 1 })
const old = makeNotification({
  id: 2,
  kind: 'like',
  actor_count: 5,
  subject: { kind: 'post', id: 3, title: '' },
  excerpt: '',
  page: { kind: 'post', id: 3 },
  url: '/boiler-room?post=3',
  is_read: true,
  created_at: new Date(Date.now() - day).toISOString(),
})

function openList(results = [unread, old]) {
  const fake = fakeApi()
  fake.respond(listNotifications, { results, next: null })
  fake.respond(markNotificationsRead, { unread: 0 })
  signedIn()
  openPage('/notifications')
  return fake
}

test('shows visitors what is planned', async () => {
  fakeApi()
  openPage('/notifications')

  expect(await screen.findByText('Coming Soon')).toBeTruthy()
  expect(screen.getByText('Quiet hours and a daily digest')).toBeTruthy()
})

test('groups notifications by day, and marks all as read that are shown', async () => {
  const fake = openList()
  const today = await screen.findByRole('region', { name: 'Today' })
  expect(within(today).getByRole('link', { name: /Unread:\s*Ada Lovelace replied to your comment\./ })).toBeTruthy()
  const yesterday = screen.getByRole('region', { name: 'Yesterday' })
  expect(within(yesterday).getByRole('link', { name: /^Ada Lovelace and 4 others liked your post\./ })).toBeTruthy()
  expect(within(yesterday).queryByText(/Unread/)).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))

  await waitFor(() => expect(screen.queryByText('Unread:')).toBeNull())
  expect(fake.callsOf(markNotificationsRead)[0]?.body).toEqual({ before: unread.created_at })
  expect(screen.getByRole('button', { name: 'All are read' })).toHaveProperty('ariaDisabled', 'true')
})

test('shows the title of what several notifications are about once, in a line of its own', async () => {
  const subject = { kind: 'discussion', id: 7, title: 'Who sweeps the square?' } as const
  openList([
    makeNotification({ id: 4, kind: 'watched', subject }),
    makeNotification({
      id: 3,
      kind: 'poll_closed',
      actors: [],
      subject: { kind: 'poll', id: 5, title: 'Buses?' },
      excerpt: '',
    }),
    makeNotification({ id: 2, kind: 'like', subject, excerpt: '' }),
  ])
  await screen.findByRole('region', { name: 'Today' })
  expect(screen.getByRole('link', { name: /Ada Lovelace commented in a discussion\./ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Ada Lovelace liked your discussion\./ })).toBeTruthy()
  expect(screen.getAllByText('Who sweeps the square?')).toHaveLength(1)
  expect(screen.getByRole('link', { name: /A poll has closed\./ }).textContent).toContain('Buses?')
  expect(screen.getAllByText('Ada Lovelace', { selector: 'strong' })).toHaveLength(2)
})

test('keeps a row of the tab Unread in its place when it is read elsewhere', async () => {
  const fake = openList()
  await screen.findByRole('region', { name: 'Today' })
  fake.respond(listNotifications, { results: [unread], next: null })
  await userEvent.click(screen.getByRole('tab', { name: 'Unread' }))
  await screen.findByText('Unread:')
  expect(fake.callsOf(listNotifications).at(-1)?.search.get('filter')).toBe('unread')
  fake.respond(listNotifications, { results: [], next: null })

  await userEvent.click(screen.getByRole('button', { name: /^Options for: Ada/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark as read' }))

  await waitFor(() => expect(screen.queryByText('Unread:')).toBeNull())
  expect(fake.callsOf(markNotificationsRead)[0]?.body).toEqual({ ids: [1] })
  expect(screen.getByRole('link', { name: /^Ada Lovelace replied to your comment\./ })).toBeTruthy()
})

test('mutes the discussion and turns the kind off from the menu', async () => {
  const fake = openList()
  fake.respond(watchDiscussion, { level: 'mute' })
  fake.respond(updateNotificationSettings, notificationSettings)
  const menu = await screen.findByRole('button', { name: /^Options for: Ada Lovelace replied/ })

  await userEvent.click(menu)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mute this discussion' }))
  expect(await screen.findByText('The discussion is muted')).toBeTruthy()
  expect(fake.callsOf(watchDiscussion)[0]).toMatchObject({
    path: '/api/forums/discussions/7/watch/',
    body: { level: 'mute' },
  })
  await userEvent.click(screen.getByRole('button', { name: /^Options for: Ada Lovelace replied/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Turn this kind off' }))
  expect(await screen.findByText('Turned off: Replies to your comments')).toBeTruthy()
  expect(fake.callsOf(updateNotificationSettings)[0]?.body).toEqual({ ways: { reply: 'off' } })
})

test('offers neither for the security of the account', async () => {
  const security = { kind: 'security', detail: 'new_device', actors: [], page: null } satisfies Partial<Notification>
  openList([makeNotification({ id: 1, ...security }), makeNotification({ id: 2, ...security, is_read: true })])

  const menus = await screen.findAllByRole('button', { name: /^Options for: Your account was used/ })
  await userEvent.click(menus[0]!)

  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Mark as read'])
  expect(menus).toHaveLength(1)
})

test('says that there are none, and that loading failed', async () => {
  const fake = fakeApi()
  fake.respondError(listNotifications, { status: 500 })
  signedIn()
  openPage('/notifications')
  expect(await screen.findByText('Your notifications could not be loaded')).toBeTruthy()
  fake.respond(listNotifications, { results: [], next: null })

  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByText('No notifications yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Unread' }))
  expect(await screen.findByText('You have read everything')).toBeTruthy()
})
