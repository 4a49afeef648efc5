import { createPost } from '@wtpu/contract/boiler-room/posts'
import { refreshToken } from '@wtpu/contract/accounts/accounts'
import { expect, test, vi } from 'vitest'
import { accessToken, fakeApi, signedIn } from '#testing/fake-api.tsx'
import { fakeUploads } from '#testing/fake-upload.ts'
import { ApiFailure } from './api.ts'
import { requestTimeout } from './request.ts'
import { upload } from './upload.ts'

const file = (name: string) => new File(['content'], name, { type: 'image/png' })
const input = {
  body: { text: 'Hello', hashtag_list: ['a', 'b'] },
  files: { media_files: [file('1.png'), file('2.png')] },
}

/** Starts an upload. `failure` is its error. */
async function start(options: Parameters<typeof upload>[2] = {}) {
  const uploads = fakeUploads()
  const result = upload(createPost, input, options)
  const failure = result.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiFailure ? error : undefined),
  )
  await vi.waitFor(() => expect(uploads[0]?.form).toBeDefined())
  return { uploads, result, failure, first: uploads[0]! }
}

test('sends every text and file of repeated fields with the access token', async () => {
  signedIn()
  const { first, result } = await start()
  expect(first.form?.getAll('hashtag_list')).toEqual(['a', 'b'])
  expect(first.form?.getAll('media_files').map((part) => part instanceof File && part.name)).toEqual(['1.png', '2.png'])
  expect(first.headers.get('Authorization')).toBe(`Bearer ${localStorage.getItem('access')}`)
  expect(first.headers.get('Content-Type')).toBeNull()
  await first.respond(201, { id: 5 })
  expect(await result).toEqual({ id: 5 })
})

test('reports the share that has been sent', async () => {
  const onProgress = vi.fn()
  const { first } = await start({ onProgress })
  await first.progress(50, 200)
  await first.progress(200, 200)
  expect(onProgress.mock.calls).toEqual([[0.25], [1]])
})

test('fails with the server’s messages', async () => {
  const { first, failure } = await start()
  await first.respond(
    429,
    { code: 'too_many', detail: 'Later.', fields: { text: ['Too long.'] } },
    { 'Retry-After': '30' },
  )
  expect(await failure).toMatchObject({
    status: 429,
    detail: 'Later.',
    fields: { text: ['Too long.'] },
    retryAfter: 30,
  })
})

test('fails with status 0 when the connection is lost', async () => {
  const { first, failure } = await start()
  await first.loseConnection()
  expect(await failure).toMatchObject({ status: 0, cancelled: false })
})

test('stops the request when it is cancelled', async () => {
  const controller = new AbortController()
  const { first, failure } = await start({ signal: controller.signal })
  controller.abort()
  expect(await failure).toMatchObject({ status: 0, cancelled: true })
  expect(first.aborted).toBe(true)
})

test('times out only after no byte was sent for 60 seconds', async () => {
  vi.useFakeTimers()
  const { first, failure } = await start()
  let failed = false
  void failure.then(() => (failed = true))
  for (let minute = 1; minute <= 5; minute++) {
    await vi.advanceTimersByTimeAsync(requestTimeout * 0.9)
    await first.progress(minute, 100)
  }
  expect(failed).toBe(false)
  await vi.advanceTimersByTimeAsync(requestTimeout)
  expect(await failure).toMatchObject({ status: 0, cancelled: false, message: expect.stringContaining('too long') })
  expect(first.aborted).toBe(true)
})

test('refreshes the token after a 401 and sends the form again', async () => {
  signedIn()
  const api = fakeApi()
  const fresh = accessToken({ lifeSeconds: 7200 })
  api.respond(refreshToken, { access: fresh, refresh: 'next' })
  const { uploads, first, result } = await start()
  await first.respond(401, { code: 'token_expired', detail: '' })
  await vi.waitFor(() => expect(uploads[1]?.form).toBeDefined())
  expect(uploads[1]?.headers.get('Authorization')).toBe(`Bearer ${fresh}`)
  await uploads[1]?.respond(201, { id: 6 })
  expect(await result).toEqual({ id: 6 })
})

test('refreshes an expired token before it sends the form', async () => {
  signedIn()
  localStorage.setItem('access', accessToken({ lifeSeconds: -10 }))
  const api = fakeApi()
  const fresh = accessToken()
  api.respond(refreshToken, { access: fresh, refresh: 'next' })
  const { first } = await start()
  expect(first.headers.get('Authorization')).toBe(`Bearer ${fresh}`)
})
