import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const caller = (network: string, known = false) => ({ network, known })
const full = expect.objectContaining({ status: 503, code: 'unavailable', retryAfter: 2 })

/** Work that ends when told to, and tells the order in which it began. */
function workbench(queue: FairQueue) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = async (name: string, known = false) => {
    using place = queue.reserve(caller(name, known))
    await place.run(() => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, run, end }
}

test('runs no more at once than it may, and known callers first but for every fourth time', async () => {
  const bench = workbench(new FairQueue({ concurrency: 1, slots: 10, slotsPerNetwork: 10 }))
  const all = ['first', 'a', 'b'].map((name) => bench.run(name))
  all.push(...['K', 'L', 'M', 'N'].map((name) => bench.run(name, true)))

  expect(bench.begun).toEqual(['first'])
  for (let round = 0; round < 7; round++) await bench.end(bench.begun.at(-1) ?? '')

  await Promise.all(all)
  expect(bench.begun).toEqual(['first', 'K', 'L', 'M', 'a', 'N', 'b'])
})

test('refuses a caller for whom there is no place, and takes the next one once a place is free', () => {
  const queue = new FairQueue({ concurrency: 1, slots: 2, slotsPerNetwork: 2 })
  const one = queue.reserve(caller('1'))
  queue.reserve(caller('2'))

  expect(() => queue.reserve(caller('3'))).toThrow(full)
  queue.reserve(caller('3', true))
  one[Symbol.dispose]()
  queue.reserve(caller('3'))
})

test('one network cannot take every place', () => {
  const queue = new FairQueue({ concurrency: 1, slots: 10, slotsPerNetwork: 2 })
  queue.reserve(caller('1'))
  queue.reserve(caller('1', true))

  expect(() => queue.reserve(caller('1'))).toThrow(full)
  queue.reserve(caller('2'))
})

test('work that fails frees its place', async () => {
  const queue = new FairQueue({ concurrency: 1, slots: 1, slotsPerNetwork: 1 })
  const fail = async () => {
    using place = queue.reserve(caller('1'))
    await place.run(() => Promise.reject(new Error('no memory')))
  }

  await expect(fail()).rejects.toThrow('no memory')
  await expect(fail()).rejects.toThrow('no memory')
})
