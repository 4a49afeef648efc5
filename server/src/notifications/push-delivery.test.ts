import { createECDH, randomBytes } from 'node:crypto'
import dgram from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'
import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { notifications, pushSubscriptions } from '#db/schema/notifications.ts'
import { established } from '#testing/ago.ts'
import { startPushDevice } from '#testing/push-device.ts'
import { startTestApp } from '#testing/test-app.ts'
import { canBePublic, isPublicAddress, lookupOf, PublicHosts } from '#public-addresses.ts'
import { Push } from './push.ts'

const log = { warn: () => undefined }
const ecdh = createECDH('prime256v1')
const anyKeys = { p256dh: ecdh.generateKeys('base64url'), auth: Buffer.alloc(16).toString('base64url') }

/** A push service that handles its connections as `behave` says. */
async function startService(behave: (socket: net.Socket) => void) {
  const sockets: net.Socket[] = []
  const server = net.createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    behave(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    sockets,
    endpoint: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/1`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

/** Ada and Ben each have a notification before they have devices, so that the app has pushed nothing. */
async function startSite(settings: Partial<ConstructorParameters<typeof Push>[0]> = {}) {
  const t = await startTestApp()
  const [ada, ben] = [
    await t.make.user({ ...established, username: 'ada' }),
    await t.make.user({ ...established, username: 'ben' }),
  ]
  const post = await t.make.post({ author: ben })
  await t.as(await t.make.user(established)).call(createPostComment, { body: { post: post.id, text: '@ada @ben' } })
  await t.app.notifications.idle()
  await t.app.push.idle()
  const { publicUrl } = t.config
  const key = randomBytes(32)
  const push = new Push({ db: t.db, key, publicUrl, isLocal: true, deadlineMilliseconds: 400, log, ...settings })
  return {
    t,
    ada,
    ben,
    push,
    subscribe: (user: { id: number }, endpoint: string, own = anyKeys) =>
      t.db.insert(pushSubscriptions).values({ endpoint, userId: user.id, ...own }),
    notify: async (user: { id: number }) => {
      const found = await t.db.select().from(notifications).where(eq(notifications.userId, user.id))
      push.enqueue(found.map(({ id, kind }) => ({ id, kind, user_id: user.id })))
    },
    failures: async () =>
      Object.fromEntries((await t.db.select().from(pushSubscriptions)).map((row) => [row.endpoint, row.failures])),
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  }
}

const head = 'HTTP/1.1 201 Created\r\ncontent-type: text/plain\r\n\r\n'

test('one deadline ends each delivery, and devices of one user hold up no other', async () => {
  // Long enough that Ben's device is served before, also on a busy machine.
  await using site = await startSite({ deadlineMilliseconds: 4_000 })
  const { ada, ben, push, subscribe, notify, failures } = site
  await using silent = await startService(() => undefined)
  await using dripping = await startService((socket) => {
    const drip = setInterval(() => socket.write('x'), 50)
    socket.write('HTTP/1.1 201 Created\r\nx-drip: ')
    socket.on('close', () => clearInterval(drip))
  })
  await using endless = await startService((socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024))) continue
    }
    socket.on('drain', more).write(head)
    socket.once('data', more)
  })
  await using moved = await startService((socket) => {
    socket.end(`HTTP/1.1 307 Moved\r\nlocation: ${dripping.endpoint}\r\ncontent-length: 0\r\n\r\n`)
  })
  await using device = await startPushDevice()
  for (const { endpoint } of [silent, dripping, endless, moved]) await subscribe(ada, endpoint)
  await subscribe(ben, device.subscription.endpoint, device.subscription.keys)

  await notify(ada)
  await vi.waitFor(() => expect(silent.sockets).toHaveLength(1), { timeout: 10_000 })
  await notify(ben)
  await vi.waitFor(() => expect(device.received).toHaveLength(1), { timeout: 10_000 })
  expect(silent.sockets[0]?.destroyed).toBe(false)
  await push.idle()

  expect(await failures()).toEqual({
    [silent.endpoint]: 1,
    [dripping.endpoint]: 1,
    [endless.endpoint]: 0,
    [moved.endpoint]: 1,
    [device.subscription.endpoint]: 0,
  })
  expect(dripping.sockets).toHaveLength(1)
  // What the buffers of the two sockets hold, and no more.
  expect(endless.sockets[0]?.bytesWritten).toBeLessThan(16 * 1024 * 1024)
})

test('deletes a device after five failures in a row', async () => {
  await using device = await startPushDevice()
  await using site = await startSite()
  const { ada, push, subscribe, notify, failures } = site
  const { endpoint, keys } = device.subscription
  await subscribe(ada, endpoint, keys)
  const pushTimes = async (status: number, times: number) => {
    device.answerWith(status)
    for (let count = 0; count < times; count++) {
      await notify(ada)
      await push.idle()
    }
  }

  await pushTimes(500, 4)
  expect(await failures()).toEqual({ [endpoint]: 4 })
  await pushTimes(201, 1)
  expect(await failures()).toEqual({ [endpoint]: 0 })
  await pushTimes(403, 5)
  expect(await failures()).toEqual({})
})

/** A name server that knows names of `addresses` and is silent about all others. */
async function startNameServer(addresses: Record<string, string>) {
  const asked: string[] = []
  const server = dgram.createSocket('udp4')
  server.on('message', (query, from) => {
    const labels: string[] = []
    let end = 12
    for (let length = query[end] ?? 0; length > 0; length = query[end] ?? 0) {
      labels.push(query.toString('latin1', end + 1, end + 1 + length))
      end += 1 + length
    }
    const name = labels.join('.')
    asked.push(name)
    const address = addresses[name]
    if (address === undefined) return
    const question = query.subarray(12, end + 5)
    const type = question.readUInt16BE(question.length - 4)
    const matches = type === (net.isIPv4(address) ? 1 : 28)
    const bytes = net.isIPv4(address)
      ? address.split('.').map(Number)
      : address.split(':').flatMap((part) => [parseInt(part, 16) >> 8, parseInt(part, 16) & 255])
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, matches ? 1 : 0, 0, 0, 0, 0])
    const answer = matches ? [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes] : []
    server.send(Buffer.concat([header, question, Buffer.from(answer)]), from.port, from.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    addresses,
    servers: [`127.0.0.1:${server.address().port}`],
    [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')),
  }
}

test('looks up one name at a time within a limit, and known names need not wait for silent ones', async () => {
  await using names = await startNameServer({ 'push.example': '8.8.8.8', 'later.example': '8.8.4.4' })
  const hosts = new PublicHosts({ servers: names.servers, limit: 300 })
  const find = (name: string) => hosts.find(new URL(`https://${name}/1`))
  expect(await find('push.example')).toEqual([{ address: '8.8.8.8', family: 4 }])

  const silent = [find('a.silent.example'), find('b.silent.example')]
  const later = find('later.example')
  await vi.waitFor(() => expect(names.asked).toContain('a.silent.example'))
  expect(await find('push.example')).toHaveLength(1)
  expect(names.asked).not.toContain('b.silent.example')

  expect(await Promise.all(silent)).toEqual([[], []])
  expect(await later).toEqual([{ address: '8.8.4.4', family: 4 }])
  expect([...new Set(names.asked)]).toEqual(['push.example', 'a.silent.example', 'b.silent.example', 'later.example'])
  await find('a.silent.example')
  await expect(Promise.all(Array.from({ length: 200 }, (_, count) => find(`${count}.silent.example`)))).rejects.toThrow(
    'Too many names',
  )
})

