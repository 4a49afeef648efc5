import http from 'node:http'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { atRate, inGroups, openStream, send } from './client.ts'

export const requestsPerVisit = 46
/** As browsers do without HTTP/2. */
const connectionsPerVisitor = 6
const probesPerSecond = 10
const calls = [
  '/api/polls/featured/',
  '/api/polls/?limit=10',
  '/api/polls/summary/',
  '/api/polls/categories/',
  '/api/politicians/?limit=10',
  '/api/common-ground/',
]
const assets = path.join(import.meta.dirname, '../../web/dist/assets')

/** Built files, the smallest first, and the calls of pages that visitors see. */
function requestsOfVisit(): string[] {
  const files = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const paths = [...calls, ...files.map((name) => `/assets/${name}`)].slice(0, requestsPerVisit - 1)
  if (paths.length < requestsPerVisit - 1) throw new Error('Build the pages first: npm run build')
  return paths
}

/** Opens the page from an address of its own, and then loads the rest over a few connections. */
async function visit(port: number, network: number, paths: readonly string[]) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connectionsPerVisitor })
  const page = await send(port, { path: '/', network, agent })
  const rest = await Promise.all(paths.map((each) => send(port, { path: each, network, agent })))
  agent.destroy()
  return { ms: page.ms, failed: [page, ...rest].filter(({ status }) => status !== 200).length }
}

/** The milliseconds of CPU that a visitor costs the server, one after the other. */
export async function measureCost(port: number, usage: () => Promise<{ cpuMs: number }>, visitors = 60) {
  const paths = requestsOfVisit()
  await inGroups(20, 2, (index) => visit(port, 50_000 + index, paths))
  const before = await usage()
  await inGroups(visitors, 2, (index) => visit(port, 51_000 + index, paths))
  return ((await usage()).cpuMs - before.cpuMs) / visitors
}

export interface Arrivals {
  port: number
  streams: number
  perSecond: number
  seconds: number
}

/** Visitors arrive while others keep their streams open, and a probe asks /healthz, each on a connection of its own. */
export async function measureArrivals({ port, streams: count, perSecond, seconds }: Arrivals) {
  const paths = requestsOfVisit()
  const streams = await inGroups(count, 100, (index) => openStream(port, index))
  const [visits, probes] = await Promise.all([
    atRate(perSecond, seconds, (index) => visit(port, 60_000 + index, paths)),
    atRate(probesPerSecond, seconds, () => send(port, { path: '/healthz', network: 1, agent: new http.Agent() })),
  ])
  for (const stream of streams) stream?.close()
  return {
    pages: visits.map(({ ms }) => ms),
    failed: visits.reduce((sum, { failed }) => sum + failed, 0),
    probes: probes.map(({ status, ms }) => (status === 200 ? ms : Infinity)),
    streams: streams.filter((stream) => stream !== undefined).length,
  }
}
