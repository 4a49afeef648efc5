import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { updateProfile } from '@wtpu/contract/accounts/settings'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { allowSlowUpload } from './uploads.ts'
import { UploadFolder } from './upload-folder.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

const megabyte = 1024 * 1024
const boundary = 'x'
const fileHead = (field: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="me.png"\r\n` +
  'content-type: image/png\r\n\r\n'
/** The parser reports a file once its first bytes have arrived. */
const fileStart = (field: string) => `${fileHead(field)}\x89PNG`
const formEnd = `\r\n--${boundary}--\r\n`

interface RawRequest {
  url?: string
  type?: string
  authorization?: string
  /** Start of the body. Filler follows up to `length`. */
  begin?: string
  end?: string
  length: number
}

/** Sends a request over a raw socket until it is closed. `received` is the number of bytes the server read. */
async function send(t: TestApp, raw: RawRequest): Promise<{ response: string; received: number }> {
  const { begin = '', end = '', length } = raw
  if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as net.AddressInfo
  const accepted = new Promise<net.Socket>((resolve) => t.app.server.once('connection', resolve))
  const socket = net.connect(port, '127.0.0.1')
  const head = [
    `POST ${raw.url ?? updateProfile.url} HTTP/1.1`,
    'host: localhost',
    `content-type: ${raw.type ?? `multipart/form-data; boundary=${boundary}`}`,
    `content-length: ${length}`,
    ...(raw.authorization ? [`authorization: ${raw.authorization}`] : []),
  ]
  let response = ''
  let left = length - begin.length - end.length
  const filler = Buffer.alloc(64 * 1024, 'a')
  const fill = () => {
    while (left > 0 && !socket.destroyed) {
      const chunk = filler.subarray(0, Math.min(left, filler.length))
      left -= chunk.length
      if (!socket.write(chunk)) return
    }
    if (left === 0) socket.off('drain', fill).write(end)
  }
  socket.on('error', () => undefined).on('drain', fill)
  // The server keeps the connection open if it read the whole request, so close it here.
  socket.on('data', (chunk) => {
    response += chunk.toString()
    if (left === 0 && response.includes('}')) socket.end()
  })
  socket.write(`${head.join('\r\n')}\r\n\r\n${begin}`)
  fill()
  const server = await accepted
  await new Promise((resolve) => (server.destroyed ? resolve(undefined) : server.once('close', resolve)))
  socket.destroy()
  return { response, received: server.bytesRead }
}

const folders = (t: TestApp) => readdir(path.join(t.config.dataDir, 'uploads')).catch(() => [])

const photo = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#1e40af' } })
    .png()
    .toBuffer()

async function upload(t: TestApp, user: { id: number }, network = '198.51.100.1') {
  const payload = Buffer.concat([Buffer.from(fileHead('avatar')), await photo(), Buffer.from(formEnd)])
  const headers = {
    authorization: await t.as(user).authorization(),
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'x-forwarded-for': network,
  }
  return t.app.inject({ method: 'POST', url: updateProfile.url, headers, payload })
}

describe('a rejected upload', () => {
  test.each<[string, Partial<RawRequest> & { signedIn: boolean }, maxMegabytes: number]>([
    ['without sign-in', { signedIn: false, begin: fileHead('avatar') }, 3],
    ['with a file that is too large', { signedIn: true, begin: fileHead('avatar') }, 8],
    ['in a field that does not accept files', { signedIn: true, begin: fileHead('banner') }, 3],
    ['of a type that is not accepted', { signedIn: true, type: 'application/octet-stream' }, 3],
    ['to an address that does not exist', { signedIn: true, url: '/api/nothing/', type: 'video/mp4' }, 3],
  ])('%s is read only up to a limit before the connection is closed', async (_what, raw, maxMegabytes) => {
    await using t = await startTestApp()
    const { signedIn, ...request } = raw
    const authorization = signedIn ? await t.as(await t.make.user()).authorization() : undefined

    const { received } = await send(t, { ...request, authorization, length: 200 * megabyte })

    expect(received).toBeLessThan(maxMegabytes * megabyte)
    await expect.poll(() => folders(t)).toEqual([])
  })

  test('that is nearly complete is read to the end, so that the client gets the error', async () => {
    await using t = await startTestApp()
    const authorization = await t.as(await t.make.user()).authorization()
    const form = { begin: fileHead('banner'), end: formEnd, length: megabyte / 2 }

    const { response } = await send(t, { ...form, authorization })

    expect(response).toContain('HTTP/1.1 400')
    expect(response).toContain('banner does not take a file')
    expect(response).not.toContain('connection: close')
  })
})

test('limits a user to five uploads a minute, not counting forms without files', async () => {
  await using t = await startTestApp()
  const [user, other] = [await t.make.user(), await t.make.user()]
  const authorization = await t.as(user).authorization()
  const saveText = () => {
    const payload = `--${boundary}\r\ncontent-disposition: form-data; name="bio"\r\n\r\nHello${formEnd}`
    const headers = { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` }
    return t.app.inject({ method: 'POST', url: updateProfile.url, headers, payload })
  }
  for (let count = 0; count < 5; count++) {
    expect((await saveText()).statusCode).toBe(200)
    expect((await upload(t, user)).statusCode).toBe(200)
  }

  const rejected = await upload(t, user)

  expect(rejected.statusCode).toBe(429)
  expect(rejected.json().detail).toBe('Too many attempts. Please try again later.')
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
  expect((await saveText()).statusCode).toBe(200)
  expect((await upload(t, other)).statusCode).toBe(200)
  const large = await send(t, { authorization, begin: fileHead('avatar'), length: 200 * megabyte })
  expect(large.received).toBeLessThan(3 * megabyte)
})

