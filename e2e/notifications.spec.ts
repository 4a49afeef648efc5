import type { Page } from '@playwright/test'
import { cardWith, uniqueText } from './boiler-room.ts'
import { authorization, expect, send, test } from './fixtures.ts'
import { read, row, startDiscussion } from './forums.ts'
import { newModerator, openCase } from './moderator.ts'

const bell = (page: Page, unread: number | 'none') =>
  page.getByRole('banner').getByRole('button', { name: `Notifications, ${unread} unread`, exact: true })
const notificationWith = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const ownId = async (page: Page) => (await read<{ id: number }>(page, '/auth/api/account/')).id

/** Another device of the same user. */
async function otherDevice(page: Page, newPage: () => Promise<Page>): Promise<Page> {
  const device = await newPage()
  const tokens = await page.evaluate(() => ({
    access: localStorage.getItem('access') ?? '',
    refresh: localStorage.getItem('refresh') ?? '',
  }))
  await device.addInitScript(({ access, refresh }) => {
    localStorage.setItem('access', access)
    localStorage.setItem('refresh', refresh)
    sessionStorage.setItem('confirm_banner_dismissed', 'true')
  }, tokens)
  return device
}

test('a mention that was completed while typing arrives live, and is read on all devices', async ({
  citizen: ada,
  newMember,
  newContext,
}) => {
  test.slow()
  const id = await startDiscussion(ada)
  await ada.goto('/about')
  await expect(bell(ada, 'none')).toBeVisible()
  const phone = await otherDevice(ada, async () => (await newContext()).newPage())
  await phone.goto('/notifications')
  await expect(phone.getByText('No notifications yet')).toBeVisible()
  const ben = await newMember({ last_name: 'Okafor' })
  await send(ben, `/api/boilerroom/follow/${await ownId(ada)}/`, {})
  await expect(bell(ada, 1)).toBeVisible()

  await ben.goto(`/forums/${id}`)
  const box = ben.getByRole('textbox', { name: 'Your comment on this discussion' })
  await box.pressSequentially('Well said, @cas')
  await expect(ben.getByRole('listbox').getByRole('option', { selected: true })).toContainText('Casey Walker')
  await box.press('Enter')
  await expect(box).toHaveValue(/^Well said, @casey\S* $/)
  await ben.getByRole('button', { name: /^Post/ }).click()
  await expect(row(ben, 'Well said').getByRole('link', { name: /^@casey/ })).toBeVisible()

  // One notification, although it is also a comment in a discussion of theirs.
  await expect(bell(ada, 2)).toBeVisible()
  const onPhone = notificationWith(phone, 'Casey Okafor mentioned you')
  // The mention waits behind this button, unless it arrived together with the notification before it.
  const showNew = phone.getByRole('button', { name: /new notification/ })
  await expect(showNew.or(onPhone).first()).toBeVisible()
  if (await showNew.isVisible()) await showNew.click()
  await expect(onPhone.getByText('Unread:')).toHaveCount(1)
  await bell(ada, 2).click()
  await ada
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /mentioned you/ })
    .click()
  await expect(ada).toHaveURL(new RegExp(`/forums/${id}\\?comment=`))
  await expect(row(ada, 'Well said')).toBeVisible()
  await expect(bell(ada, 1)).toBeVisible()
  await expect(onPhone.getByText('Unread:')).toHaveCount(0)

  const parent = Number(new URL(ada.url()).searchParams.get('comment'))
  await ben.goto('/about')
  await expect(bell(ben, 'none')).toBeVisible()
  await send(ada, `/api/forums/discussions/${id}/comments/`, { content: 'Thank you', parent })
  await expect(bell(ben, 1)).toBeVisible()
  await ben.goto('/notifications')
  await expect(notificationWith(ben, 'Casey Walker replied to your comment.').getByText('Thank you')).toBeVisible()
})

