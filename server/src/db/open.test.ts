import { expect, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { checkConnection } from './open.ts'

test('a server with another JWT_SECRET than those that run on the database does not start', async () => {
  const t = await startTestApp()
  const check = (secret: string) => checkConnection(t.url, secret).catch(String)
  const { jwtSecret } = t.config

  await expect.poll(() => check('y'.repeat(32))).toMatch(/JWT_SECRET is not that of the other servers/)
  expect(await check(jwtSecret)).toBeUndefined()

  await t.app.close()
  expect(await check('y'.repeat(32))).toBeUndefined()
  await t[Symbol.asyncDispose]()
})
