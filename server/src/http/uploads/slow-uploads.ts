import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'

/**
 * A request must arrive within the server's request timeout, which is too short for a video over a slow line. An upload
 * that was accepted may take longer, as long as it is at least this fast. Time is in milliseconds.
 */
const minProgress = { bytes: 256 * 1024, every: 30_000 }

/** From the end of the form to the reply, instead of the server's idle timeout: images may wait in their queue. */
const replyTimeout = 5 * 60_000

const accepted = new WeakSet<Socket>()

/**
 * Exempts the upload on this connection from the request timeout, and disconnects it if it becomes too slow instead.
 * @returns a function that ends this. Call it when the form is read.
 */
export function allowSlowUpload(socket: Socket, { bytes, every } = minProgress): () => void {
  // A request of `app.inject` has none.
  if (!(socket instanceof Socket)) return () => undefined
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - before < bytes) socket.destroy()
    before = socket.bytesRead
  }, every).unref()
  accepted.add(socket)
  return () => {
    clearInterval(timer)
    accepted.delete(socket)
    socket.setTimeout(replyTimeout)
  }
}

const statusCodes: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Replies to a request that Node could not read, and disconnects. Node reports the request timeout in this way too. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && accepted.has(socket)) return
  const status = statusCodes[error.code ?? ''] ?? 400
  const reason = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ code: 'bad_request', detail: `${reason}.` })
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json`
  if (socket.writable) socket.write(`${head}\r\nConnection: close\r\n\r\n${body}`)
  socket.destroySoon()
}
