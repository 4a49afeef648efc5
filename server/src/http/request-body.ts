import type { IncomingMessage } from 'node:http'

/** How much of a refused request's body is still read. */
const remainder = { bytes: 1024 * 1024, milliseconds: 5_000 }

/**
 * Reads what is left of a refused request's body, up to a limit: a browser that is still sending does not read the reply,
 * and Node would otherwise read the body to its end, however large.
 * @returns whether the body has arrived in full. If not, the connection has to be closed after the reply.
 */
export async function finishBody(request: IncomingMessage): Promise<boolean> {
  if (request.complete || request.readableEnded || !announcesBody(request)) return true
  if (request.destroyed) return false
  request.unpipe()
  let left = remainder.bytes
  return new Promise((resolve) => {
    const end = (whole: boolean) => {
      clearTimeout(timer)
      request.off('data', count).off('end', whenWhole).off('close', whenCut).off('error', whenCut)
      request.pause()
      resolve(whole)
    }
    const count = (chunk: Buffer) => (left -= chunk.length) < 0 && end(false)
    const whenWhole = () => end(true)
    const whenCut = () => end(false)
    const timer = setTimeout(whenCut, remainder.milliseconds)
    request.on('data', count).on('end', whenWhole).on('close', whenCut).on('error', whenCut)
    request.resume()
  })
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
