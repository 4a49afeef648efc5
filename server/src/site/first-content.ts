import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createContext, Script } from 'node:vm'
import type { Page } from '@wtpu/contract/site/on-demand/page'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Entry } from '#http/cache/response-cache.ts'
import { identityOfPage } from './look.ts'
import { siteZone } from './site-zone.ts'

/** What web/src/first-content.tsx exports. */
interface Rendered {
  html: string
  /** What the elements have as their own style. The content security policy allows it only in a style element. */
  css: string
}

/** The exports of web/src/first-content.tsx. */
interface Renderer {
  renderGate: () => Rendered
  renderPage: (path: string, responses: string) => Promise<Rendered>
}

export interface FirstContent extends Rendered {
  /** Whom it is for: visitors or members only, or everyone except for the header. Others wait for the app (web/index.html). */
  audience: 'visitor' | 'member' | 'everyone'
  /** The calls that it was rendered from, and their responses as one JSON object. */
  calls: readonly string[]
  responses: string
}

interface Wanted {
  url: string
  mayRender: () => Promise<boolean>
  /** What `findResponses` has found. */
  responses: Awaited<ReturnType<typeof findResponses>>
}

const noResponses = { calls: [], responses: '{}' }
export const noFirstContent: FirstContent = { html: '', css: '', audience: 'everyone', ...noResponses }

/** Rendered content may contain how long a poll is still open. */
const maxAgeMs = 60_000
const maxKept = 500

/** A rendering takes up to 60 ms of the one thread. With more than these under way, pages come without first content. */
const maxUnderWay = 4

/**
 * What the app shows first on each page, rendered by the app's own components. It has nothing of a viewer: public pages are
 * rendered from responses that everyone shares, all others once, without data. Empty without a web build.
 */
export function readFirstContent(folder: string, app: FastifyInstance) {
  const file = path.join(folder, '.vite/first-content.cjs')
  const script = existsSync(file) ? new Script(readFileSync(file, 'utf8'), { filename: file }) : undefined
  let current = script && load(script, app.config)

  /** How many renderings have begun or wait. */
  let underWay = 0
  const isBusy = () => underWay >= maxUnderWay
  let last = Promise.resolve()
  /** Renders one after the other, and lets other requests run between them. */
  function renderInTurn(render: () => Rendered | Promise<Rendered>): Promise<Rendered> {
    underWay++
    const rendered = last.then(() => setImmediate()).then(render)
    last = rendered.then(
      () => void underWay--,
      () => void underWay--,
    )
    return rendered
  }

  /**
   * @param version What is rendered again when it changes.
   * @param mayRender Asked if it is not in memory.
   * @returns undefined if it is not in memory, and may not be rendered now
   */
  async function find(
    key: string,
    version: string,
    mayRender: () => Promise<boolean>,
    render: (by: Renderers) => Rendered | Promise<Rendered>,
  ) {
    // The operator has changed the site's name or look.
    if (script && current?.identity !== identityOfPage()) current = load(script, app.config)
    if (!current) return noFirstContent
    const { contents, renderers } = current
    const isMissing = () => contents.get(key)?.version !== version
    if (isMissing() && !(await mayRender())) return undefined
    // Another request may have begun to render it meanwhile.
    let content = contents.get(key)
    if (content?.version !== version) {
      if (isBusy()) return undefined
      content = { version, rendered: renderInTurn(() => render(renderers)) }
      contents.set(key, content, { ttl: version ? maxAgeMs : 0 })
    }
    try {
      return await content.rendered
    } catch (error) {
      app.log.error({ err: error, page: key }, 'page without its first content')
      return noFirstContent
    }
  }

  return {
    /** Whether too many renderings are under way for one more. */
    isBusy,
    /** The gate with the page, which has no data, in a template. `web/head-scripts/prefetch.js` shows it to those who are past the gate. */
    behindGate: async (
      page: FirstContent,
      { mayRender }: Pick<Wanted, 'mayRender'>,
    ): Promise<FirstContent | undefined> => {
      const gate = await find('', '', mayRender, ({ visitor }) => visitor.renderGate())
      if (!gate) return undefined
      const html = `${gate.html}<template id="past">${page.html}</template>`
      return { ...page, html, css: gate.css + page.css }
    },
    ofSignIn: async ({ mayRender }: Pick<Wanted, 'mayRender'>): Promise<FirstContent | undefined> => {
      const rendered = await find('/login', '', mayRender, ({ visitor }) => visitor.renderPage('/login', '{}'))
      return rendered && { ...rendered, audience: 'visitor', ...noResponses }
    },
    /** Undefined if it is not in memory, and may not be rendered now. */
    ofPage: async (page: Page, { url, mayRender, responses: found }: Wanted): Promise<FirstContent | undefined> => {
      const audience = audienceOf(page)
      if (found.length === 0) {
        const rendered = await find(page.path, '', mayRender, ({ member, visitor }) =>
          (page.member ? member : visitor).renderPage(page.path.replaceAll(/\$\w+/g, '1'), '{}'),
        )
        return rendered && { ...rendered, audience, ...noResponses }
      }
      const responses = `{${found.map(([call, { bytes }]) => `${JSON.stringify(call)}:${bytes.toString()}`).join(',')}}`
      const version = found.map(([call, { etag }]) => `${call} ${etag}`).join(' ')
      const rendered = await find(url, version, mayRender, ({ visitor }) => visitor.renderPage(url, responses))
      return rendered && { ...rendered, audience, calls: found.map(([call]) => call), responses }
    },
  }
}

