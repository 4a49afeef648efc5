import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSharedStream } from './shared-live-stream.ts'

/** The channel between tabs, all of which live in this test. */
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

/** One lock, given to whoever has waited longest. */
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
  const heard: string[] = []
  const states: boolean[] = []
  const close = openSharedStream('/api/live/', {
    onHint: (path) => heard.push(path),
    onState: (connected) => states.push(connected),
  })
  return { heard, states, close }
}

const tick = () => vi.advanceTimersByTimeAsync(0)
const hint = (path: string) => FakeStream.open[0]?.dispatchEvent(new MessageEvent('message', { data: path }))
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

test('one stream serves all tabs', async () => {
  const { first, second } = await openTwo()
  expect(FakeStream.open).toHaveLength(1)
  connect()
  hint('/api/polls/')
  expect([first.heard, second.heard]).toEqual([['/api/polls/'], ['/api/polls/']])
  expect([first.states.at(-1), second.states.at(-1)]).toEqual([true, true])
})

test('a tab that opens later learns how things stand', async () => {
  const first = openTab()
  await tick()
  connect()
  const second = openTab()
  tabs.push(first, second)
  expect(second.states).toEqual([true])
})

test('when the tab with the stream goes, the next one takes over', async () => {
  const { first, second } = await openTwo()
  connect()
  first.close()
  await tick()
  expect(FakeStream.open).toHaveLength(1)
  expect(second.states.at(-1)).toBe(false)
  connect()
  hint('/api/politicians/')
  expect(second.states.at(-1)).toBe(true)
  expect(second.heard).toEqual(['/api/politicians/'])
})

test('a tab that goes while the lock is on its way to it leaves it to the next', async () => {
  openTab().close()
  const next = openTab()
  tabs.push(next)
  await tick()
  expect(FakeStream.open).toHaveLength(1)
  connect()
  expect(next.states.at(-1)).toBe(true)
})

test('a tab that hears nothing for 40 s no longer counts on the stream', async () => {
  const { second } = await openTwo()
  connect()
  const [frozen] = FakeChannel.all
  if (frozen) FakeChannel.all.delete(frozen)
  await vi.advanceTimersByTimeAsync(39_999)
  expect(second.states.at(-1)).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(second.states.at(-1)).toBe(false)
})
