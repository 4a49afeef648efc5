import { expect, test } from 'vitest'
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