test('calls no address that is not public, whatever name leads there', async () => {
  await using names = await startNameServer({
    'loopback.example': '127.0.0.1',
    'private.example': '10.0.0.1',
    'mapped.example': '0:0:0:0:0:ffff:7f00:1',
    'nat64.example': '64:ff9b:0:0:0:0:7f00:1',
    'ula.example': 'fd00:0:0:0:0:0:0:1',
  })
  const hosts = new PublicHosts({ servers: names.servers })
  await using service = await startService(() => undefined)
  await using site = await startSite({ isLocal: false, hosts })
  const { ada, push, subscribe, notify, failures } = site
  const { port } = new URL(service.endpoint)
  const endpoints = [...Object.keys(names.addresses), '127.0.0.1', '[::ffff:127.0.0.1]', 'localhost'].map(
    (host) => `https://${host}:${port}/1`,
  )
  for (const endpoint of [...endpoints, service.endpoint]) await subscribe(ada, endpoint)

  await notify(ada)
  await push.idle()

  expect(service.sockets).toEqual([])
  expect(await failures()).toEqual(
    Object.fromEntries([...endpoints, service.endpoint].map((endpoint) => [endpoint, 1])),
  )
})

test('connects to the address that was checked, without a second look-up', async () => {
  const connected = vi.fn()

  lookupOf([{ address: '8.8.8.8', family: 4 }])('rebinding.example', { all: true }, connected)

  expect(connected).toHaveBeenCalledWith(null, [{ address: '8.8.8.8', family: 4 }])
})

test('knows public addresses and names', () => {
  expect(['8.8.8.8', '2606:4700:4700::1111'].filter(isPublicAddress)).toHaveLength(2)
  const others = ['127.0.0.1', '100.64.1.1', '172.20.0.1', '::', '::1', '2001:db8::1', '2002:7f00:1::', 'text', '']
  const more = ['::ffff:8.8.8.8', '64:ff9b::808:808', 'fd00::1', 'ff02::1', '239.1.1.1', '2001::1', '198.51.100.7']
  expect([...others, ...more].filter(isPublicAddress)).toEqual([])
  const names = [
    'push.example.com',
    'localhost.example.com',
    'localhost',
    'a.localhost',
    'a.local',
    'intranet.',
    'a.arpa.',
  ]
  expect(names.filter((name) => canBePublic(new URL(`https://${name}/`)))).toEqual(names.slice(0, 2))
})
