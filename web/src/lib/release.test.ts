import { renderHook, act } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { freshCopy } from '#testing/fresh-copy.ts'

afterEach(() => void delete document.documentElement.dataset['release'])

/** Opens a page of a release, and names those of servers. Returns what the page offers. */
async function offered(own: string | undefined, ...named: (string | null)[]) {
  if (own !== undefined) document.documentElement.dataset['release'] = own
  const { learnRelease, useNewRelease } = await freshCopy<typeof import('./release.ts')>('src/lib/release.ts')
  const { result } = renderHook(() => useNewRelease())
  act(() => named.forEach(learnRelease))
  return result.current
}

test('a newer release is offered, the newest of several', async () => {
  expect(await offered('100-a', '200-b')).toBe('200-b')
  expect(await offered('99-a', null, '300-c', '200-b', '99-a')).toBe('300-c')
})

test.each([
  ['the same release', '100-a', '100-a'],
  ['the same code, built again on another server', '100-a', '200-a'],
  ['a server that still runs an older release', '100-a', '99-b'],
  ['a server without a build', '100-a', ''],
  ['a development page, which has no release', '', '200-b'],
  ['a page that no server sent', undefined, '200-b'],
])('%s is not offered', async (_, own, named) => {
  expect(await offered(own, named)).toBeUndefined()
})
