import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Browsers on the polls page for bench/restart.ts, in a process of their own. Like the web app, each reconnects its stream
 * with back-off and jitter, and then refetches what it shows.
 */
const streamsPerAddress = 20
const openedAtOnce = 200
/** As in web/src/lib/live/live-stream.ts and live.ts. */
const delays = { min: 500, first: 5_000, max: 15_000, refetch: 2_000 }
const shown = ['/api/polls/?limit=10', '/api/polls/summary/', '/api/polls/my-votes/']

interface Start {
  port: number
  /** One browser per access token. */
  tokens: string[]
}

export interface RestartReport {
  reconnected: number
  refreshed: number
  /** Why refetches failed. */
  failures: string[]
  /** When each request was sent, in milliseconds of the system clock. */
  requests: number[]
  streamsBackAt: number
  allDoneAt: number
  /** Milliseconds of each refetch. */
  replyTimes: number[]
}

const times = { requests: [], replyTimes: [], streamsBackAt: 0, allDoneAt: 0 }
const report: RestartReport = { reconnected: 0, refreshed: 0, failures: [], ...times }
let all = 0
const now = () => performance.timeOrigin + performance.now()

process.on('message', async ({ port, tokens }: Start) => {
  for (let first = 0; first < tokens.length; first += openedAtOnce) {
    const group = tokens.slice(first, first + openedAtOnce)
    await Promise.all(
      group.map((token, offset) => {
        const localAddress = addressOf(first + offset)
        return openStream(port, localAddress, () => void comeBack(port, localAddress, token))
      }),
    )
  }
  all = tokens.length
  process.send?.('opened')
})

process.on('disconnect', () => process.exit())

/** Each address may have only twenty streams. */
function addressOf(browser: number): string {
  const address = Math.floor(browser / streamsPerAddress)
  return `127.1.${Math.floor(address / 250)}.${(address % 250) + 1}`
}

async function comeBack(port: number, localAddress: string, token: string): Promise<void> {
  for (let delay = delays.first; ; delay = Math.min(delay * 2, delays.max)) {
    await pause(delays.min + Math.random() * (delay - delays.min))
    const isOpen = await openStream(port, localAddress, () => undefined).catch(() => false)
    if (isOpen) break
  }
  report.reconnected++
  report.streamsBackAt = now()
  await pause(Math.random() * delays.refetch)
  await refetch(port, localAddress, token).catch((error: unknown) => report.failures.push(String(error)))
  report.refreshed++
  report.allDoneAt = now()
  if (report.refreshed === all) process.send?.(report)
}

/** Resolves to true once the stream is accepted. */
function openStream(port: number, localAddress: string, onLost: () => void): Promise<boolean> {
  report.requests.push(now())
  const socket = net.connect({ port, host: '127.0.0.1', localAddress })
  socket.write('GET /api/live/ HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip\r\n\r\n')
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('closed')))
    socket.once('data', (data) => {
      if (!data.toString('latin1').startsWith('HTTP/1.1 200')) return reject(new Error('rejected'))
      socket.once('close', onLost)
      socket.on('error', () => undefined)
      resolve(true)
    })
    // Without a listener the data after the first chunk would stay unread.
    socket.resume()
  })
}

/** One connection, one request after another. */
async function refetch(port: number, localAddress: string, token: string): Promise<void> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress })
  try {
    for (const path of shown) {
      const sent = now()
      report.requests.push(sent)
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`)
      await readResponse(socket)
      report.replyTimes.push(now() - sent)
    }
  } finally {
    socket.destroy()
  }
}

/** Resolves once a whole response with status 200 has arrived. */
function readResponse(socket: net.Socket): Promise<void> {
  let text = ''
  return new Promise((resolve, reject) => {
    const stop = (error?: Error) => {
      socket.removeAllListeners()
      socket.on('error', () => undefined)
      if (error) reject(error)
      else resolve()
    }
    socket.on('error', stop)
    socket.on('close', () => stop(new Error('closed')))
    socket.on('data', (data) => {
      text += data.toString('latin1')
      const bodyAt = text.indexOf('\r\n\r\n') + 4
      const length = /content-length: (\d+)/i.exec(text)?.[1]
      if (bodyAt < 4 || text.length < bodyAt + Number(length)) return
      stop(text.startsWith('HTTP/1.1 200') ? undefined : new Error(text.split('\r\n')[0]))
    })
  })
}
