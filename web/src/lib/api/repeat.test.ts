import { expect, test } from 'vitest'
import { sendOrRead } from './repeat.ts'
import { ApiFailure } from './request.ts'

const failWith = (details: ConstructorParameters<typeof ApiFailure>[0]) => () => Promise.reject(new ApiFailure(details))

test.each([
  ['no response', { status: 0 }],
  ['a page of a proxy', { status: 200, code: 'not_json' }],
  ['a proxy without its server', { status: 502 }],
  ['a server that failed', { status: 500, code: 'internal' }],
] as const)('after %s, the outcome of a write is what the server has', async (_, details) => {
  const send = failWith(details)
  expect(await sendOrRead(send, () => Promise.resolve('stored'))).toBe('stored')
  await expect(sendOrRead(send, () => Promise.resolve(undefined))).rejects.toMatchObject(details)
  await expect(sendOrRead(send, failWith({ status: 0 }))).rejects.toMatchObject({
    code: 'unanswered',
    detail: expect.stringContaining('we do not know'),
  })
})

test.each([
  ['a refusal', { status: 409, code: 'already_voted' }],
  ['a limit', { status: 429 }],
  ['a server that did nothing', { status: 503, code: 'overloaded' }],
  ['a call that the viewer cancelled', { status: 0, cancelled: true }],
] as const)('after %s, the server is not asked', async (_, details) => {
  const read = () => Promise.resolve('stored')
  await expect(sendOrRead(failWith(details), read)).rejects.toMatchObject(details)
})
