import { liveUrl } from '@wtpu/contract/live'
import type { InjectOptions, RouteOptions } from 'fastify'
import { expect, test, vi } from 'vitest'
import { addDemoData } from '#demo/add-demo-data.ts'
import { hashPassword } from '#features/accounts/passwords.ts'
import { exampleOf } from '#site/docs/examples.ts'
import { type JsonSchema, propertiesOf } from '#site/docs/json-schema.ts'
import { established } from '#testing/ago.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { openLimitStore } from './limit-store.ts'

/** Routes without a limit or a shared response, and why. */
const unlimited = {
  [`HEAD ${liveUrl}`]: 'sends constant headers',
  'GET /healthz': 'sends a constant; monitors and load balancers must always get a response',
  'GET /readyz': 'one trivial query; monitors and load balancers must always get a response',
  'GET /robots.txt': 'sends a constant',
  'GET /.well-known/change-password': 'sends a constant',
  'GET /.well-known/security.txt': 'sends a constant and a date',
  'GET /logo/:file':
    'the current logo is in memory, and what is no name of a logo gets a constant; earlier logos have a limit',
  'GET /script.js': 'a file of the web build, which was compressed by the build and is streamed from the disk',
  'HEAD /script.js': 'the same',
}
/** Routes that cost more than `maxMilliseconds` and than two hashes of a password, and why. */
const expensive: Record<string, string> = {
  'POST /auth/api/password_reset/': 'hashes a code in a bounded queue',
  'POST /auth/api/password_reset/confirm/': 'hashes a password in a bounded queue',
  'POST /auth/api/register/': 'hashes a password in a bounded queue',
  'POST /auth/api/token/': 'compares a password in a bounded queue',
  'GET /auth/api/account/data/': "a user's whole data, on request of that user",
  'POST /api/admin/people/:id/data/': 'the same, by an admin whose writes are limited',
  'POST /api/admin/people/suspend/': 'up to 50 decisions with their mails, by an admin whose writes are limited',
  'GET /api/docs/js/scalar.js': 'a megabyte in memory, which the in-process client of the test also decodes as text',
}
const maxMilliseconds = 10

/** Served by the handler of all other URLs. */
const pages = ['/', '/polls/1', '/politicians/1', '/nothing'].map((url) => ({ method: 'GET' as const, route: { url } }))

/** Without the HEAD of each GET, which has its handler. */
const routes: { method: InjectOptions['method'] & string; route: Pick<RouteOptions, 'url' | 'schema'> }[] = []
const keyOf = ({ method, route }: (typeof routes)[number]) => `${method} ${route.url}`

/** A request with the examples of the reference. Each is of a new admin, because some end the session or the account. */
async function requestOf(t: TestApp, { method, route }: (typeof routes)[number]): Promise<InjectOptions> {
  const schema = (route.schema ?? {}) as { params?: JsonSchema; querystring?: JsonSchema; body?: JsonSchema }
  const examples = (part?: JsonSchema) =>
    propertiesOf(part ?? {}).map(([name, property]) => [name, exampleOf(property, name)] as const)
  const params = new Map(examples(schema.params).map(([name, value]) => [name, JSON.stringify(value)]))
  const path = route.url.replace(/:(\w+)/g, (_all, name: string) => params.get(name)?.replaceAll('"', '') ?? '1')
  const query = examples(schema.querystring)
    .filter(([name]) => name !== 'cursor')
    .map(([name, value]): [string, string] => [name, String(value)])
  const admin = await t.make.user({ ...established, role: 'admin' })
  return {
    method,
    url: query.length > 0 ? `${path}?${new URLSearchParams(query).toString()}` : path,
    headers: { 'accept-encoding': 'br', authorization: await t.as(admin).authorization() },
    ...(schema.body && { payload: exampleOf(schema.body) as object }),
  }
}

test('every route has a limit or a shared response, and costs little', async () => {
  const web = temporaryFolder({ 'script.js': '', 'index.html': '<!doctype html>' }).at()
  const handlers = new Set<unknown>()
  await using t = await startTestApp({}, web, undefined, undefined, (route) => {
    for (const method of [route.method].flat()) {
      if (method !== 'HEAD' || !handlers.has(route.handler)) routes.push({ method, route })
    }
    handlers.add(route.handler)
  })
  await addDemoData({ db: t.db, files: t.app.files, jwtSecret: t.config.jwtSecret, log: () => undefined })
  const counts = vi.spyOn(Object.getPrototypeOf(openLimitStore(undefined)), 'count')
  const slots = vi.spyOn(t.app.concurrencyLimit, 'acquire')
  const unbounded: string[] = []
  async function costOf(act: () => Promise<unknown>) {
    const before = process.cpuUsage()
    await act()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  /** The least of several, because the process also collects garbage and does other work. */
  async function measure(entry: (typeof routes)[number]) {
    let isBounded = false
    let cost = Infinity
    for (let attempt = 0; attempt < 25 && cost > maxMilliseconds; attempt++) {
      const request = await requestOf(t, entry)
      counts.mockClear()
      slots.mockClear()
      const { hits } = t.app.cache
      cost = Math.min(cost, await costOf(async () => await t.app.inject(request)))
      isBounded ||= counts.mock.calls.length > 0 || slots.mock.calls.length > 0 || t.app.cache.hits > hits
      if (!isBounded) cost = Math.max(cost, maxMilliseconds + 1)
    }
    return { isBounded, cost }
  }
  const expensiveNow: typeof routes = []
  for (const entry of [...routes, ...pages]) {
    if (entry.method === 'GET' && entry.route.url === liveUrl) continue
    const { isBounded, cost } = await measure(entry)
    if (!isBounded) unbounded.push(keyOf(entry))
    else if (cost > maxMilliseconds && !(keyOf(entry) in expensive)) expensiveNow.push(entry)
  }
  const tooExpensive: string[] = []
  for (const entry of expensiveNow) {
    // Once more, beside what is kept in a queue: everything costs more while other programs keep the cores and their caches busy.
    let hash = Infinity
    for (let round = 0; round < 5; round++)
      hash = Math.min(hash, await costOf(async () => await hashPassword('bridge 4 seagull')))
    const { cost } = await measure(entry)
    if (cost > Math.max(maxMilliseconds, 2 * hash)) tooExpensive.push(`${keyOf(entry)} ${cost} ms, a hash ${hash} ms`)
  }

  expect(routes.length).toBeGreaterThan(200)
  expect(unbounded.toSorted()).toEqual(Object.keys(unlimited).toSorted())
  expect(tooExpensive).toEqual([])
})