test('likes are one notification, and a muted discussion sends none', async ({ citizen: ada, newMember }) => {
  test.slow()
  const text = uniqueText('We planted a tree')
  const response = await ada.request.post('/api/boilerroom/posts/', {
    multipart: { text },
    headers: authorization(ada),
  })
  const post: { id: number } = await response.json()
  const discussion = await startDiscussion(ada)
  await ada.goto('/notifications')
  const [ben, cleo] = [await newMember({ last_name: 'Okafor' }), await newMember({ last_name: 'Diaz' })]
  await send(ben, `/api/boilerroom/posts/${post.id}/like/`, {})
  await expect(bell(ada, 1)).toBeVisible()
  await send(cleo, `/api/boilerroom/posts/${post.id}/like/`, {})
  await expect(notificationWith(ada, 'Casey Diaz and Casey Okafor liked your post.')).toBeVisible()
  await expect(bell(ada, 1)).toBeVisible()

  // Their own discussion is watched.
  await ada.goto(`/forums/${discussion}`)
  const level = ada.getByRole('combobox', { name: 'Notifications of this discussion' })
  await expect(level).toHaveValue('watch')
  const muted = ada.waitForResponse('**/api/forums/discussions/*/watch/')
  await level.selectOption('Mute')
  await muted
  await expect(ada.getByText('You are not notified of anything here.')).toBeVisible()
  await ada.reload()
  await expect(level).toHaveValue('mute')
  await cleo.goto(`/forums/${discussion}`)
  // The choice shows before the server has stored it.
  const watched = cleo.waitForResponse('**/api/forums/discussions/*/watch/')
  await cleo.getByRole('combobox', { name: 'Notifications of this discussion' }).selectOption('Watch')
  await watched
  await expect(cleo.getByText('You are notified of each comment.')).toBeVisible()
  await send(ben, `/api/forums/discussions/${discussion}/comments/`, { content: 'A quiet remark' })
  await cleo.goto('/notifications')
  await expect(notificationWith(cleo, 'Casey Okafor commented in').getByText('A quiet remark')).toBeVisible()
  // It was delivered with the one above.
  await expect(bell(ada, 1)).toBeVisible()

  await ada.goto(`/boiler-room?post=${post.id}`)
  await expect(cardWith(ada, text)).toBeVisible()
  await expect(bell(ada, 'none')).toBeVisible()
})

test.describe('on a device', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a pushed notification is shown, and opens the content', async ({ citizen, context, baseURL: origin = '' }) => {
    await citizen.goto('/about')
    await expect.poll(() => citizen.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    const [worker] = context.serviceWorkers()
    // This browser has no desktop that shows notifications.
    await worker?.evaluate(() => {
      const shown: object[] = []
      Object.assign(globalThis, { shown })
      const registration: object = Reflect.get(globalThis, 'registration')
      Object.assign(registration, {
        showNotification: async (title: string, options: object) => shown.push({ title, ...options }),
      })
    })
    const browser = await context.newCDPSession(citizen)
    const registered = new Promise<string>((resolve) =>
      browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [found] }) => {
        if (found) resolve(found.registrationId)
      }),
    )
    await browser.send('ServiceWorker.enable')
    const data = JSON.stringify({ title: 'WTPU', body: 'Ben followed you.', url: '/polls/1', tag: 'notification-1' })
    await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
    await expect
      .poll(() => worker?.evaluate(() => Reflect.get(globalThis, 'shown')))
      .toMatchObject([{ title: 'WTPU', body: 'Ben followed you.', tag: 'notification-1', data: { url: '/polls/1' } }])

    await worker?.evaluate(() => {
      const [{ data: clicked }] = Reflect.get(globalThis, 'shown')
      const Click = Reflect.get(globalThis, 'ExtendableEvent')
      const notification = { data: clicked, close: () => undefined }
      dispatchEvent(Object.assign(new Click('notificationclick'), { notification }))
    })
    await expect(citizen).toHaveURL('/polls/1')
  })
})

test('a decision of a moderator is a notification, which can be turned off', async ({ citizen: ada, newMember }) => {
  test.slow()
  const moderator = await newModerator(newMember)
  const path = await openCase(ada, await newMember(), moderator, uniqueText('Cheap watches'))
  await send(moderator, `${path}decision/`, {
    action: 'warn',
    rule: 1,
    sentence: 'Please do not advertise.',
  })

  await ada.goto('/notifications')
  const decision = notificationWith(ada, 'A moderator has decided about your content or account: Warning.')
  await expect(decision).toBeVisible()
  await decision.getByRole('button', { name: /^Options for/ }).click()
  await ada.getByRole('menuitem', { name: 'Turn this kind off' }).click()
  await expect(ada.getByText('Turned off: Decisions of moderators').first()).toBeVisible()
  await ada.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(ada.getByRole('combobox', { name: 'How: Decisions of moderators' })).toHaveValue('off')
})
