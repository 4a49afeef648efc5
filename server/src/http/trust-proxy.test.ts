import { expect, test, vi } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'

test.each([
  ['warns once about X-Forwarded-For while TRUST_PROXY is off', 0, 1],
  ['does not warn while TRUST_PROXY is on', 1, 0],
])('%s', async (_what, trustedProxies, warnings) => {
  await using t = await startTestApp({ trustedProxies })
  const warn = vi.spyOn(t.app.log, 'warn')
  await t.app.inject('/healthz')
  expect(warn).not.toHaveBeenCalled()

  for (let count = 0; count < 3; count++) {
    await t.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.7' } })
  }

  expect(warn).toHaveBeenCalledTimes(warnings)
  if (warnings > 0) expect(warn).toHaveBeenCalledWith(expect.stringContaining('TRUST_PROXY'))
})
