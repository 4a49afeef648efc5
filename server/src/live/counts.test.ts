import { PassThrough } from 'node:stream'
import type { ServerResponse } from 'node:http'
import type { LiveCounts } from '@wtpu/contract/live'
import { afterEach, expect, test, vi } from 'vitest'
import { parseCountsPath, type CountedIds } from './counts.ts'
import { openStream } from './stream.ts'

afterEach(() => void vi.useRealTimers())

/** The counts that the fake database returns: one vote for each poll, one good rating for each official. */
const countsOf = async ({ polls, politicians }: CountedIds): Promise<LiveCounts> => ({
  polls: polls.map((id) => ({ id, total_votes: 1, options: [[id * 10, 1]], version: 1 })),
  politicians: politicians.map((id) => ({ id, good_job_count: 1, bad_job_count: 0, version: 1 })),
})
const eventOf = async (ids: CountedIds) => `event: counts\ndata: ${JSON.stringify(await countsOf(ids))}\n\n`

/** A stream without a database. `pass` advances the clock and returns what was sent to the browser meanwhile. */
function openTestStream(read: (ids: CountedIds) => Promise<LiveCounts> = countsOf) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const readCounts = vi.fn(read)
  const onStale = vi.fn<(path: string) => void>()
  // Nothing listens on this port, so no other invalidations arrive.
  const live = openStream({
    databaseUrl: 'postgres://127.0.0.1:1/none',
    onStale,
    readCounts,
    log: { warn: () => undefined },
    max: 10,
  })
  const browser = new PassThrough()
  return {
    invalidate: live.invalidate,
    readCounts,
    onStale,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream uses only methods of a writable
    join: () => live.join(browser as unknown as ServerResponse),
    async pass(milliseconds: number) {
      await vi.advanceTimersByTimeAsync(milliseconds)
      return String(browser.read() ?? '')
    },
    [Symbol.asyncDispose]: () => live.close(),
  }
}

test.each([
  ['/api/polls/12/counts/', { kind: 'polls', id: 12, area: '/api/polls/' }],
  ['/api/politicians/5/counts/', { kind: 'politicians', id: 5, area: '/api/politicians/' }],
  ['/api/polls/', undefined],
  ['/api/polls/12/', undefined],
  ['/api/posts/12/counts/', undefined],
  ['/api/polls/99999999999/counts/', undefined],
])('parses the path %s', (path, counted) => {
  expect(parseCountsPath(path)).toEqual(counted)
})

test('reads and sends counts at most once a second, all in one read and each id once', async () => {
  await using t = openTestStream()
  t.join()

  t.invalidate('/api/polls/7/counts/')
  expect(await t.pass(1)).toBe(await eventOf({ polls: [7], politicians: [] }))
  for (const path of ['polls/7', 'polls/8', 'politicians/5', 'polls/7']) t.invalidate(`/api/${path}/counts/`)
  expect(await t.pass(998)).toBe('')
  expect(await t.pass(2)).toBe(await eventOf({ polls: [7, 8], politicians: [5] }))
  expect(t.readCounts).toHaveBeenCalledTimes(2)
})

test('published counts evict the cached responses of their area at once', async () => {
  await using t = openTestStream()

  t.invalidate('/api/polls/7/counts/')
  t.invalidate('/api/politicians/5/counts/')

  expect(t.onStale.mock.calls).toEqual([
    ['/api/polls/', undefined],
    ['/api/politicians/', undefined],
  ])
})

test('reads nothing while no browser is connected, and nothing old for the first one', async () => {
  await using t = openTestStream()
  t.invalidate('/api/polls/7/counts/')
  await t.pass(5_000)

  t.join()
  expect(await t.pass(5_000)).toBe('')
  expect(t.readCounts).not.toHaveBeenCalled()
  t.invalidate('/api/polls/8/counts/')
  expect(await t.pass(1)).toBe(await eventOf({ polls: [8], politicians: [] }))
})

test('after a failed read, invalidations replace its counts, and the next read works', async () => {
  await using t = openTestStream()
  t.join()
  t.readCounts.mockRejectedValueOnce(new Error('no database'))

  t.invalidate('/api/polls/7/counts/')
  expect((await t.pass(1)) + (await t.pass(1_000))).toBe('data: /api/polls/\n\n')

  t.invalidate('/api/politicians/5/counts/')
  expect(await t.pass(1_000)).toBe(await eventOf({ polls: [], politicians: [5] }))
})

test('more than 200 polls and officials within a second become invalidations', async () => {
  await using t = openTestStream()
  t.join()
  for (let id = 1; id <= 200; id++) t.invalidate(`/api/polls/${id}/counts/`)
  t.invalidate('/api/politicians/5/counts/')

  expect((await t.pass(1)) + (await t.pass(1_000))).toBe('data: /api/polls/\n\ndata: /api/politicians/\n\n')
  expect(t.readCounts).not.toHaveBeenCalled()

  for (let id = 1; id <= 200; id++) t.invalidate(`/api/polls/${id}/counts/`)
  expect(await t.pass(1_000)).toContain('"id":200,')
})

test('while a read is slow, invalidations are sent and no second read starts', async () => {
  let finish: (counts: LiveCounts) => void = () => undefined
  await using t = openTestStream(() => new Promise((resolve) => (finish = resolve)))
  t.join()
  t.invalidate('/api/polls/7/counts/')
  await t.pass(1)

  t.invalidate('/api/polls/8/counts/')
  t.invalidate('/api/polls/')
  expect(await t.pass(3_000)).toBe('data: /api/polls/\n\n')
  expect(t.readCounts).toHaveBeenCalledTimes(1)

  finish(await countsOf({ polls: [7], politicians: [] }))
  expect(await t.pass(1_000)).toBe(await eventOf({ polls: [7], politicians: [] }))
  expect(t.readCounts).toHaveBeenLastCalledWith({ polls: [8], politicians: [] })
  finish(await countsOf({ polls: [8], politicians: [] }))
  expect(await t.pass(1)).toBe(await eventOf({ polls: [8], politicians: [] }))
})
