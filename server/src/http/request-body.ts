import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Ignores the content type of a request without a body. Many clients set it on every POST, and parsing no body would fail. */
export function ignoreTypeOfNoBody(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    if (headers['content-type'] !== undefined && !hasBody(request.raw)) delete headers['content-type']
    done()
  })
}

/** How much of a rejected request's body is still read. */
const drainLimit = { bytes: 1024 * 1024, milliseconds: 5_000 }

/**
 * Reads and discards the rest of a rejected request's body, up to a limit. A browser that is still sending does not read
 * the response, and without the limit Node would read the whole body, however large.
 * @returns whether the whole body arrived. If not, close the connection after the response.
 */
export async function drainBody(request: IncomingMessage): Promise<boolean> {
  if (request.complete || request.readableEnded || !hasBody(request)) return true
  if (request.destroyed) return false
  request.unpipe()
  let left = drainLimit.bytes
  return new Promise((resolve) => {
    const end = (isComplete: boolean) => {
      clearTimeout(timer)
      request.off('data', count).off('end', onEnd).off('close', onAbort).off('error', onAbort)
      request.pause()
      resolve(isComplete)
    }
    const count = (chunk: Buffer) => (left -= chunk.length) < 0 && end(false)
    const onEnd = () => end(true)
    const onAbort = () => end(false)
    const timer = setTimeout(onAbort, drainLimit.milliseconds)
    request.on('data', count).on('end', onEnd).on('close', onAbort).on('error', onAbort)
    request.resume()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