const pollOfResults = (call: string) => /^(\/api\/polls\/\d+\/)results\/$/.exec(call)?.[1]

/**
 * The shared responses of calls, as a visitor gets them. Those that fail are left out. In place of results that are not shown yet,
 * the page has the poll.
 */
export async function findResponses(
  { server, ip }: FastifyRequest,
  calls: readonly string[],
): Promise<(readonly [call: string, response: Entry])[]> {
  const read = async (call: string) =>
    [call, server.cache.findByUrl(call) ?? (await fetchShared(server, call, ip))] as const
  const all = await Promise.all(
    calls.map(async (call) => {
      const found = await read(call)
      const poll = found[1] ? undefined : pollOfResults(call)
      return poll === undefined ? found : read(poll)
    }),
  )
  return all.flatMap(([call, entry]) => (entry ? [[call, entry] as const] : []))
}

/** Also a response that has become stale while it was computed, and is therefore not in the cache. */
async function fetchShared(server: FastifyInstance, url: string, remoteAddress: string): Promise<Entry | undefined> {
  const { statusCode, headers, rawPayload } = await server.inject({ url, remoteAddress })
  const { etag } = headers
  return statusCode === 200 && typeof etag === 'string' ? { etag, bytes: rawPayload, compressed: {} } : undefined
}

type Renderers = Record<'visitor' | 'member', Renderer>

/** Runs the script once for each kind of viewer, with the name and look of the site in it. */
function load(script: Script, { siteTimeZone: timeZone, publicUrl }: FastifyInstance['config']) {
  const identity = identityOfPage()
  const renderers: Renderers = {
    visitor: run(script, { identity, timeZone, publicUrl, token: null }),
    member: run(script, { identity, timeZone, publicUrl, token: memberToken }),
  }
  return {
    identity,
    renderers,
    contents: new LRUCache<string, { version: string; rendered: Promise<Rendered> }>({ max: maxKept }),
  }
}

/** What people search the web for is the same for visitors and members. */
function audienceOf({ path: pattern, member, inSitemap }: Page): FirstContent['audience'] {
  if (member) return 'member'
  return inSitemap && pattern !== '/' ? 'everyone' : 'visitor'
}

/** An unsigned token without a user. The app reads from it only that there is a session. */
const memberToken = `.${Buffer.from(JSON.stringify({ user_id: 0, exp: 0 })).toString('base64')}.`

/** Runs the script with what it needs of a browser. Timers never fire and calls are never answered. */
function run(
  script: Script,
  {
    identity,
    timeZone,
    publicUrl,
    token,
  }: Record<'identity' | 'timeZone' | 'publicUrl', string> & { token: string | null },
): Renderer {
  const exports: Partial<Renderer> = {}
  const storage = { getItem: (key: string) => (key === 'access' ? token : null) }
  const never = new Promise<never>(() => undefined)
  const context = {
    module: { exports },
    exports,
    console,
    queueMicrotask,
    setTimeout: () => 0,
    clearTimeout: () => undefined,
    setInterval: () => 0,
    clearInterval: () => undefined,
    atob,
    URL,
    URLSearchParams,
    AbortController,
    EventTarget,
    Event,
    TextEncoder,
    TextDecoder,
    performance,
    MessageChannel,
    Response,
    Headers,
    fetch: () => never,
    document: Object.assign(new EventTarget(), {
      documentElement: { dataset: { timeZone, zone: siteZone(timeZone) } },
      body: { dataset: { site: identity } },
      head: { querySelector: () => null },
    }),
    crypto: { subtle: {} },
    window: Object.assign(new EventTarget(), {
      location: new URL(publicUrl),
      localStorage: storage,
      sessionStorage: storage,
      scrollTo: () => undefined,
    }),
  }
  script.runInContext(createContext(context))
  const { renderGate, renderPage } = context.module.exports
  if (!renderGate || !renderPage) throw new Error('The web build has no first content.')
  return { renderGate, renderPage }
}
