import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSharedStream } from './shared-live-stream.ts'

/** A BroadcastChannel that connects the simulated tabs of a test. */
class FakeChannel extends EventTarget {
  static all = new Set<FakeChannel>()

  constructor() {
    super()
    FakeChannel.all.add(this)
  }

  postMessage(data: unknown) {
    for (const other of FakeChannel.all) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }))
  }

  close() {
    FakeChannel.all.delete(this)
  }
}

class FakeStream extends EventTarget {
  static open: FakeStream[] = []

  constructor() {
    super()
    FakeStream.open.push(this)
  }

  close() {
    FakeStream.open = FakeStream.open.filter((stream) => stream !== this)
  }
}

/** A single lock, granted in the order of requests. */
function fakeLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_name: string, _options: unknown, work: () => Promise<unknown>) => {
      last = last.then(work)
      return last
    },
  }
}

function openTab() {
  const invalidations: string[] = []
  const counts: string[] = []
  const states: boolean[] = []
  const tickets: string[] = []
  let news = 0
  const own: string[] = []
  const releases: string[] = []
  const missed: unknown[] = []
  const close = openSharedStream('/api/live/', {
    onInvalidation: (path) => invalidations.push(path),
    onCounts: (text) => counts.push(text),
    onTicket: (ticket) => tickets.push(ticket),
    onRelease: (release) => releases.push(release),
    onNews: () => news++,
    onOwn: (path) => own.push(path),
    onState: (connected, missedInvalidations) => {
      states.push(connected)
      if (connected) missed.push(missedInvalidations)
    },
  })
  return { invalidations, counts, states, missed, tickets, releases, news: () => news, own, close }
}

const tick = () => vi.advanceTimersByTimeAsync(0)
const invalidate = (path: string) => FakeStream.open[0]?.dispatchEvent(new MessageEvent('message', { data: path }))
const connect = () => FakeStream.open[0]?.dispatchEvent(new Event('open'))

beforeEach(() => {
  vi.useFakeTimers()
  FakeStream.open = []
  FakeChannel.all.clear()
  vi.stubGlobal('EventSource', FakeStream)
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('navigator', { locks: fakeLocks() })
})

const tabs: { close: () => void }[] = []
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
})

async function openTwo() {
  const first = openTab()
  await tick()
  const second = openTab()
  await tick()
  tabs.push(first, second)
  return { first, second }
}

test('shares one stream between all tabs', async () => {
  const { first, second } = await openTwo()
  expect(FakeStream.open).toHaveLength(1)
  connect()
  invalidate('/api/polls/')
  expect([first.invalidations, second.invalidations]).toEqual([['/api/polls/'], ['/api/polls/']])
  FakeStream.open[0]?.dispatchEvent(new MessageEvent('counts', { data: '{}' }))
  expect([first.counts, second.counts]).toEqual([['{}'], ['{}']])
  FakeStream.open[0]?.dispatchEvent(new Event('news'))
  expect([first.news(), second.news()]).toEqual([1, 1])
  FakeStream.open[0]?.dispatchEvent(new MessageEvent('own', { data: '/api/polls/my-votes/' }))
  expect([first.own, second.own]).toEqual([['/api/polls/my-votes/'], ['/api/polls/my-votes/']])
  FakeStream.open[0]?.dispatchEvent(new MessageEvent('ticket', { data: 'a-ticket' }))
  expect([first.tickets, second.tickets]).toEqual([['a-ticket'], []])
  FakeStream.open[0]?.dispatchEvent(new MessageEvent('release', { data: '7-a' }))
  const third = openTab()
  tabs.push(third)
  expect([first.releases, second.releases, third.releases]).toEqual([['7-a'], ['7-a', '7-a'], ['7-a']])
  expect([first.states.at(-1), second.states.at(-1)]).toEqual([true, true])
})

test('closes while the page waits for the Back button, and opens again with it', async () => {
  const tab = openTab()
  tabs.push(tab)
  await tick()
  connect()
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  await tick()
  expect([FakeStream.open.length, FakeChannel.all.size, tab.states.at(-1)]).toEqual([0, 0, false])

  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await tick()
  connect()
  expect([FakeStream.open.length, FakeChannel.all.size, tab.states.at(-1)]).toEqual([1, 1, true])
  tab.close()
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await tick()
  expect(FakeStream.open).toHaveLength(0)
})

test('only the tab that opened the stream can tell that it missed no invalidations', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const { first, second } = await openTwo()
  connect()
  expect(first.missed).toEqual([false])
  expect(new Set(second.missed)).toEqual(new Set([true]))
})

test('a tab that opens later receives the current connection state', async () => {
  const first = openTab()
  await tick()
  connect()
  const second = openTab()
  tabs.push(first, second)
  expect(second.states).toEqual([true])
})

test('the next tab takes over when the leader closes', async () => {
  const { first, second } = await openTwo()
  connect()
  first.close()
  await tick()
  expect(FakeStream.open).toHaveLength(1)
  expect(second.states.at(-1)).toBe(false)
  connect()
  invalidate('/api/politicians/')
  expect(second.states.at(-1)).toBe(true)
  expect(second.invalidations).toEqual(['/api/politicians/'])
})

test('a tab that closes while it is granted the lock passes the lock to the next tab', async () => {
  openTab().close()
  const next = openTab()
  tabs.push(next)
  await tick()
  expect(FakeStream.open).toHaveLength(1)
  connect()
  expect(next.states.at(-1)).toBe(true)
})

test('a tab that receives no message for 40 s considers the stream disconnected', async () => {
  const { second } = await openTwo()
  connect()
  const [frozen] = FakeChannel.all
  if (frozen) FakeChannel.all.delete(frozen)
  await vi.advanceTimersByTimeAsync(39_999)
  expect(second.states.at(-1)).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(second.states.at(-1)).toBe(false)
})
