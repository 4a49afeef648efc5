import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import { type Area, ErrorBody } from '@wtpu/contract/endpoint'
import fastify, { type FastifyInstance } from 'fastify'
import { newEntry } from '#http/cache/response-cache.ts'
import { sendEntry } from '#http/cache/shared-response.ts'
import { isOpenCall } from '#http/parts.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import { site } from '@wtpu/contract/site/name'
import { partOfCall, wordsOf } from '@wtpu/contract/site/on-demand/part-facts'
import { isOn, isOpenPath, openWords } from '@wtpu/contract/site/parts'
import { areas, describeCall } from './describe-call.ts'
import { componentsOf, type ContractNames, readContractNames } from './names.ts'
import { liveUrl } from '@wtpu/contract/live'

/** Read when a document is first made, because it imports every module of the contract. */
let names: ContractNames = { calls: new Map(), shapes: new Map() }

/** Collects the schemas of all routes that are registered afterwards. */
export async function collectDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      // Its schemas are JSON Schema, as those of the contract.
      openapi: '3.1.0',
      // The name of the site is added to the document.
      info: { title: '', version: '1' },
      servers: [{ url: app.config.publicUrl }],
      components: {
        schemas: { Error: ErrorBody },
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: (route) => describeCall(route, names),
  })
}

/**
 * /api/docs/: the API reference. Each of its files is made once for each name and the parts of the site, on the first request, because the library would generate the
 * document for each: a fifth of a second for the YAML.
 */
export function docsRoutes(app: FastifyInstance): void {
  const onRequest = limitTo(app, limits.docsPerAddress)
  for (const file of ['', 'openapi.json', 'openapi.yaml', 'js/scalar.js']) {
    const url = `${prefix}/${file}`
    let made: { source: string; file: ReturnType<typeof make> } | undefined
    app.get(url, { schema: { hide: true }, onRequest }, async (request, reply) => {
      const source = JSON.stringify([site.name, site.off])
      if (made?.source !== source) made = { source, file: make(app, url) }
      const { entry, headers } = await made.file
      return sendEntry(entry, request, reply.headers(headers))
    })
  }
}

const prefix = '/api/docs'

/** Asks the library for a file. It is registered in an app of its own, so that its routes are not reachable. */
async function make(app: FastifyInstance, url: string) {
  if (names.calls.size === 0) names = await readContractNames()
  await using source = fastify()
  await source.register(scalar, {
    routePrefix: prefix,
    configuration: {
      content: () => ({
        ...openCalls(app),
        info: { title: site.name, description: introduction(), version: '1' },
      }),
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      authentication: { preferredSecurityScheme: 'bearer' },
      // Services of others, which the policy blocks.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  })
  const { body, headers, statusCode } = await source.inject(url)
  if (statusCode !== 200) throw new Error(`${url} cannot be made: ${body}`)
  const type = String(headers['content-type'])
  const kept = ['content-disposition', 'access-control-allow-origin', 'access-control-allow-methods']
  return {
    entry: newEntry(body),
    headers: {
      'content-type': type,
      ...Object.fromEntries(kept.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
      ...(type.startsWith('text/html') && { 'content-security-policy': policyOf(body) }),
    },
  }
}

interface Call {
  summary: string
  description?: string
  tags: [Area]
}

/** The calls of the parts that are on, without the sentences that speak of others. */
function openCalls(app: FastifyInstance) {
  const all: { paths?: object; components?: { schemas?: object } } = app.swagger()
  const schemas = { ...all.components?.schemas, ...componentsOf(names.shapes) }
  const used = new Set<string>()
  const paths = Object.entries(all.paths ?? {}).map(([url, methods]: [string, Record<string, Call>]) => {
    const open = Object.entries(methods).flatMap(([method, call]) =>
      isOpenCall(app, method, url) ? [[method, ofOpenParts(call)] as const] : [],
    )
    for (const [, { tags }] of open) used.add(tags[0])
    return [url, Object.fromEntries(open)] as const
  })
  return {
    ...all,
    tags: Object.entries(areas()).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    components: { ...all.components, schemas },
    paths: Object.fromEntries(paths.filter(([, methods]) => Object.keys(methods).length > 0)),
  }
}

function ofOpenParts(call: Call): Call {
  if (!site.off?.length) return call
  const words = wordsOf(site.off)
  const [area] = call.tags
  const sentences = call.description
    ?.split(/(?<=[.:]) (?=[A-Z`])/)
    .filter((sentence) => !words.test(sentence.replaceAll(/`[^`]*`/g, '')))
  return {
    ...call,
    // Some calls about people are in the area of a part.
    tags: [isOn(partOfCall({ area })) ? area : 'Accounts'],
    ...(sentences && { description: sentences.join(' ') }),
  }
}

/** A policy that allows only the page's own inline scripts. */
function policyOf(page: string): string {
  const inline = [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = inline.map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    // The reference adds styles at run time.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const openFeeds = () =>
  [
    ['/feeds/polls.atom', '[polls](/feeds/polls.atom)'],
    ['/feeds/discussions.atom', '[discussions](/feeds/discussions.atom)'],
    ['/feeds/moderation.atom', '[decisions of moderators](/feeds/moderation.atom)'],
    ['/feeds/politicians', 'and `/feeds/politicians/{id}.atom`'],
  ].flatMap(([path = '', text = '']) => (isOpenPath(path) ? [text] : []))

const countedWords = () =>
  openWords([
    [null, 'polls'],
    ['officials', 'officials'],
  ])

/** The first text of the API reference, as Markdown. */
const introduction = () =>
  `
The calls of the ${site.name} site. They read and write JSON; times are ISO 8601 in UTC.

## Signing in

\`POST /auth/api/token/\` returns an access token, valid for an hour, and a refresh token. Send the access token as
\`Authorization: Bearer …\`, and renew both with \`POST /auth/api/token/refresh/\`. Each call says whether it needs a sign-in.

## Errors

Each error has a \`code\` for programs and a \`detail\` for people (\`error\` and \`message\` repeat it). Invalid input returns
400 with \`fields\`: messages by field. Each call lists the errors that it returns. Every call may also return 500.

## Pages

Long lists take \`limit\` (at most 100) and \`cursor\`, and then return \`results\` and \`next\`. Send \`next\` as the \`cursor\` of the
following page; it is null on the last page. Cursors are opaque. Without page parameters, most lists return a plain array of
their first rows.

## Limits

Calls are counted for each user, or for each network of visitors. Beyond a limit they return 429 with \`Retry-After\` in
seconds. JSON bodies may have up to 256 KB.

## Live counts

\`GET ${liveUrl}\` is a stream of server-sent events that needs no sign-in. An event named \`counts\` carries the new counts of ${countedWords()}.
One named \`ticket\` is for \`POST /api/live/identify/\`: after that call, the stream also sends events named \`news\` to
its user. Every event without a name is a path such as \`/api/polls/\`: responses under it have changed.

## For newsrooms

- The totals of a poll with its method: \`/api/polls/{id}/totals.json\` and \`/api/polls/{id}/totals.csv\`
- Feeds (Atom): ${openFeeds().join(', ')}
- A poll to embed in a page: \`/embed/polls/{id}\`
`.trim()