test('limits a user to two concurrent uploads, and releases the slot when a connection breaks', async () => {
  await using t = await startTestApp()
  const [user, other] = [await t.make.user(), await t.make.user()]
  const authorization = await t.as(user).authorization()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as net.AddressInfo
  const head =
    `POST ${updateProfile.url} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n` +
    `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 99999\r\n\r\n${fileStart('avatar')}`
  const sockets = [1, 2].map(() => net.connect(port, '127.0.0.1').on('error', () => undefined))
  for (const socket of sockets) socket.write(head)
  await expect.poll(() => folders(t)).toHaveLength(2)

  const third = await upload(t, user)

  expect(third.statusCode).toBe(429)
  expect(third.headers['retry-after']).toBe('5')
  expect((await upload(t, other)).statusCode).toBe(200)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => folders(t)).toEqual([])
  expect((await upload(t, user)).statusCode).toBe(200)
})

test('concurrent animations are converted outside of the server process or rejected with 503', async () => {
  await using t = await startTestApp({ trustedProxies: 1 })
  const users = await Promise.all(Array.from({ length: 20 }, () => t.make.user()))
  await upload(t, await t.make.user())
  const { pid } = t.app.images
  if (pid === undefined) throw new Error('no image process is running')
  process.kill(pid, 'SIGSTOP')

  const uploads = users.map((user, number) => upload(t, user, `203.0.113.${number}`))
  // While the image process is stopped, one is in progress, eight wait and eleven are rejected.
  let rejected = 0
  for (const waiting of uploads) void waiting.then(() => rejected++)
  await expect.poll(() => rejected).toBe(11)
  expect((await t.app.inject('/healthz')).statusCode).toBe(200)
  process.kill(pid, 'SIGCONT')
  const responses = await Promise.all(uploads)

  const statuses = responses.map((response) => response.statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(9)
  const busy = responses.filter((response) => response.statusCode === 503)
  expect(busy).toHaveLength(11)
  for (const response of busy) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
})

test('while slow uploads take all slots, forms without files are saved and a new upload displaces a slow one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await using t = await startTestApp({ trustedProxies: 1 })
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as net.AddressInfo
  let response = ''
  const sockets: net.Socket[] = []
  for (let count = 0; count < 4; count++) {
    const authorization = await t.as(await t.make.user()).authorization()
    for (let each = 0; each < 2; each++) {
      const socket = net.connect(port, '127.0.0.1').on('error', () => undefined)
      socket.on('data', (chunk) => (response += chunk.toString()))
      socket.write(
        `POST ${updateProfile.url} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n` +
          `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 99999\r\n\r\n${fileStart('avatar')}`,
      )
      sockets.push(socket)
    }
  }
  await expect.poll(() => folders(t)).toHaveLength(8)
  const user = await t.make.user()

  expect((await upload(t, user, '127.0.0.1')).statusCode).toBe(503)
  const text = `--${boundary}\r\ncontent-disposition: form-data; name="bio"\r\n\r\nHello${formEnd}`
  const headers = {
    authorization: await t.as(user).authorization(),
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  const saved = await t.app.inject({ method: 'POST', url: updateProfile.url, headers, payload: text })
  expect(saved.statusCode).toBe(200)
  vi.setSystemTime(Date.now() + 6_000)
  expect((await upload(t, user, '127.0.0.1')).statusCode).toBe(200)

  await expect.poll(() => folders(t), { timeout: 10_000 }).toHaveLength(7)
  expect(response.match(/HTTP\/1.1 503/g)).toHaveLength(1)
  expect(response).toContain('Many files are being uploaded right now.')
  for (const socket of sockets) socket.destroy()
})

test('releases the upload slot of a client that disconnects while its folder is created', async () => {
  await using t = await startTestApp()
  const { uploadFolder } = t.app
  const authorization = await t.as(await t.make.user()).authorization()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const accepted = new Promise<net.Socket>((resolve) => t.app.server.once('connection', resolve))
  const client = net.connect((t.app.server.address() as net.AddressInfo).port, '127.0.0.1')
  const open = uploadFolder.open.bind(uploadFolder)
  const opening = vi.spyOn(uploadFolder, 'open').mockImplementationOnce(async (uploader) => {
    const opened = await open(uploader)
    const server = await accepted
    client.resetAndDestroy()
    await new Promise((resolve) => server.once('close', resolve))
    return opened
  })

  client.write(
    `POST ${updateProfile.url} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n` +
      `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 1000\r\n\r\n${fileStart('avatar')}`,
  )

  await expect.poll(() => opening.mock.settledResults.at(0)?.type).toBe('fulfilled')
  await expect.poll(() => uploadFolder.inProgress).toBe(0)
  await expect.poll(() => folders(t)).toEqual([])
})

describe('the upload folder', () => {
  test.each([
    ['sixteen concurrent uploads of different networks', 16, (user: number) => `203.0.113.${user}`],
    ['eight concurrent uploads of one network', 8, () => '203.0.113.1'],
    ['eight concurrent uploads of one IPv6 /56', 8, (user: number) => `2001:db8:1:${user}::/64`],
  ])('allows %s', async (_what, max, networkOf) => {
    const uploads = new UploadFolder(temporaryFolder().at())
    const open = (userId: number) =>
      uploads.open({ userId, network: networkOf(userId), maxBytes: megabyte, bytesRead: () => 0 })
    const opened = await Promise.all(Array.from({ length: max }, (_, user) => open(user)))

    await expect(open(99)).rejects.toMatchObject({ status: 503, retryAfter: 5 })

    await opened[0]?.close()
    expect(await open(99)).toBeDefined()
  })

  test('lets a new upload displace the slowest of those below the minimum speed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const uploads = new UploadFolder(temporaryFolder().at())
    const received = Array<number>(16).fill(10 * megabyte)
    const open = (userId: number) =>
      uploads.open({
        userId,
        network: `203.0.113.${userId}`,
        maxBytes: megabyte,
        bytesRead: () => received[userId] ?? 0,
      })
    const opened = await Promise.all(received.map((_, user) => open(user)))
    Object.assign(received, [0, 90_000, 80_000, 70_000])
    opened[0]?.received()

    await expect(open(20)).rejects.toMatchObject({ code: 'busy' })
    vi.setSystemTime(Date.now() + 6_000)
    await open(21)
    await open(22)

    expect(opened.flatMap(({ displaced }, user) => (displaced.aborted ? [user] : []))).toEqual([2, 3])
    await open(23)
    await expect(open(24)).rejects.toMatchObject({ code: 'busy' })
    expect(uploads.inProgress).toBe(16)
  })

  test('rejects uploads that could fill the disk', async () => {
    const uploads = new UploadFolder(temporaryFolder().at(), async () => 700 * megabyte)
    const open = (userId: number) =>
      uploads.open({ userId, network: '203.0.113.1', maxBytes: 100 * megabyte, bytesRead: () => 0 })
    const first = await open(1)

    await expect(open(2)).rejects.toMatchObject({ status: 503, code: 'storage_full' })

    await first.close()
    expect(await open(2)).toBeDefined()
  })

  test('removes files that a crashed server left behind', async () => {
    const dataDir = temporaryFolder().at()
    const [orphan, current] = ['request-orphan', 'request-current'].map((name) => path.join(dataDir, 'uploads', name))
    const yesterday = new Date(Date.now() - 24 * 60 * 60_000)
    await mkdir(orphan ?? '', { recursive: true })
    await mkdir(current ?? '')
    await utimes(orphan ?? '', yesterday, yesterday)
    const slow = path.join(dataDir, 'uploads', 'request-slow')
    await mkdir(slow)
    await writeFile(path.join(slow, 'file'), 'still growing')
    await utimes(slow, yesterday, yesterday)

    await using t = await startTestApp({ dataDir })
    await t.app.uploadFolder.sweep()

    expect(new Set(await folders(t))).toEqual(new Set(['request-current', 'request-slow']))
  })
})

