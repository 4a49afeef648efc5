import {
  getNotificationSummary,
  listNotifications,
  markNotificationsRead,
} from '@wtpu/contract/notifications/notifications'
import { getPolitician } from '@wtpu/contract/politicians'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { pageAt } from './bell.tsx'
import { makeNotification } from './fixtures.ts'

test.each([
  ['/forums/7?comment=12', { kind: 'discussion', id: 7 }],
  ['/polls/3', { kind: 'poll', id: 3 }],
  ['/politicians/4?tab=wall#x', { kind: 'politician', id: 4 }],
  ['/boiler-room?post=9', { kind: 'post', id: 9 }],
  ['/boiler-room?tab=search&post=9', { kind: 'post', id: 9 }],
  ['/boiler-room?post=9x', undefined],
  ['/forums/7x', undefined],
  ['/forums/activity', undefined],
  ['/', undefined],
])('knows the content of %s', (href, page) => {
  expect(pageAt(href)).toEqual(page)
})

function openWith(unread: number, path = '/about') {
  const fake = fakeApi()
  fake.respond(getNotificationSummary, { unread })
  signedIn()
  return { fake, ...openPage(path) }
}

test.each([
  [0, 'Notifications, none unread', ''],
  [3, 'Notifications, 3 unread', '3'],
  [120, 'Notifications, more than 99 unread', '99+'],
])('shows %i unread notifications', async (unread, name, shown) => {
  openWith(unread)

  const bell = await screen.findByRole('button', { name })

  expect(bell.textContent).toBe(`${shown}${name}`)
})

test('has no bell for visitors', async () => {
  fakeApi()
  openPage('/about')

  await screen.findByRole('link', { name: 'Join Now' })

  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull()
})

test('announces new notifications, but not those from before and not each of many', async () => {
  const { fake, queryClient } = openWith(2)
  await screen.findByRole('button', { name: 'Notifications, 2 unread' })
  const count = async (unread: number) => {
    fake.respond(getNotificationSummary, { unread })
    await act(() => queryClient.invalidateQueries({ queryKey: ['api', 'notifications'] }))
    await screen.findByRole('button', { name: `Notifications, ${unread} unread` })
  }
  expect(screen.queryByText(/You have new/)).toBeNull()

  await count(3)
  expect(screen.getByText('You have new notifications: 3 unread.')).toBeTruthy()
  await count(4)
  expect(screen.getByText('You have new notifications: 3 unread.')).toBeTruthy()
})

test('opens a panel with the latest, and marks one as read that is followed', async () => {
  const { fake, router } = openWith(1)
  fake.respond(listNotifications, {
    results: [makeNotification({ id: 1, kind: 'follower', excerpt: '', page: null, url: '/guidelines' })],
    next: null,
  })
  fake.respond(markNotificationsRead, { unread: 0 })

  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  expect((await screen.findByRole('link', { name: 'All notifications' })).getAttribute('href')).toBe('/notifications')
  expect(fake.callsOf(listNotifications)[0]?.search.get('limit')).toBe('10')
  await userEvent.click(await screen.findByRole('link', { name: /Ada Lovelace followed you/ }))

  await waitFor(() => expect(router.state.location.pathname).toBe('/guidelines'))
  expect(await screen.findByRole('button', { name: 'Notifications, none unread' })).toBeTruthy()
  expect(fake.callsOf(markNotificationsRead).map(({ body }) => body)).toEqual([{ ids: [1] }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('marks the notifications of a page as read when it is opened in another way', async () => {
  const fake = fakeApi()
  fake.respond(getNotificationSummary, { unread: 1 })
  fake.respond(markNotificationsRead, { unread: 0 })
  fake.respondError(getPolitician, { status: 404 })
  signedIn()

  openPage('/politicians/9')

  await waitFor(() =>
    expect(fake.callsOf(markNotificationsRead).map(({ body }) => body)).toEqual([
      { page: { kind: 'politician', id: 9 } },
    ]),
  )
})
