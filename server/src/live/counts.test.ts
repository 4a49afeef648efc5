import { PassThrough } from 'node:stream'
import type { ServerResponse } from 'node:http'
import type { PublicCounts } from '@wtpu/contract/live'
import { afterEach, expect, test, vi } from 'vitest'
import type { CountedIds } from './counts.ts'
import type { Counted } from './messages.ts'
import { openStream } from './stream.ts'

afterEach(() => void vi.useRealTimers())

/** The counts that the fake database returns: one vote for each poll, one good rating for each official. */
const countsOf = async ({ polls, politicians }: CountedIds): Promise<PublicCounts> => ({
  polls: polls.map((id) => ({ id, total_votes: 1, options: [[id * 10, 1]], version: 1 })),
  politicians: politicians.map((id) => ({ id, good_job_count: 1, bad_job_count: 0, version: 1 })),
})
const eventOf = async (ids: CountedIds) => `event: counts\ndata: ${JSON.stringify(await countsOf(ids))}\n\n`

/** A stream without a database. `pass` advances the clock and returns what was sent to the browser meanwhile. */
function openTestStream(read: (ids: CountedIds) => Promise<PublicCounts> = countsOf) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const readCounts = vi.fn(read)
  // Nothing listens on this port, so no other invalidations arrive.
  const live = openStream({
    databaseUrl: 'postgres://127.0.0.1:1/none',
    onMessage: () => undefined,
    takeSlotOf: async () => undefined,
    readCounts,
    readContentCounts: () => Promise.reject(new Error('no content')),
    log: { warn: () => undefined },
    max: 10,
  })
  const browser = new PassThrough()
  return {
    live,
    count: (of: Counted, id: number) => live.handle({ kind: 'counts', of, id }),
    readCounts,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream uses only methods of a writable
    join: () => live.join(browser as unknown as ServerResponse, () => undefined),
    async pass(milliseconds: number) {
      await vi.advanceTimersByTimeAsync(milliseconds)
      return String(browser.read() ?? '')
    },
    [Symbol.asyncDispose]: () => live.close(),
  }
}

test('reads and sends counts at most once a second, all in one read and each id once', async () => {
  await using t = openTestStream()
  t.join()

  t.count('polls', 7)
  expect(await t.pass(1)).toBe(await eventOf({ polls: [7], politicians: [] }))
  for (const id of [7, 8, 7]) t.count('polls', id)
  t.count('politicians', 5)
  expect(await t.pass(998)).toBe('')
  expect(await t.pass(2)).toBe(await eventOf({ polls: [7, 8], politicians: [5] }))
  expect(t.readCounts).toHaveBeenCalledTimes(2)
})

test('reads nothing while no browser is connected, and nothing old for the first one', async () => {
  await using t = openTestStream()
  t.count('polls', 7)
  await t.pass(5_000)

  t.join()
  expect(await t.pass(5_000)).toBe('')
  expect(t.readCounts).not.toHaveBeenCalled()
  t.count('polls', 8)
  expect(await t.pass(1)).toBe(await eventOf({ polls: [8], politicians: [] }))
})

test('after a failed read, invalidations replace its counts, and the next read works', async () => {
  await using t = openTestStream()
  t.join()
  t.readCounts.mockRejectedValueOnce(new Error('no database'))

  t.count('polls', 7)
  expect((await t.pass(1)) + (await t.pass(1_000))).toBe('data: /api/polls/\n\n')

  t.count('politicians', 5)
  expect(await t.pass(1_000)).toBe(await eventOf({ polls: [], politicians: [5] }))
})

test('more than 200 polls and officials within a second become invalidations', async () => {
  await using t = openTestStream()
  t.join()
  for (let id = 1; id <= 200; id++) t.count('polls', id)
  t.count('politicians', 5)

  expect((await t.pass(1)) + (await t.pass(1_000))).toBe('data: /api/polls/\n\ndata: /api/politicians/\n\n')
  expect(t.readCounts).not.toHaveBeenCalled()

  for (let id = 1; id <= 200; id++) t.count('polls', id)
  expect(await t.pass(1_000)).toContain('"id":200,')
})

test('while a read is slow, invalidations are sent and no second read starts', async () => {
  let finish: (counts: PublicCounts) => void = () => undefined
  await using t = openTestStream(() => new Promise((resolve) => (finish = resolve)))
  t.join()
  t.count('polls', 7)
  await t.pass(1)

  t.count('polls', 8)
  t.live.handle({ kind: 'stale', path: '/api/polls/' })
  expect(await t.pass(3_000)).toBe('data: /api/polls/\n\n')
  expect(t.readCounts).toHaveBeenCalledTimes(1)

  finish(await countsOf({ polls: [7], politicians: [] }))
  expect(await t.pass(1_000)).toBe(await eventOf({ polls: [7], politicians: [] }))
  expect(t.readCounts).toHaveBeenLastCalledWith({ polls: [8], politicians: [] })
  finish(await countsOf({ polls: [8], politicians: [] }))
  expect(await t.pass(1)).toBe(await eventOf({ polls: [8], politicians: [] }))
})
