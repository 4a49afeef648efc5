import { expect, test } from 'vitest'
import { BatchReader } from './batch-reader.ts'

test('reads keys at once, and those that arrive while three queries run together', async () => {
  const batches: number[][] = []
  const reader = new BatchReader<number, string>(async (keys) => {
    batches.push(keys)
    await Promise.resolve()
    return keys.map((key) => `value ${key}`)
  })

  const values = await Promise.all([1, 2, 3, 4, 5].map((key) => reader.load(key)))
  expect(values).toEqual([1, 2, 3, 4, 5].map((key) => `value ${key}`))
  expect(batches).toEqual([[1], [2], [3], [4, 5]])
})

test('fails the keys of a query that fails, then goes on', async () => {
  let fails = true
  const reader = new BatchReader<number, number>((keys) => {
    if (fails) return Promise.reject(new Error('no database'))
    return Promise.resolve(keys)
  })
  await expect(Promise.all([reader.load(1), reader.load(2)])).rejects.toThrow('no database')
  fails = false
  expect(await reader.load(3)).toBe(3)
})

test('rejects a key for which the query returns no value', async () => {
  await expect(new BatchReader<number, number>(() => Promise.resolve([])).load(1)).rejects.toThrow('no value')
})
