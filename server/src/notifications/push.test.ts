import { createDecipheriv, createECDH, createHmac, createPublicKey, verify } from 'node:crypto'
import http from 'node:http'
import type net from 'node:net'
import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import * as settings from '@wtpu/contract/notifications/settings'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { established } from '#testing/ago.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { isPublicAddress, isPublicUrl } from './push-addresses.ts'

const hmac = (key: Buffer, text: Buffer) => createHmac('sha256', key).update(text).digest()
const expand = (key: Buffer, text: string | Buffer, length: number) =>
  hmac(key, Buffer.concat([Buffer.from(text), Buffer.from([1])])).subarray(0, length)

/** A browser with its push service: decrypts what it receives (RFC 8291, RFC 8188). */
async function startDevice() {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = Buffer.from('sixteen bytes ok')
  const received: unknown[] = []
  const authorizations: string[] = []
  let status = 201
  const decrypt = (body: Buffer) => {
    const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0]
    const senderKey = body.subarray(21, 21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
    const key = expand(hmac(auth, ecdh.computeSecret(senderKey)), info, 32)
    const shared = hmac(salt, key)
    const decipher = createDecipheriv(
      'aes-128-gcm',
      expand(shared, 'Content-Encoding: aes128gcm\0', 16),
      expand(shared, 'Content-Encoding: nonce\0', 12),
    )
    const [content, tag] = [body.subarray(21 + keyLength, -16), body.subarray(-16)]
    decipher.setAuthTag(tag)
    const text = Buffer.concat([decipher.update(content), decipher.final()]).toString()
    return JSON.parse(text.slice(0, text.lastIndexOf('\u0002')))
  }
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      authorizations.push(request.headers.authorization ?? '')
      received.push(decrypt(Buffer.concat(parts)))
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return {
    received,
    authorizations,
    subscription: {
      endpoint: `http://127.0.0.1:${port}/send/1`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    answerWith: (code: number) => {
      status = code
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const subscribe = (t: TestApp, user: { id: number }, body: Awaited<ReturnType<typeof startDevice>>['subscription']) =>
  t.as(user).call(settings.subscribeToPush, { body })

async function startSite() {
  const t = await startTestApp()
  const [ada, ben] = [await t.make.user({ ...established, username: 'ada' }), await t.make.user(established)]
  const post = await t.make.post({ author: ben })
  const mention = async () => {
    await t.as(ben).call(createPostComment, { body: { post: post.id, text: 'A secret for @ada' } })
    await t.app.notifications.idle()
    await t.app.push.idle()
  }
  const name = `${ben.first_name} ${ben.last_name}`
  return { t, ada, ben, post, mention, name, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

test('pushes what happened to a device, encrypted, without what others wrote', async () => {
  await using device = await startDevice()
  await using site = await startSite()
  const { t, ada, post, mention, name } = site
  expect((await subscribe(t, ada, device.subscription)).json()).toEqual({ push_devices: 1 })

  await mention()

  const body = `${name} mentioned you in a comment.`
  expect(device.received).toEqual([
    { title: 'WTPU', body, url: `/boiler-room?post=${post.id}`, tag: expect.any(String) },
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
  await using device = await startDevice()
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
  await using device = await startDevice()
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

test.each([
  'http://push.example.com/1',
  'https://127.0.0.1/1',
  'https://localhost/1',
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
])('refuses the endpoint %s in production', async (endpoint) => {
  await using t = await startTestApp({ production: true })
  const ada = await t.make.user(established)
  const keys = { p256dh: Buffer.alloc(65).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') }

  const response = await subscribe(t, ada, { endpoint, keys })

  expect(response.statusCode).toBe(400)
  expect(response.json().fields).toHaveProperty('endpoint')
})

test('checks the address again when it sends, because a name can change', async () => {
  await using device = await startDevice()
  await using t = await startTestApp({ production: true })
  const [ada, ben] = [await t.make.user({ ...established, username: 'ada' }), await t.make.user(established)]
  const post = await t.make.post({ author: ben })
  const { endpoint, keys } = device.subscription
  const named = endpoint.replace('127.0.0.1', 'localhost')
  for (const address of [endpoint, named]) {
    await t.db.execute(sql`insert into push_subscriptions (endpoint, user_id, p256dh, auth)
      values (${address}, ${ada.id}, ${keys.p256dh}, ${keys.auth})`)
  }

  await t.as(ben).call(createPostComment, { body: { post: post.id, text: '@ada' } })
  await t.app.notifications.idle()
  await t.app.push.idle()

  expect(device.received).toEqual([])
})

test('knows public addresses', async () => {
  expect(['8.8.8.8', '2606:4700:4700::1111'].filter(isPublicAddress)).toHaveLength(2)
  const others = ['127.0.0.1', '100.64.1.1', '172.20.0.1', '::', '::1', '2001:db8::1', '2002:7f00:1::', 'text', '']
  expect(others.filter(isPublicAddress)).toEqual([])
  expect(await isPublicUrl(new URL('https://name.invalid/'))).toBe(false)
})
