import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { freshCopy } from '#testing/fresh-copy.ts'

/** Opens `path` with the head that the server sent for it, or without one. */
async function open(path: string, head: string) {
  window.history.replaceState(null, '', path)
  document.head.innerHTML = head
  return freshCopy<typeof import('./head.ts')>('src/lib/head.ts')
}

afterEach(() => {
  document.head.innerHTML = ''
  window.history.replaceState(null, '', '/')
})

test('keeps the head that the server sent until the page or its title changes', async () => {
  const { usePageHead, writePageHead } = await open('/polls/7', '<title data-head>Ban leaf blowers? | WTPU</title>')

  writePageHead('/polls/7')
  expect(document.title).toBe('Ban leaf blowers? | WTPU')

  const { unmount } = renderHook(() => usePageHead({ title: 'Ban gas leaf blowers?' }))
  await waitFor(() => expect(document.title).toBe('Ban gas leaf blowers? | WTPU'))

  unmount()
  writePageHead('/about')
  await waitFor(() => expect(document.title).toBe('About | WTPU'))
})

test('replaces the head that the server sent after a redirect', async () => {
  const { writePageHead } = await open('/polls', '<title data-head>Live Citizen Polls | WTPU</title>')

  writePageHead('/login')

  await waitFor(() => expect(document.title).toBe('Login | WTPU'))
  expect(document.querySelectorAll('title')).toHaveLength(1)
})

test('writes the head if the server sent none', async () => {
  const { writePageHead } = await open('/about', '<title>Vite</title>')

  writePageHead('/about')

  await waitFor(() => expect(document.title).toBe('About | WTPU'))
})
