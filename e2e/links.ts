import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { APIResponse } from '@playwright/test'
import { LinkChecker, LinkState } from 'linkinator'

/** The HTML of pages as a browser shows them, by address. */
export type RenderedPages = ReadonlyMap<string, string>

/** Sends a request to the site. */
type Get = (address: string) => Promise<APIResponse>

/** Follows every link to this site in the pages, and returns those that lead nowhere. */
export async function brokenLinks(rendered: RenderedPages, site: string, get: Get) {
  const answer = answerFrom(rendered, site, get)
  const server = createServer((incoming, reply) => {
    answer(incoming, reply).catch(() => reply.writeHead(502).end())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  try {
    const { links } = await new LinkChecker().check({
      path: [...rendered.keys()].map((path) => origin + path),
      concurrency: 8,
      checkFragments: true,
      linksToSkip: async (link) => !link.startsWith(origin),
      // Only the rendered pages have all their elements.
      fragmentsToSkip: async (_, url) => !rendered.has(url.slice(origin.length).replace(/#.*/, '')),
    })
    const followed = links.filter(({ state }) => state !== LinkState.SKIPPED)
    const broken = followed.filter(({ state }) => state === LinkState.BROKEN)
    return {
      followed: followed.length,
      broken: broken.map(({ url, parent = '', status }) => ({
        parent: parent.slice(origin.length),
        link: url.replace(origin, ''),
        status,
      })),
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Sends the rendered pages, and what the site itself sends for any other address. */
function answerFrom(rendered: RenderedPages, site: string, get: Get) {
  return async (incoming: IncomingMessage, reply: ServerResponse) => {
    const path = incoming.url ?? '/'
    const page = rendered.get(path)
    if (page !== undefined) {
      reply.setHeader('content-type', 'text/html').end(page.replaceAll(site, ''))
      return
    }
    // The server sends the same page for any id, so the call of the page says whether it exists.
    const response = await get(site + (callOf(path) ?? path))
    reply.statusCode = response.status()
    reply.setHeader('content-type', response.headers()['content-type'] ?? '')
    reply.end(await response.body())
  }
}

const calls: Record<string, string> = {
  polls: '/api/polls/',
  politicians: '/api/politicians/',
  forums: '/api/forums/discussions/',
  user: '/auth/api/user/',
}

function callOf(path: string): string | undefined {
  const [, name = '', id] = /^\/(\w+)\/(\d+)(?:[?#]|$)/.exec(path) ?? []
  return calls[name] && `${calls[name]}${id}/`
}
