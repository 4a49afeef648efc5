import { once } from 'node:events'
import net from 'node:net'

/** Forwards connections to a port of this machine. While it is cut, nothing gets through, as if a cable were pulled. */
export async function startLink(target: number) {
  const sockets = new Set<net.Socket>()
  let isCut = false
  const forward = (from: net.Socket, to: net.Socket) => {
    sockets.add(from)
    from.on('data', (data) => to.write(data))
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      to.destroySoon()
    })
    if (isCut) from.pause()
  }
  const server = net.createServer((near) => {
    const far = net.connect(target, '127.0.0.1')
    forward(near, far)
    forward(far, near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as net.AddressInfo
  return {
    port,
    cut() {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    restore() {
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
