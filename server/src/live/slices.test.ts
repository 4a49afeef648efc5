import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { workInSlices } from './slices.ts'

/** Keeps the event loop busy, as a write to a socket does. */
function spend(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end) continue
}

test('long work is spread over turns of the event loop, and later work follows it', async () => {
  const inSlices = workInSlices(5)
  const done: string[] = []
  const perTurn: number[] = []
  inSlices(Array.from({ length: 50 }).keys(), (item) => {
    spend(1)
    done.push(`first ${item}`)
  })
  inSlices(['second'], (item) => done.push(item))

  for (let before = 0; done.length < 51; await nextTurn()) {
    perTurn.push(done.length - before)
    before = done.length
  }
  expect(perTurn.length).toBeGreaterThan(3)
  expect(Math.max(...perTurn)).toBeLessThan(15)
  expect(done).toEqual([...Array.from({ length: 50 }, (_, item) => `first ${item}`), 'second'])
})

test('short work is done at once', () => {
  const done: number[] = []
  workInSlices(5)([1, 2, 3], (item) => done.push(item))
  expect(done).toEqual([1, 2, 3])
})
