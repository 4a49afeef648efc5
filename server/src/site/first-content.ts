import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createContext, Script } from 'node:vm'
import type { Page } from '@wtpu/contract/site/pages'
import type { FastifyInstance } from 'fastify'
import { identityOfPage } from './look.ts'

/** The exports of web/src/first-content.tsx. */
interface Renderer {
  renderGate: () => string
  renderPage: (path: string) => Promise<string>
}

export interface FirstContent {
  html: string
  /** Whom it is for: visitors or members only, or everyone except for the header. Others wait for the app (web/index.html). */
  audience: 'gate' | 'visitor' | 'member' | 'everyone'
}

export const noFirstContent: FirstContent = { html: '', audience: 'everyone' }

/**
 * What the app shows first on each page, rendered once by the app's own components. It has neither data nor anything of a
 * viewer. Empty without a web build.
 */
export function readFirstContent(folder: string, { config, log }: Pick<FastifyInstance, 'config' | 'log'>) {
  const file = path.join(folder, '.vite/first-content.cjs')
  const script = existsSync(file) ? new Script(readFileSync(file, 'utf8'), { filename: file }) : undefined
  let current = script && load(script, config)

  async function find(key: string, render: (by: Renderers) => string | Promise<string>): Promise<string> {
    // The operator has changed the site's name or look.
    if (script && current?.identity !== identityOfPage()) current = load(script, config)
    if (!current) return ''
    const { contents } = current
    const content = contents.get(key) ?? Promise.resolve(render(current.renderers))
    contents.set(key, content)
    return content
  }

  async function findOrNone(...wanted: Parameters<typeof find>): Promise<string> {
    try {
      return await find(...wanted)
    } catch (error) {
      log.error({ err: error, page: wanted[0] }, 'page without its first content')
      return ''
    }
  }

  return {
    ofGate: async (): Promise<FirstContent> => ({
      html: await findOrNone('gate', ({ visitor }) => visitor.renderGate()),
      audience: 'gate',
    }),
    ofPage: async (page: Page): Promise<FirstContent> => ({
      html: await findOrNone(page.path, ({ member, visitor }) =>
        (page.member ? member : visitor).renderPage(page.path.replaceAll(/\$\w+/g, '1')),
      ),
      audience: audienceOf(page),
    }),
  }
}

type Renderers = Record<'visitor' | 'member', Renderer>

/** Runs the script once for each kind of viewer, with the name and look of the site in it. */
function load(script: Script, { siteTimeZone: timeZone }: FastifyInstance['config']) {
  const identity = identityOfPage()
  const renderers: Renderers = {
    visitor: run(script, { identity, timeZone, token: null }),
    member: run(script, { identity, timeZone, token: memberToken }),
  }
  return { identity, renderers, contents: new Map<string, Promise<string>>() }
}

/** What people search the web for is the same for visitors and members. */
function audienceOf({ path: pattern, member, inSitemap }: Page): FirstContent['audience'] {
  if (member) return 'member'
  return inSitemap && pattern !== '/' ? 'everyone' : 'visitor'
}

/** Of nobody, and not signed: the app only reads that there is a session. */
const memberToken = `.${Buffer.from(JSON.stringify({ user_id: 0, exp: 0 })).toString('base64')}.`

/** Runs the script with what it needs of a browser. Timers never fire and calls are never answered. */
function run(
  script: Script,
  { identity, timeZone, token }: { identity: string; timeZone: string; token: string | null },
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
      documentElement: { dataset: { site: identity, timeZone } },
      head: { querySelector: () => null },
    }),
    window: Object.assign(new EventTarget(), {
      location: new URL('http://localhost/'),
      localStorage: storage,
      sessionStorage: storage,
      scrollTo: () => undefined,
      matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
    }),
  }
  script.runInContext(createContext(context))
  const { renderGate, renderPage } = context.module.exports
  if (!renderGate || !renderPage) throw new Error('The web build has no first content.')
  return { renderGate, renderPage }
}
