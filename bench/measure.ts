import autocannon from 'autocannon'

const connections = 50
export const rounds = 5
/** Rounds before these, in which code is compiled and connections are opened. */
export const warmUps = 1

/** Measures the app and the bare server in turns. */
export interface Comparison {
  name: string
  /** If a rate is measured, the app reaches at least this share of the bare server. If milliseconds are, it takes at most this multiple. */
  target: number
  unit?: 'ms'
  app(): Promise<number>
  bare(): Promise<number>
}

/** Requests per second for one GET, measured over some seconds. */
export async function readRate(
  url: string,
  headers: Record<string, string>,
  status: number,
  duration = 4,
): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration })
  expectOnly(result, status, url)
  return result.requests.average
}

export interface Request {
  path: string
  headers: Record<string, string>
  body: string
}

/** Requests per second while sending each once. */
export async function writeRate(
  origin: string,
  all: Request[],
  connectionCount: number,
  status = 200,
): Promise<number> {
  let next = 0
  let finished = 0
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const sent = all[next++ % all.length]
    return { ...request, ...sent, headers: { ...json, ...sent?.headers } }
  }
  const options = { url: origin, connections: connectionCount, amount: all.length }
  const started = performance.now()
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const requests = [{ method: 'POST' as const, setupRequest }]
    const running = autocannon({ ...options, requests }, (error: unknown, done) => {
      if (error) reject(new Error('The requests could not be sent', { cause: error }))
      else resolve(done)
    })
    // autocannon itself ends at a full second, which would halve the rate of a round of 1.1 seconds.
    running.on('response', () => (finished = performance.now()))
  })
  expectOnly(result, status, origin)
  return all.length / ((finished - started) / 1000)
}

/** Milliseconds of half of the votes when each is sent after the response to the one before. */
export async function medianLatency(origin: string, votes: Request[]): Promise<number> {
  const times: number[] = []
  for (const { path, headers, body } of votes) {
    const started = performance.now()
    const response = await fetch(`${origin}${path}`, { method: 'POST', headers: { ...json, ...headers }, body })
    await response.text()
    times.push(performance.now() - started)
    if (response.status !== 200) throw new Error(`${origin}${path}: ${response.status}`)
  }
  return median(times)
}

const json = { 'content-type': 'application/json' }

/** Throws on any other status, because a rate of failed requests is meaningless. */
function expectOnly(result: autocannon.Result, status: number, url: string): void {
  const codes = Object.keys(result.statusCodeStats ?? {})
  if (result.errors > 0 || codes.length !== 1 || codes[0] !== String(status)) {
    throw new Error(`${url}: expected only ${status}, got ${codes.join(', ') || 'nothing'} and ${result.errors} errors`)
  }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

/** Prints a figure, and makes the process exit with 1 if it is above its goal. */
export function printFigure(name: string, value: number, unit: string, goal?: number): void {
  const isMissed = goal !== undefined && value > goal
  if (isMissed) process.exitCode = 1
  const target = goal === undefined ? '' : `, goal ${goal} ${unit}${isMissed ? ': MISSED' : ''}`
  console.log(`  ${name.padEnd(42)}${value.toFixed(1).padStart(8)} ${unit}${target}`)
}
