import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { databaseOn } from './client.ts'
import { cacheRead } from './read-cache.ts'

/** Never connected. */
const newDatabase = () => databaseOn(new pg.Pool())

afterEach(() => vi.useRealTimers())

test('shares one read between calls until its time is over', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const read = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockResolvedValueOnce(2)
  const [cached, db] = [cacheRead(60_000, read), newDatabase()]

  expect(await Promise.all([cached(db), cached(db)])).toEqual([1, 1])
  vi.advanceTimersByTime(59_999)
  expect(await cached(db)).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await cached(db)).toBe(2)
})

test('does not keep a read that failed', async () => {
  const read = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('no database')).mockResolvedValueOnce(2)
  const [cached, db] = [cacheRead(60_000, read), newDatabase()]

  await expect(cached(db)).rejects.toThrow('no database')
  expect(await cached(db)).toBe(2)
})

test('reads each database', async () => {
  const read = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockResolvedValueOnce(2)
  const cached = cacheRead(60_000, read)

  expect([await cached(newDatabase()), await cached(newDatabase())]).toEqual([1, 2])
})
