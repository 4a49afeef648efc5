import net from 'node:net'

/**
 * Holds many live streams for bench/live.ts, in a process of its own: `open` opens them, `reset` starts counting, `report`
 * returns the counts. Few streams are read. The others are compressed as for browsers, and only their bytes are counted.
 */
const readStreams = 20
const streamsPerAddress = 20
const openedAtOnce = 200

type Request = { kind: 'open'; port: number; count: number } | { kind: 'reset' } | { kind: 'report' }

/** When a stream that is read received a poll's version, in milliseconds of the system clock. */
export interface Sighting {
  stream: number
  poll: number
  version: number
  at: number
}

export interface Report {
  /** Received by all streams that are not read. */
  bytes: number
  /** Invalidated paths that the streams that are read received. A browser answers each with requests. */
  invalidations: number
  readStreams: number
  closed: number
  sightings: Sighting[]
}

let report: Report = emptyReport()

process.on('message', async (request: Request) => {
  if (request.kind === 'open') {
    await openAll(request.port, request.count)
    process.send?.({ opened: true })
  }
  if (request.kind === 'reset') report = emptyReport()
  if (request.kind === 'report') process.send?.(report)
})

process.on('disconnect', () => process.exit())

function emptyReport(): Report {
  return { bytes: 0, invalidations: 0, readStreams, closed: 0, sightings: [] }
}

async function openAll(port: number, count: number): Promise<void> {
  const step = Math.max(1, Math.floor(count / readStreams))
  for (let first = 0; first < count; first += openedAtOnce) {
    const size = Math.min(openedAtOnce, count - first)
    await Promise.all(
      Array.from({ length: size }, (_, offset) => {
        const stream = first + offset
        const isRead = stream % step === step - 1
        return open(port, stream, isRead ? readEvents(stream) : undefined)
      }),
    )
  }
}

/** Opens a stream from one of many local addresses, because each address may open only twenty. */
function open(port: number, stream: number, read: ((text: string) => void) | undefined): Promise<void> {
  const address = Math.floor(stream / streamsPerAddress)
  const localAddress = `127.1.${Math.floor(address / 250)}.${(address % 250) + 1}`
  const socket = net.connect({ port, host: '127.0.0.1', localAddress })
  const encoding = read ? 'identity' : 'gzip'
  socket.write(`GET /api/live/ HTTP/1.1\r\nhost: localhost\r\naccept-encoding: ${encoding}\r\n\r\n`)
  socket.on('data', (data) => {
    if (read) read(data.toString())
    else report.bytes += data.length
  })
  socket.on('close', () => report.closed++)
  return new Promise((resolve, reject) => {
    socket.once('data', (data) => {
      if (data.toString().startsWith('HTTP/1.1 200')) resolve()
      else reject(new Error(`stream ${stream} was rejected: ${data.toString().split('\r\n')[0]}`))
    })
    socket.once('error', reject)
  })
}

/** Reads chunks as they arrive. An event is shorter than a packet of the loopback interface, so none is split. */
function readEvents(stream: number): (text: string) => void {
  return (text) => {
    const at = performance.timeOrigin + performance.now()
    report.invalidations += text.match(/^data: \//gm)?.length ?? 0
    for (const [, id, version] of text.matchAll(/\{"id":(\d+),"total_votes":\d+,[^}]*"version":(\d+)\}/g)) {
      report.sightings.push({ stream, poll: Number(id), version: Number(version), at })
    }
  }
}
