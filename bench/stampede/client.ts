import http from 'node:http'
import { identifyStream } from '@wtpu/contract/notifications/notifications'

/** The browsers that share an address, as behind a router. A network may have twenty streams. */
const streamsPerAddress = 20

/** Each of 16 million in 127.0.0.0/8, so that limits per network see as many networks as there are. */
const addressOf = (index: number) => `127.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`

export interface Call {
  path: string
  /** The number of the source address. */
  network: number
  method?: 'GET' | 'POST'
  token?: string
  body?: object
  /** Defaults to a connection that stays open. */
  agent?: http.Agent
}

export interface Answer {
  /** 0 if there was none. */
  status: number
  ms: number
  text: string
  headers: http.IncomingHttpHeaders
}

const keepAlive = new http.Agent({ keepAlive: true, maxFreeSockets: 20_000 })

/** Sends a call. Without an answer within a minute, its status is 0. */
export function send(
  port: number,
  { path, network, method = 'GET', token, body, agent = keepAlive }: Call,
): Promise<Answer> {
  const started = performance.now()
  const headers = {
    'accept-encoding': 'br, gzip',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const options = { host: '127.0.0.1', port, path, method, headers, agent, localAddress: addressOf(network) }
  return new Promise((resolve) => {
    const end = (status: number, text = '', received: http.IncomingHttpHeaders = {}) =>
      resolve({ status, text, headers: received, ms: performance.now() - started })
    const request = http.request({ ...options, timeout: 60_000 }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => end(response.statusCode ?? 0, Buffer.concat(parts).toString(), response.headers))
      response.on('error', () => end(0))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => end(0))
    request.end(body && JSON.stringify(body))
  })
}

/** Opens a live stream, for a user if there is a token. `onText` gets what follows the first events. */
export function openStream(port: number, index: number, token?: string, onText?: (text: string) => void) {
  const network = 0xf0_00_00 + Math.floor(index / streamsPerAddress)
  return new Promise<{ close(): void } | undefined>((resolve) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: '/api/live/',
      agent: false as const,
      localAddress: addressOf(network),
    }
    const request = http.get(options, (response) => {
      if (response.statusCode !== 200) {
        request.destroy()
        return resolve(undefined)
      }
      response.on('error', () => undefined)
      response.once('data', (part: Buffer) => {
        const [, ticket] = /event: ticket\ndata: (\S+)/.exec(part.toString()) ?? []
        const identified =
          token && ticket
            ? send(port, { path: identifyStream.url, method: 'POST', network: index, token, body: { ticket } })
            : Promise.resolve()
        void identified.then(() => resolve({ close: () => void request.destroy() }))
        if (onText) response.on('data', (next: Buffer) => onText(next.toString()))
        else response.resume()
      })
    })
    request.on('error', () => resolve(undefined))
  })
}

/** Starts `count` tasks a second for this many seconds, however long each takes, and waits for all. */
export async function atRate<T>(count: number, seconds: number, task: (index: number) => Promise<T>): Promise<T[]> {
  const started = performance.now()
  const running: Promise<T>[] = []
  for (let index = 0; index < count * seconds; index++) {
    const wait = started + (index * 1_000) / count - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    running.push(task(index))
  }
  return Promise.all(running)
}

/** Runs tasks, this many at a time. */
export async function inGroups<T>(count: number, size: number, task: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let first = 0; first < count; first += size) {
    const length = Math.min(size, count - first)
    done.push(...(await Promise.all(Array.from({ length }, (_, offset) => task(first + offset)))))
  }
  return done
}
