import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BatchReader } from './batch-reader.ts'

test('reads keys that are asked for together in one query, and those that arrive while three queries run in the next', async () => {
  const batches: number[][] = []
  const answered = Promise.withResolvers<void>()
  const read = async (keys: number[]) => {
    batches.push(keys)
    await answered.promise
    return keys.map((key) => `value ${key}`)
  }
  const reader = new BatchReader(read, 2)
  const load = (key: number) => reader.load(key)

  const early = [1, 2, 3, 4, 5, 6].map(load)
  await nextTurn()
  const late = [7, 8].map(load)
  await nextTurn()
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ])
  answered.resolve()
  expect(await Promise.all([...early, ...late])).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((key) => `value ${key}`))
  expect(batches[3]).toEqual([7, 8])
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