describe('a slow upload', () => {
  /** Starts an upload and a JSON request, then reports the request timeout for both, as Node does. */
  async function timeOutBoth(t: TestApp) {
    const authorization = await t.as(await t.make.user()).authorization()
    const payload = Buffer.concat([Buffer.from(fileHead('avatar')), await photo(), Buffer.from(formEnd)])
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    const start = async (type: string, sent: Buffer) => {
      const accepted = new Promise<net.Socket>((resolve) => t.app.server.once('connection', resolve))
      const client = net.connect((t.app.server.address() as net.AddressInfo).port, '127.0.0.1')
      const received: string[] = []
      client.on('data', (chunk) => received.push(chunk.toString())).on('error', () => undefined)
      client.write(
        `POST ${updateProfile.url} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n` +
          `content-type: ${type}\r\ncontent-length: ${payload.length}\r\n\r\n`,
      )
      client.write(sent)
      return { client, received, server: await accepted }
    }
    const form = await start(`multipart/form-data; boundary=${boundary}`, payload.subarray(0, 200))
    await expect.poll(() => folders(t)).toHaveLength(1)
    const json = await start('application/json', Buffer.from('{'))
    const error = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    for (const { server } of [form, json]) t.app.server.emit('clientError', error, server)
    return { form, json, rest: payload.subarray(200) }
  }

  test('is not subject to the request timeout, unlike other requests', async () => {
    await using t = await startTestApp()
    const { form, json, rest } = await timeOutBoth(t)

    form.client.write(rest)

    await expect.poll(() => form.received.join('')).toContain('HTTP/1.1 200')
    await expect.poll(() => json.received.join('')).toContain('HTTP/1.1 408')
    form.client.destroy()
  })

  test('is disconnected when it makes too little progress', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const socket = new net.Socket()
    const bytesRead = vi.spyOn(socket, 'bytesRead', 'get').mockReturnValue(0)
    const end = allowSlowUpload(socket, { bytes: 1000, every: 30_000 })

    bytesRead.mockReturnValue(1000)
    vi.advanceTimersByTime(30_000)
    expect(socket.destroyed).toBe(false)
    bytesRead.mockReturnValue(1999)
    vi.advanceTimersByTime(30_000)
    expect(socket.destroyed).toBe(true)
    end()
    vi.useRealTimers()
  })
})
