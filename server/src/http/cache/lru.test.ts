import { expect, test } from 'vitest'
import { newLru } from './lru.ts'

test('keeps the entries that were used last, and takes no memory for others before', () => {
  // With `max`, it has a place for each entry from the start.
  expect(newLru<string, number>(50_000).max).toBe(0)
  const small = newLru<string, number>(2)
  small.set('a', 1).set('b', 2)
  small.get('a')
  small.set('c', 3)
  expect([...small.keys()].toSorted()).toEqual(['a', 'c'])
})
