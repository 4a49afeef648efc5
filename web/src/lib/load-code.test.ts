import { expect, test, vi } from 'vitest'
import { loadCode } from './load-code.ts'

const preloads = () =>
  [...document.querySelectorAll('link[rel="modulepreload"]')].map((link) => link.getAttribute('href'))

test('preloads what the code imports, once', async () => {
  const code = { open: () => {} }
  expect(await loadCode(() => Promise.resolve(code), ['assets/a.js', 'assets/b.js'])).toBe(code)
  await loadCode(() => Promise.resolve(code), ['assets/b.js'])
  expect(preloads()).toEqual([expect.stringMatching(/\/assets\/a\.js$/), expect.stringMatching(/\/assets\/b\.js$/)])
})

test('renames the error of missing code, so that the router does not reload the page', async () => {
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/polls.js')
  const load = () => loadCode(() => Promise.reject(error))
  await expect(load()).rejects.toBe(error)
  await expect(load()).rejects.toMatchObject({
    name: 'MissingCode',
    message: 'Not loaded: Failed to fetch dynamically imported module: /assets/polls.js',
  })
})

test('reports no missing code while the page is left, as when Firefox ends what it loads', async () => {
  vi.useFakeTimers()
  const onError = vi.fn()
  let fail = (_error: Error) => {}
  void loadCode(() => new Promise((_resolve, reject) => (fail = reject))).catch(onError)
  window.dispatchEvent(new Event('beforeunload'))
  fail(new TypeError('error loading dynamically imported module'))

  await vi.advanceTimersByTimeAsync(9000)
  expect(onError).not.toHaveBeenCalled()
  // The page is still here, as after Escape.
  await vi.advanceTimersByTimeAsync(2000)
  expect(onError).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
