import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const caller = (network: string, known = false) => ({ network, known })
const full = expect.objectContaining({ status: 503, code: 'unavailable', retryAfter: 2 })

/** Work that ends when told to, and tells the order in which it began. */
function workbench(queue: FairQueue) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = async (name: string, known = false) => {
    using place = queue.enter(caller(name, known))
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
  const bench = workbench(new FairQueue({ concurrency: 1, places: 10, placesPerNetwork: 10 }))
  const all = ['first', 'a', 'b'].map((name) => bench.run(name))
  all.push(...['K', 'L', 'M', 'N'].map((name) => bench.run(name, true)))

  expect(bench.begun).toEqual(['first'])
  for (let round = 0; round < 7; round++) await bench.end(bench.begun.at(-1) ?? '')

  await Promise.all(all)
  expect(bench.begun).toEqual(['first', 'K', 'L', 'M', 'a', 'N', 'b'])
})

test('refuses a caller for whom there is no place, and takes the next one once a place is free', () => {
  const queue = new FairQueue({ concurrency: 1, places: 2, placesPerNetwork: 2 })
  const one = queue.enter(caller('1'))
  queue.enter(caller('2'))

  expect(() => queue.enter(caller('3'))).toThrow(full)
  queue.enter(caller('3', true))
  one[Symbol.dispose]()
  queue.enter(caller('3'))
})

test('one network cannot take every place', () => {
  const queue = new FairQueue({ concurrency: 1, places: 10, placesPerNetwork: 2 })
  queue.enter(caller('1'))
  queue.enter(caller('1', true))

  expect(() => queue.enter(caller('1'))).toThrow(full)
  queue.enter(caller('2'))
})

test('work that fails frees its place', async () => {
  const queue = new FairQueue({ concurrency: 1, places: 1, placesPerNetwork: 1 })
  const fail = async () => {
    using place = queue.enter(caller('1'))
    await place.run(() => Promise.reject(new Error('no memory')))
  }

  await expect(fail()).rejects.toThrow('no memory')
  await expect(fail()).rejects.toThrow('no memory')
})
