import { afterEach, expect, test, vi } from 'vitest'
import { CounterStore } from './rate-limit.ts'

afterEach(() => void vi.useRealTimers())

const [minute, max] = [60_000, 3]

function hit(store: CounterStore, key: string) {
  let outcome = { current: 0, ttl: 0 }
  store.incr(key, (_error, result) => (outcome = result), minute, max)
  return outcome
}

test('counts in windows that start with the first request', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const store = new CounterStore()

  expect([hit(store, 'a'), hit(store, 'a'), hit(store, 'b')]).toEqual([
    { current: 1, ttl: minute },
    { current: 2, ttl: minute },
    { current: 1, ttl: minute },
  ])
  vi.advanceTimersByTime(minute - 1)
  for (let count = 3; count < 6; count++) expect(hit(store, 'a')).toEqual({ current: count, ttl: 1 })
  vi.advanceTimersByTime(1)
  expect(hit(store, 'a')).toEqual({ current: 1, ttl: minute })
})

test('a flood of other keys does not unblock a blocked key', () => {
  const store = new CounterStore(undefined, 1_000)
  for (let count = 0; count <= max; count++) hit(store, 'blocked')

  for (let number = 0; number < 5_100; number++) hit(store, `other ${number}`)

  expect(hit(store, 'blocked').current).toBe(max + 2)
})

test('counts each limit separately', () => {
  const store = new CounterStore()
  hit(store, 'a')

  expect(hit(store.child(), 'a').current).toBe(1)
})
