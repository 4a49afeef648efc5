import { createPublicKey, verify } from 'node:crypto'
import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import * as settings from '@wtpu/contract/notifications/settings'
import { expect, test } from 'vitest'
import { established } from '#testing/ago.ts'
import { startPushDevice } from '#testing/push-device.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

const subscribe = (
  t: TestApp,
  user: { id: number },
  body: Awaited<ReturnType<typeof startPushDevice>>['subscription'],
) => t.as(user).call(settings.subscribeToPush, { body })

async function startSite() {
  const t = await startTestApp()
  const [ada, ben] = [await t.make.user({ ...established, username: 'ada' }), await t.make.user(established)]
  const post = await t.make.post({ author: ben })
  const mention = async () => {
    await t.as(ben).call(createPostComment, { body: { post: post.id, text: 'A secret for @ada' } })
    await t.app.notifications.idle()
    await t.app.push.idle()
  }
  const name = `@${ben.username}`
  return { t, ada, ben, post, mention, name, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

test('pushes what happened to a device, encrypted, without what others wrote', async () => {
  await using device = await startPushDevice()
  await using site = await startSite()
  const { t, ada, post, mention, name } = site
  expect((await subscribe(t, ada, device.subscription)).json()).toEqual({ push_devices: 1 })

  await mention()

  const body = `${name} mentioned you in a comment.`
  expect(device.received).toEqual([
    {
      title: 'WTPU',
      body,
      icon: '/icon-192.png',
      url: `/boiler-room?post=${post.id}`,
      tag: expect.any(String),
      timestamp: expect.closeTo(Date.now(), -6),
    },
  ])
  const [, token = '', key = ''] = /^vapid t=(.+), k=(.+)$/.exec(device.authorizations[0] ?? '') ?? []
  expect(key).toBe((await t.as(ada).call(settings.getNotificationSettings, {})).json().push_key)
  const [header, claims, signature] = token.split('.')
  const raw = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: raw.subarray(1, 33).toString('base64url'),
    y: raw.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  )
  expect(signed).toBe(true)
})

test('pushes only the kinds that the user chose, to devices of the user', async () => {
  await using device = await startPushDevice()
  await using site = await startSite()
  const { t, ada, ben, mention } = site
  await subscribe(t, ada, device.subscription)
  await t.as(ada).call(settings.updateNotificationSettings, { body: { push: ['reply'] } })
  await mention()
  const { endpoint } = device.subscription
  const others = await t.as(ben).call(settings.unsubscribeFromPush, { body: { endpoint } })
  expect(others.json()).toEqual({ push_devices: 0 })
  expect((await t.as(ada).call(settings.getNotificationSettings, {})).json().push_devices).toBe(1)
  await t.as(ada).call(settings.updateNotificationSettings, { body: { push: ['mention'] } })
  await t.as(ada).call(settings.unsubscribeFromPush, { body: { endpoint } })
  await mention()

  expect(device.received).toEqual([])
})

test('deletes a subscription that has expired, and keeps one while the service is out of order', async () => {
  await using device = await startPushDevice()
  await using site = await startSite()
  const { t, ada, mention } = site
  await subscribe(t, ada, device.subscription)
  const count = async () => (await t.as(ada).call(settings.getNotificationSettings, {})).json().push_devices

  device.answerWith(500)
  await mention()
  expect(await count()).toBe(1)
  device.answerWith(410)
  await mention()
  expect(await count()).toBe(0)
})

const unusableEndpoints = [
  'http://push.example.com/1',
  'https://127.0.0.1/1',
  'https://localhost/1',
  'https://localhost./1',
  'https://printer.local/1',
  'https://metadata.google.internal/1',
  'https://intranet/1',
  'https://[64:ff9b::7f00:1]/1',
  'https://127.0.0.1./1',
  'https://100.64.0.1/1',
  'https://224.0.0.1/1',
  'https://[::1]/1',
  'https://[::ffff:127.0.0.1]/1',
  'https://[fe80::1]/1',
  'https://[fd00::1]/1',
  'https://10.1.2.3/1',
  'https://192.168.1.1/1',
  'https://169.254.169.254/latest/meta-data/',
  'https://0.0.0.0/1',
  'https://2130706433/1',
  'https://0x7f.1/1',
  'https://user@127.0.0.1/1',
  'ftp://push.example.com/1',
  'not a URL at all',
] as const

test('rejects endpoints that cannot be public, unless the site is local, and looks no name up', async () => {
  await using t = await startTestApp({ isLocal: false })
  const ada = await t.make.user(established)
  const keys = { p256dh: Buffer.alloc(65).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') }

  for (const endpoint of unusableEndpoints) {
    const response = await subscribe(t, ada, { endpoint, keys })
    expect([endpoint, response.statusCode, Object.keys(response.json().fields)]).toEqual([endpoint, 400, ['endpoint']])
  }
  // Nobody can own this name.
  expect((await subscribe(t, ada, { endpoint: 'https://push.example.invalid/1', keys })).statusCode).toBe(200)
})
