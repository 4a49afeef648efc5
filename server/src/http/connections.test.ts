import { once } from 'node:events'
import net from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { limitConnections } from './connections.ts'

/** Sends a request and reads the head of the response. */
async function ask(socket: net.Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return bytes.toString().toLowerCase()
}

test('keeps no more connections open than two thirds of the descriptors, and accepts no more than five sixths', async () => {
  const app = fastify()
  limitConnections(app, 6)
  app.get('/', () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as net.AddressInfo
  const connect = async () => {
    const socket = net.connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }

  const kept = [await connect(), await connect(), await connect(), await connect()]
  for (const socket of kept) expect(await ask(socket)).toContain('connection: keep-alive')
  const closed = Promise.all(kept.map((socket) => once(socket, 'close')))
  const fifth = await connect()
  const answer = await ask(fifth)
  await closed

  expect(answer).toContain('200 ok')
  expect(app.server.maxConnections).toBe(5)
  await app.close()
})

test('closes a connection after its response while there are too many', async () => {
  const app = fastify()
  limitConnections(app, 1)
  app.server.maxConnections = 5
  app.get('/', () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = net.connect((app.server.address() as net.AddressInfo).port, '127.0.0.1')

  expect(await ask(socket)).toContain('connection: close')
  await app.close()
})
