import { afterEach, expect, test, vi } from 'vitest'
import { watchForNewVersions } from './new-version-prompt.tsx'

class FakeWorker extends EventTarget {
  state = 'installing'
  change(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  find(worker: FakeWorker) {
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
  }
}

/** `isControlled`: a worker of an earlier visit serves the page. */
async function start({ isControlled = true, registration = new FakeRegistration() } = {}) {
  const register = vi.fn(() => Promise.resolve(registration))
  const serviceWorker = { register, controller: isControlled ? new FakeWorker() : null }
  vi.stubGlobal('navigator', { serviceWorker })
  const onWaiting = vi.fn()
  const stop = watchForNewVersions(onWaiting)
  await Promise.resolve()
  return { registration, onWaiting, stop }
}

afterEach(() => vi.unstubAllGlobals())

test('offers a new version once it is installed', async () => {
  const { registration, onWaiting } = await start()
  const next = new FakeWorker()
  registration.find(next)
  expect(onWaiting).not.toHaveBeenCalled()
  next.change('installed')
  expect(onWaiting.mock.calls).toEqual([[next]])
})

test('offers a version that has waited since an earlier visit', async () => {
  const registration = new FakeRegistration()
  registration.waiting = Object.assign(new FakeWorker(), { state: 'installed' })
  const { onWaiting } = await start({ registration })
  expect(onWaiting.mock.calls).toEqual([[registration.waiting]])
})

test('does not offer the first version, one that failed, or anything after it was stopped', async () => {
  const first = await start({ isControlled: false })
  const worker = new FakeWorker()
  first.registration.find(worker)
  worker.change('installed')
  const { registration, onWaiting, stop } = await start()
  const failed = new FakeWorker()
  registration.find(failed)
  failed.change('redundant')
  const late = new FakeWorker()
  registration.find(late)
  stop()
  late.change('installed')
  expect([first.onWaiting.mock.calls, onWaiting.mock.calls]).toEqual([[], []])
})

test('a site without HTTPS has no service worker', () => {
  vi.stubGlobal('navigator', {})
  expect(() => watchForNewVersions(() => undefined)()).not.toThrow()
})
