import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { enterSite } from '../contract/src/site/site.ts'
import { liveUrl } from '../contract/src/live.ts'

/** Sends the head of a request and half of its body. The request stays open until `finish`, which returns the response. */
export async function startPartialRequest(port: number): Promise<{ finish: () => Promise<string> }> {
  const body = JSON.stringify({ code: 'citizenship' })
  const socket = await open(port)
  socket.write(
    `${enterSite.method} ${enterSite.url} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nexpect: 100-continue\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  )
  // "100 Continue" shows that the server has read the head, so the request is open.
  await once(socket, 'data')
  let response = ''
  socket.on('data', (chunk) => (response += chunk.toString()))
  return {
    async finish() {
      socket.write(body.slice(5))
      await once(socket, 'close')
      return response
    },
  }
}

/** Opens the stream of invalidations, as a browser does. */
export async function openLiveStream(port: number): Promise<{ ended: Promise<unknown> }> {
  const socket = await open(port)
  socket.write(`GET ${liveUrl} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n`)
  await once(socket, 'data')
  return { ended: once(socket, 'close') }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}
