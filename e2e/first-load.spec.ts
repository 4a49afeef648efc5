import { pages } from '@wtpu/contract/site/on-demand/pages'
import { test } from './fixtures.ts'
import { openSteadily } from './first-load.ts'

/** What each route costs on a phone before it is used. html.spec.ts opens all of them on a desktop. */

/** Without an email address, the screen sends the visitor back. */
const addresses: Record<string, string> = { '/verify-otp': '/verify-otp?email=ada%40wtpu.example' }
const paths = (member: boolean) =>
  pages
    .filter((page) => page.member === member)
    .map(({ path }) => addresses[path] ?? path.replace(/\$\w+/, '1'))
    .toSorted()

test.use({ viewport: { width: 390, height: 844 } })

test('public routes load without layout shifts and with few fonts', async ({ visitor }) => {
  test.slow()
  for (const path of paths(false)) await openSteadily(visitor, path)
})

test('members’ routes load without layout shifts and with few fonts', async ({ citizen }) => {
  test.slow()
  for (const path of paths(true)) await openSteadily(citizen, path)
})
