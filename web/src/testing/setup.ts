import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { setConnected } from '#lib/live/live.ts'
import { maintainSession } from '#lib/session/session.ts'
import { syncClock } from '#lib/time.ts'

// Long enough for a busy machine. Passing tests do not wait for it.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no layout and does not implement these APIs.
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
Element.prototype.hasPointerCapture = () => false
document.elementFromPoint = () => null
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as unknown as MediaQueryList
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

let consoleErrors: unknown[][] = []

beforeEach(() => {
  consoleErrors = []
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => void consoleErrors.push(args))
})

// Files share a process, so module state that outlives a component is reset here.
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  // Stopping clears the timers that refresh tokens and profile of the test's session.
  maintainSession()()
  setConnected(false)
  syncClock(new Date().toUTCString())
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(consoleErrors, 'a test must not write to console.error').toEqual([])
})
