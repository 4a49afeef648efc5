import type { FastifyInstance } from 'fastify'
import { descriptorLimit } from '#live/descriptor-limit.ts'

/**
 * Keeps descriptors for the database and files free. Live streams take up to a third of them. Connections beyond two thirds are
 * not kept open between requests, and those beyond five sixths are not accepted.
 */
export function limitConnections(app: FastifyInstance, descriptors = descriptorLimit()): void {
  const { server } = app
  const kept = Math.floor((descriptors * 2) / 3)
  let open = 0
  if (Number.isFinite(descriptors)) server.maxConnections = Math.floor((descriptors * 5) / 6)
  server.on('connection', (socket) => {
    open++
    socket.once('close', () => open--)
    if (open > kept) server.closeIdleConnections()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (open > kept) void reply.header('connection', 'close')
    done()
  })
}
