import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#http/errors.ts'
import { ExpectedReturns } from './expected-returns.ts'
import { FairQueue } from './fair-queue.ts'

const caller = (network: string, known = false) => ({ network, known })
const full = expect.objectContaining({ status: 503, code: 'overloaded', retryAfter: 2 })

/** Runs jobs that end on request, and records the order in which they started. */
function startJobs(queue: FairQueue) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = async (name: string, known = false) => {
    using slot = queue.reserve(caller(name, known))
    await slot.run(() => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { started, run, end }
}

test('limits concurrency and prefers known callers, except every fourth time', async () => {
  const jobs = startJobs(new FairQueue({ concurrency: 1, slots: 10, slotsPerNetwork: 10 }))
  const all = ['first', 'a', 'b'].map((name) => jobs.run(name))
  all.push(...['K', 'L', 'M', 'N'].map((name) => jobs.run(name, true)))

  expect(jobs.started).toEqual(['first'])
  for (let round = 0; round < 7; round++) await jobs.end(jobs.started.at(-1) ?? '')

  await Promise.all(all)
  expect(jobs.started).toEqual(['first', 'K', 'L', 'M', 'a', 'N', 'b'])
})

test('rejects a caller if no slot is free, and accepts one after a slot is released', () => {
  const queue = new FairQueue({ concurrency: 1, slots: 2, slotsPerNetwork: 2 })
  const slot = queue.reserve(caller('1'))
  queue.reserve(caller('2'))

  expect(() => queue.reserve(caller('3'))).toThrow(full)
  queue.reserve(caller('3', true))
  slot[Symbol.dispose]()
  queue.reserve(caller('3'))
})

test('asks those whom it rejects to come again one after the other, as fast as jobs end, within twenty seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const queue = new FairQueue({ concurrency: 1, slots: 41, slotsPerNetwork: 1 })
  const jobs = startJobs(queue)
  const all = Array.from({ length: 41 }, (_, index) => jobs.run(String(index)))
  for (let index = 0; index < 40; index++) {
    vi.advanceTimersByTime(500)
    await jobs.end(String(index))
  }
  for (let index = 0; index < 40; index++) queue.reserve(caller(`next ${index}`))

  const rejected = Array.from({ length: 50 }, (_, index) => {
    try {
      queue.reserve(caller(`late ${index}`))
    } catch (error) {
      return error instanceof ApiError ? error.retryAfter : error
    }
    return 'accepted'
  })
  expect([rejected[0], rejected[10], rejected[20], rejected[49]]).toEqual([2, 7, 12, 20])
  await jobs.end('40')
  await Promise.all(all)
})

test('accepts those who come again when they were asked to, before others', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const queue = new FairQueue({ concurrency: 1, slots: 2, slotsPerNetwork: 1 })
  const [slot] = [queue.reserve(caller('1')), queue.reserve(caller('2'))]
  expect(() => queue.reserve(caller('3'))).toThrow(full)
  expect(() => queue.reserve(caller('4'))).toThrow(full)
  slot[Symbol.dispose]()

  vi.advanceTimersByTime(2_000)
  expect(() => queue.reserve(caller('5'))).toThrow(full)
  queue.reserve(caller('3'))
  // Both slots are taken.
  queue.reserve(caller('4'))
  expect(() => queue.reserve(caller('6'))).toThrow(full)
})

test('keeps no slot for those who do not come again', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const queue = new FairQueue({ concurrency: 1, slots: 1, slotsPerNetwork: 1 })
  const slot = queue.reserve(caller('1'))
  expect(() => queue.reserve(caller('2'))).toThrow(full)
  slot[Symbol.dispose]()

  vi.advanceTimersByTime(5_900)
  expect(() => queue.reserve(caller('3'))).toThrow(full)
  vi.advanceTimersByTime(200)
  queue.reserve(caller('4'))
})

test('limits the slots of one network', () => {
  const queue = new FairQueue({ concurrency: 1, slots: 10, slotsPerNetwork: 2 })
  queue.reserve(caller('1'))
  queue.reserve(caller('1', true))

  expect(() => queue.reserve(caller('1'))).toThrow(full)
  queue.reserve(caller('2'))
})

test('limits the slots of one IPv6 /56, and those kept for whom it was asked to come again', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const queue = new FairQueue({ concurrency: 1, slots: 10, slotsPerNetwork: 2 })
  const line = (number: number) => `2001:db8:1:${number}::/64`
  const [slot] = [queue.reserve(caller(line(1))), queue.reserve(caller(line(2)))]
  expect(() => queue.reserve(caller(line(3)))).toThrow(full)
  slot[Symbol.dispose]()
  queue.reserve(caller(line(3)))

  const returns = new ExpectedReturns(2)
  for (let number = 0; number < 9; number++) returns.ask(line(number), 10)
  vi.advanceTimersByTime(3_000)
  expect(returns.countDue()).toBe(2)
})

test('new accounts leave sign-ins from new networks slots, and a share of the time', async () => {
  const queue = new FairQueue({ concurrency: 1, slots: 4, slotsPerNetwork: 1 })
  const started: string[] = []
  const run = async (name: string, isNew: boolean) => {
    using slot = queue.reserve({ network: name, known: false, isNew })
    await slot.run(async () => void started.push(name))
  }
  const accounts = ['1', '2', '3', '4'].map((name) => run(name, true))
  expect(() => queue.reserve({ network: '5', known: false, isNew: true })).toThrow(full)
  const signIns = ['a', 'b'].map((name) => run(name, false))

  await Promise.all([...accounts, ...signIns])

  expect(started).toEqual(['1', 'a', '2', 'b', '3', '4'])
})

test('releases the slot of a failed job', async () => {
  const queue = new FairQueue({ concurrency: 1, slots: 1, slotsPerNetwork: 1 })
  const fail = async () => {
    using slot = queue.reserve(caller('1'))
    await slot.run(() => Promise.reject(new Error('no memory')))
  }

  await expect(fail()).rejects.toThrow('no memory')
  await expect(fail()).rejects.toThrow('no memory')
})
