import net from 'node:net'

/** A TCP proxy whose connections can be held, broken and restored, as by a bad network. */
export async function startFlakyProxy(target: string) {
  const { hostname, port } = new URL(target)
  const connections = new Set<net.Socket>()
  let maxBytes = Infinity
  let broken = false
  const server = net.createServer((client) => {
    if (broken) {
      client.destroy()
      return
    }
    const upstream = net.connect(Number(port), hostname)
    let received = 0
    connections.add(client)
    client.on('data', (bytes) => {
      received += bytes.length
      upstream.write(bytes)
      if (received > maxBytes) client.pause()
    })
    upstream.pipe(client)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
    client.on('close', () => connections.delete(client))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://localhost:${address.port}`,
    /** From now on, a connection stops after it has sent this many bytes. */
    hold: (bytes: number) => void (maxBytes = bytes),
    /** Breaks all connections and accepts no new ones. Chromium repeats a request once if only its connection broke. */
    disconnect: () => {
      broken = true
      for (const client of connections) client.destroy()
    },
    reconnect: () => {
      broken = false
      maxBytes = Infinity
    },
    close: () => {
      for (const client of connections) client.destroy()
      server.close()
    },
  }
}
