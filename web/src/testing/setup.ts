import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { forgetUnanswered } from '#lib/api/without-answer.ts'

// Long enough for a busy machine. Passing tests do not wait for it.
configure({ asyncUtilTimeout: 20_000 })

// jsdom has no layout and does not implement these APIs.
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
Element.prototype.hasPointerCapture = () => false
document.elementFromPoint = () => null
// The window is wider than a phone's, and narrower than what has a sidebar.
const widthQueries = new Set(['(width >= 48rem)', '(width < 64rem)'])
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: widthQueries.has(query),
    media: query,
    onchange: null,
  }) as unknown as MediaQueryList
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

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  forgetUnanswered()
  expect(consoleErrors, 'a test must not write to console.error').toEqual([])
})

// Files share modules. A package that is evaluated between two files would find no document, for all later files.
afterAll(() => vi.dynamicImportSettled())
