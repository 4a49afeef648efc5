import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { updateProfile } from '@wtpu/contract/accounts'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { UploadFolder } from './upload-folder.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

const megabyte = 1024 * 1024
const boundary = 'x'
const fileHead = (field: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="me.png"\r\n` +
  'content-type: image/png\r\n\r\n'
const formEnd = `\r\n--${boundary}--\r\n`

interface Sending {
  url?: string
  type?: string
  authorization?: string
  /** What the body begins with; the rest is filler up to `length`. */
  begin?: string
  end?: string
  length: number
}

/** Sends a request over a plain socket until it is closed; `received` is what the server took of it. */
async function send(t: TestApp, given: Sending): Promise<{ reply: string; received: number }> {
  const { begin = '', end = '', length } = given
  if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as net.AddressInfo
  const accepted = new Promise<net.Socket>((resolve) => t.app.server.once('connection', resolve))
  const socket = net.connect(port, '127.0.0.1')
  const head = [
    `POST ${given.url ?? updateProfile.url} HTTP/1.1`,
    'host: localhost',
    `content-type: ${given.type ?? `multipart/form-data; boundary=${boundary}`}`,
    `content-length: ${length}`,
    ...(given.authorization ? [`authorization: ${given.authorization}`] : []),
  ]
  let reply = ''
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
  // A reply to a request that was sent in full leaves the connection open.
  socket.on('data', (chunk) => {
    reply += chunk.toString()
    if (left === 0 && reply.includes('}')) socket.end()
  })
  socket.write(`${head.join('\r\n')}\r\n\r\n${begin}`)
  fill()
  const server = await accepted
  await new Promise((resolve) => (server.destroyed ? resolve(undefined) : server.once('close', resolve)))
  socket.destroy()
  return { reply, received: server.bytesRead }
}

const folders = (t: TestApp) => readdir(path.join(t.config.dataDir, 'uploads')).catch(() => [])

const photo = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#1e40af' } })
    .png()
    .toBuffer()

async function upload(t: TestApp, user: { id: number }) {
  const payload = Buffer.concat([Buffer.from(fileHead('avatar')), await photo(), Buffer.from(formEnd)])
  const headers = {
    authorization: await t.as(user).authorization(),
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  return t.app.inject({ method: 'POST', url: updateProfile.url, headers, payload })
}

describe('a refused upload', () => {
  test.each<[string, Partial<Sending> & { signedIn: boolean }, maxMegabytes: number]>([
    ['from a stranger', { signedIn: false, begin: fileHead('avatar') }, 3],
    ['with a file that is too large', { signedIn: true, begin: fileHead('avatar') }, 8],
    ['in a field that takes no file', { signedIn: true, begin: fileHead('banner') }, 3],
    ['of a type that is not accepted', { signedIn: true, type: 'application/octet-stream' }, 3],
    ['to an address that does not exist', { signedIn: true, url: '/api/nothing/', type: 'video/mp4' }, 3],
  ])('%s is read for a bounded remainder only, then the connection ends', async (_what, given, maxMegabytes) => {
    await using t = await startTestApp()
    const { signedIn, ...rest } = given
    const authorization = signedIn ? await t.as(await t.make.user()).authorization() : undefined

    const { received } = await send(t, { ...rest, authorization, length: 200 * megabyte })

    expect(received).toBeLessThan(maxMegabytes * megabyte)
    await vi.waitFor(async () => expect(await folders(t)).toEqual([]))
  })

  test('that is nearly sent is read to its end, so that the sender hears the reason', async () => {
    await using t = await startTestApp()
    const authorization = await t.as(await t.make.user()).authorization()
    const form = { begin: fileHead('banner'), end: formEnd, length: megabyte / 2 }

    const { reply } = await send(t, { ...form, authorization })

    expect(reply).toContain('HTTP/1.1 400')
    expect(reply).toContain('banner does not take a file')
    expect(reply).not.toContain('connection: close')
  })
})

test('a person uploads five files a minute; saving text does not count', async () => {
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

  const refused = await upload(t, user)

  expect(refused.statusCode).toBe(429)
  expect(refused.json().detail).toBe('Too many attempts. Please try again later.')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await saveText()).statusCode).toBe(200)
  expect((await upload(t, other)).statusCode).toBe(200)
  const large = await send(t, { authorization, begin: fileHead('avatar'), length: 200 * megabyte })
  expect(large.received).toBeLessThan(3 * megabyte)
})

test('a person uploads two files at a time, and a broken connection frees the place', async () => {
  await using t = await startTestApp()
  const [user, other] = [await t.make.user(), await t.make.user()]
  const authorization = await t.as(user).authorization()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as net.AddressInfo
  const head =
    `POST ${updateProfile.url} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n` +
    `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 99999\r\n\r\n${fileHead('avatar')}`
  const sockets = [1, 2].map(() => net.connect(port, '127.0.0.1').on('error', () => undefined))
  for (const socket of sockets) socket.write(head)
  await vi.waitFor(async () => expect(await folders(t)).toHaveLength(2))

  const third = await upload(t, user)

  expect(third.statusCode).toBe(429)
  expect(third.headers['retry-after']).toBe('5')
  expect((await upload(t, other)).statusCode).toBe(200)
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(async () => expect(await folders(t)).toEqual([]))
  expect((await upload(t, user)).statusCode).toBe(200)
})

test('animations uploaded all at once are converted or refused with 503, outside of the server process', async () => {
  await using t = await startTestApp()
  const users = await Promise.all(Array.from({ length: 20 }, () => t.make.user()))
  await upload(t, await t.make.user())
  const { pid } = t.app.pictures
  if (pid === undefined) throw new Error('no picture process is running')
  process.kill(pid, 'SIGSTOP')

  const uploads = users.map((user) => upload(t, user))
  // One is in progress, eight wait, eleven are refused while the picture process stands still.
  let refused = 0
  for (const one of uploads) void one.then(() => refused++)
  await vi.waitFor(() => expect(refused).toBe(11), { timeout: 10_000 })
  expect((await t.app.inject('/healthz')).statusCode).toBe(200)
  process.kill(pid, 'SIGCONT')
  const replies = await Promise.all(uploads)

  const statuses = replies.map((reply) => reply.statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(9)
  const busy = replies.filter((reply) => reply.statusCode === 503)
  expect(busy).toHaveLength(11)
  for (const reply of busy) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
})

describe('the upload folder', () => {
  test('takes sixteen uploads at a time', async () => {
    const place = await mkdtemp(path.join(tmpdir(), 'wtpu-uploads-'))
    const uploads = new UploadFolder(place)
    const opened = await Promise.all(Array.from({ length: 16 }, (_, person) => uploads.open(person)))

    await expect(uploads.open(99)).rejects.toMatchObject({ status: 503, retryAfter: 5 })

    await opened[0]?.close()
    expect(await uploads.open(99)).toBeDefined()
    await rm(place, { recursive: true })
  })

  test('is swept of what a crashed server left behind', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'wtpu-data-'))
    const [orphan, current] = ['request-orphan', 'request-current'].map((name) => path.join(dataDir, 'uploads', name))
    const yesterday = new Date(Date.now() - 24 * 60 * 60_000)
    await mkdir(orphan ?? '', { recursive: true })
    await mkdir(current ?? '')
    await utimes(orphan ?? '', yesterday, yesterday)

    await using t = await startTestApp({ dataDir })

    expect(await folders(t)).toEqual(['request-current'])
  })
})
