import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// Enough for a machine whose cores are busy; a test that passes does not wait for it.
configure({ asyncUtilTimeout: 10_000 })

// jsdom draws nothing and has none of these.
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

let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => void complaints.push(said))
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  expect(complaints, 'nothing was written to console.error').toEqual([])
})

/** A test that provokes an error on purpose says so; what was written by then is its own. */
export function expectConsoleErrors(): unknown[][] {
  return complaints.splice(0)
}
