import { expect, test } from 'vitest'
import { boundsOf } from '../network.ts'
import { openLimitStore } from './limit-store.ts'

const subnet = (number: number) => `2001:db8:1:${number.toString(16)}::/64`

test('what is over the bound of a /64 does not use up the one of its /56', async () => {
  const store = openLimitStore(undefined)
  const count = (number: number) => store.count('sign-in', boundsOf(subnet(number), 20), 60_000)
  for (let request = 0; request < 20; request++) expect(await count(1)).toBeUndefined()
  for (let request = 0; request < 20; request++) expect(await count(1)).toBeGreaterThan(0)

  expect([await count(2), await count(3)]).toEqual([undefined, undefined])
  expect(await count(4)).toBeGreaterThan(0)
  expect(await store.count('sign-in', boundsOf('203.0.113.7', 20), 60_000)).toBeUndefined()
})

test('a /56 has 22 of 20 live streams, its /48 has 60, and each that ends frees all', async () => {
  const store = openLimitStore(undefined)
  const take = (number: number) => store.take('streams', boundsOf(subnet(number), 20))
  const taken = []
  for (let number = 0; number < 60; number++) taken.push(await take(number))
  const streams = taken.filter((giveBack) => giveBack !== undefined)
  expect(streams).toHaveLength(22)
  for (let number = 0; number < 60; number++) streams.push((await take((number + 1) << 8)) ?? (() => undefined))
  expect(await take(0xff00)).toBeUndefined()

  for (const giveBack of streams) giveBack()

  expect(await Promise.all(Array.from({ length: 23 }, (_, number) => take(number)))).toHaveLength(23)
  expect(await take(24)).toBeUndefined()
})
