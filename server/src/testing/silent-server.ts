import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Starts a server that accepts connections and never responds. */
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
