import type { Poll } from '@wtpu/contract/polls/polls'
import type { RollCall } from '@wtpu/contract/roll-calls'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import type { Page as Route } from '@wtpu/contract/site/on-demand/page'
import { checkHead } from '@wtpu/contract/site/on-demand/public-heads'
import { rollCallHead } from '@wtpu/contract/site/on-demand/roll-call-head'
import type { APIRequestContext } from '@playwright/test'
import { addressesOf } from './addresses.ts'

/** The title of these pages is their heading. */
const named = new Set(['/forums/$discussionId', '/user/$userId'])

/** The title of a page that shows one poll, official or hashtag is its name. */
async function titleOf({ path, head }: Route, request: APIRequestContext): Promise<string | undefined> {
  const read = async <Body>(url: string): Promise<Body> => (await request.get(url)).json()
  if (path === '/polls/$pollId' || path === '/results/$pollId')
    return (await read<{ question: string }>('/api/polls/1/')).question
  if (path === '/polls/$pollId/check') return checkHead(await read<Poll>('/api/polls/1/')).title
  if (path === '/politicians/$politicianId') return (await read<{ name: string }>('/api/politicians/1/')).name
  if (path === '/roll-calls/$rollCallId') return rollCallHead(await read<RollCall>('/api/roll-calls/1/')).title
  if (path === '/boiler-room/hashtag/$tag') return '#water'
  return head.title
}

/** The title of each route at its address (addresses.ts), except where the title is the heading of the page. */
export async function readTitles(request: APIRequestContext): Promise<Map<string, string>> {
  const routes = pages.filter(({ path }) => !named.has(path))
  const addresses = addressesOf(routes)
  const titles = new Map([['/no-such-page', 'Page not found | WTPU']])
  for (const [at, route] of routes.entries()) {
    const title = await titleOf(route, request)
    titles.set(addresses[at] ?? '', title === undefined ? 'WTPU | Citizenship Before Partisanship' : `${title} | WTPU`)
  }
  return titles
}
