import {
  getNotificationSettings,
  subscribeToPush,
  unsubscribe,
  updateNotificationSettings,
} from '@wtpu/contract/notifications/settings'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'
import { notificationSettings } from './fixtures.ts'
import { NotificationSettingsPage } from './settings-page.tsx'
import { UnsubscribePage } from './unsubscribe-page.tsx'

function openSettings(settings = notificationSettings) {
  const fake = fakeApi()
  fake.respond(getNotificationSettings, settings)
  signedIn()
  renderComponent(<NotificationSettingsPage />)
  return fake
}

const choice = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name: `How: ${name}` })

test('shows each kind and how it arrives, and saves a change at once', async () => {
  const fake = openSettings()
  const likes = await choice('Likes')
  expect(likes.value).toBe('digest')
  expect((await choice('Mentions of you')).value).toBe('mail')
  expect(screen.getByRole('row', { name: 'Security of your account Always by email' })).toBeTruthy()
  let answer: () => void = () => undefined
  fake.respond(updateNotificationSettings, async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return { ...notificationSettings, ways: { ...notificationSettings.ways, like: 'off' as const } }
  })

  await userEvent.selectOptions(likes, 'Off')

  expect(likes.value).toBe('off')
  expect(screen.getByRole('checkbox', { name: 'Push: Likes' })).toHaveProperty('disabled', true)
  answer()
  await waitFor(() => expect(fake.callsOf(updateNotificationSettings)[0]?.body).toEqual({ ways: { like: 'off' } }))
})

test('takes a change back that could not be saved', async () => {
  const fake = openSettings()
  fake.respondError(updateNotificationSettings, { status: 500 })
  const likes = await choice('Likes')

  await userEvent.selectOptions(likes, 'Email')

  expect(await screen.findByText('The setting could not be saved. Please try again.')).toBeTruthy()
  expect(likes.value).toBe('digest')
})

test('adds a kind to those that are pushed', async () => {
  const fake = openSettings()
  fake.respond(updateNotificationSettings, { ...notificationSettings, push: ['mention', 'reply'] })

  await userEvent.click(await screen.findByRole('checkbox', { name: 'Push: Replies to your comments' }))

  await waitFor(() => expect(fake.callsOf(updateNotificationSettings)[0]?.body).toEqual({ push: ['mention', 'reply'] }))
})

test('hides push if the site cannot push', async () => {
  openSettings({ ...notificationSettings, push_key: null })
  await choice('Likes')

  expect(screen.queryByRole('checkbox', { name: /^Push/ })).toBeNull()
  expect(screen.getByText('This site cannot push notifications at the moment.')).toBeTruthy()
})

test('turns the digest on in the time zone of this device', async () => {
  const fake = openSettings()
  fake.respond(updateNotificationSettings, { ...notificationSettings, digest: true, time_zone: 'UTC' })
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone

  await userEvent.click(await screen.findByRole('switch', { name: 'Send me the weekly digest' }))

  await waitFor(() =>
    expect(fake.callsOf(updateNotificationSettings)[0]?.body).toEqual({ digest: true, time_zone: here }),
  )
})

test('says that an address rejected mail, and starts again on request', async () => {
  const fake = openSettings({ ...notificationSettings, mail_stopped: true })
  fake.respond(updateNotificationSettings, notificationSettings)

  await userEvent.click(await screen.findByRole('button', { name: 'Send emails again' }))

  await waitFor(() => expect(screen.queryByText(/rejected our last email/)).toBeNull())
  expect(fake.callsOf(updateNotificationSettings)[0]?.body).toEqual({ mail_stopped: false })
})

test('registers the service worker that push needs, on a first visit', async () => {
  const register = vi.fn(async () => ({ pushManager: { getSubscription: async () => null } }))
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission: 'default' })
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    serviceWorker: { getRegistration: async () => undefined, register },
  })
  openSettings()

  expect(await screen.findByRole('button', { name: 'Turn on on this device' })).toBeTruthy()
})

async function blocked(): Promise<never> {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test.each<[string, object]>([
  ['does not register a service worker', { getRegistration: async () => undefined, register: blocked }],
  ['does not look for a service worker', { getRegistration: blocked }],
  [
    'does not look for a subscription',
    { getRegistration: async () => ({ pushManager: { getSubscription: blocked } }) },
  ],
])('says that a browser that blocks storage and %s cannot show notifications', async (_, serviceWorker) => {
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission: 'default' })
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, serviceWorker })
  openSettings()

  expect(await screen.findByText('This browser cannot show notifications of this site.')).toBeTruthy()
})

test.each([
  ['installed', 'activated'],
  ['still being installed, on a first visit', 'installing'],
])('asks for the permission to push only after a click, when the service worker is %s', async (_, workerState) => {
  let subscribed = false
  const subscription = {
    endpoint: 'https://push.example/1',
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
  }
  const pushManager = {
    getSubscription: async () => (subscribed ? subscription : null),
    subscribe: async () => {
      subscribed = true
      return subscription
    },
  }
  const requestPermission = vi.fn(async () => 'granted')
  const worker = Object.assign(new EventTarget(), { state: workerState })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    serviceWorker: {
      getRegistration: async () => ({ pushManager, installing: worker }),
    },
  })
  const fake = openSettings()
  fake.respond(subscribeToPush, { push_devices: 1 })
  const button = await screen.findByRole('button', { name: 'Turn on on this device' })
  expect(requestPermission).not.toHaveBeenCalled()

  await userEvent.click(button)
  await waitFor(() => expect(requestPermission).toHaveBeenCalled())
  worker.state = 'activated'
  worker.dispatchEvent(new Event('statechange'))

  expect(await screen.findByRole('button', { name: 'Turn off on this device' })).toBeTruthy()
  expect(fake.callsOf(subscribeToPush)[0]?.body).toEqual({
    endpoint: 'https://push.example/1',
    keys: { p256dh: 'p', auth: 'a' },
  })
})

test('asks visitors to sign in', async () => {
  fakeApi()
  openPage('/profile-settings/notifications')

  expect(await screen.findByText('Sign in to choose your notifications')).toBeTruthy()
})

test.each([
  ['like', '/unsubscribe#a-signed-token-of-a-mail', /You will no longer get emails about: Likes\./],
  // As in earlier mails.
  ['digest', '/unsubscribe/a-signed-token-of-a-mail', 'Done. You will no longer get the weekly digest.'],
] as const)('ends mails on a click, and says which (%s)', async (kind, link, says) => {
  const fake = fakeApi()
  fake.respond(unsubscribe, { kind })
  openPage(link)
  const button = await screen.findByRole('button', { name: 'Stop These Emails' })
  expect(fake.callsOf(unsubscribe)).toHaveLength(0)

  await userEvent.click(button)

  expect(await screen.findByText(says)).toBeTruthy()
  expect(fake.callsOf(unsubscribe)[0]?.path).toBe('/unsubscribe/a-signed-token-of-a-mail')
})

test('offers no other try with a link that does not work, but one after a failure', async () => {
  const fake = fakeApi()
  fake.failToConnect(unsubscribe)
  renderComponent(<UnsubscribePage token="a-signed-token-of-a-mail" />)
  const button = await screen.findByRole('button', { name: 'Stop These Emails' })
  await userEvent.click(button)
  expect(await screen.findByText(/The server could not be reached/)).toBeTruthy()
  fake.respondError(unsubscribe, { status: 400, body: { detail: 'This link is not valid, or has been used already.' } })

  await userEvent.click(button)

  expect(await screen.findByText('This link is not valid, or has been used already.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Stop These Emails' })).toBeNull()
})
