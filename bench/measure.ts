import autocannon from 'autocannon'

const connections = 50
export const rounds = 3

/** Requests per second for one GET, measured over four seconds. */
export async function readRate(url: string, headers: Record<string, string>, status: number): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration: 4 })
  expectOnly(result, status, url)
  return result.requests.average
}

export interface VoteRequest {
  path: string
  headers: Record<string, string>
  body: string
}

/** Requests per second while sending each vote once. */
export async function writeRate(origin: string, votes: VoteRequest[]): Promise<number> {
  let next = 0
  const started = performance.now()
  const result = await autocannon({
    url: origin,
    connections,
    amount: votes.length,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const vote = votes[next++ % votes.length]
          return { ...request, ...vote, headers: { 'content-type': 'application/json', ...vote?.headers } }
        },
      },
    ],
  })
  expectOnly(result, 200, origin)
  return votes.length / ((performance.now() - started) / 1000)
}

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
