import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { enterSite } from '../contract/src/site.ts'
import { liveUrl } from '../contract/src/live.ts'

/** A request whose body is only half sent: open until `finish`, which resolves to the reply. */
export async function startPartialRequest(port: number): Promise<{ finish: () => Promise<string> }> {
  const body = JSON.stringify({ code: 'citizenship' })
  const socket = await open(port)
  socket.write(
    `${enterSite.method} ${enterSite.url} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  )
  // The server has to have seen its head, or it is no open request yet.
  await new Promise((resolve) => setTimeout(resolve, 200))
  let reply = ''
  socket.on('data', (chunk) => (reply += chunk.toString()))
  return {
    async finish() {
      socket.write(body.slice(5))
      await once(socket, 'close')
      return reply
    },
  }
}

/** The stream of live hints, as a browser holds it open. */
export async function openLiveStream(port: number): Promise<{ ended: Promise<unknown> }> {
  const socket = await open(port)
  socket.write(`GET ${liveUrl} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n`)
  await once(socket, 'data')
  return { ended: once(socket, 'close') }
}

/** A program that takes connections and never says a word. */
export async function startSilentServer(): Promise<{ port: number } & AsyncDisposable> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}
