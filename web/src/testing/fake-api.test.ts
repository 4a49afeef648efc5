import { getAccount } from '@wtpu/contract/accounts/accounts'
import { getRegistration } from '@wtpu/contract/site/invitations'
import { expect, test } from 'vitest'
import { query } from '#lib/api/api.ts'
import { fakeApi, newTestQueryClient } from './fake-api.tsx'

let earlier: ReturnType<typeof newTestQueryClient>

test('a page of a test calls the API of that test', async () => {
  const api = fakeApi()
  earlier = newTestQueryClient()
  await earlier.prefetchQuery(query(getRegistration))
  expect(api.calls).toHaveLength(1)
})

test('and not that of the next test, if its code comes late', async () => {
  const api = fakeApi()
  void earlier.prefetchQuery(query(getAccount))
  await new Promise((resolve) => setTimeout(resolve))
  expect(api.calls).toEqual([])
})
