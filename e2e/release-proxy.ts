import http from 'node:http'
import { text } from 'node:stream/consumers'

const nextRelease = '9999999999-aaaaaaaaaaaa'

/**
 * A proxy that can make the site look like its next release: pages, calls and the live stream have another name of the release, and
 * the service worker another version. `release` ends all streams, as a restart does.
 */
export async function startReleaseProxy(target: string) {
  const { hostname, port } = new URL(target)
  const streams = new Set<http.ServerResponse>()
  let isNext = false
  const ofRelease = (content: string) =>
    isNext ? content.replaceAll(/\b\d{10}-[0-9a-f]{12}\b/g, nextRelease).replace(/shell-\w+/, 'shell-next') : content

  const server = http.createServer((request, response) => {
    const { method, url: path, headers } = request
    // Whole responses without compression, because their text is changed.
    const plain = { ...headers, 'accept-encoding': 'identity', 'if-none-match': '', 'if-modified-since': '' }
    const upstream = http.request({ hostname, port, method, path, headers: plain }, (found) => {
      const sent = Object.entries(found.headers).map(([name, value]) => [name, ofRelease(String(value))] as const)
      response.writeHead(
        found.statusCode ?? 502,
        Object.fromEntries(sent.filter(([name]) => name !== 'content-length')),
      )
      const type = found.headers['content-type'] ?? ''
      if (type.startsWith('text/event-stream')) {
        streams.add(response)
        found.on('data', (part: Buffer) => response.write(ofRelease(part.toString())))
        response.on('close', () => found.destroy())
      } else if (type.startsWith('text/html') || path === '/sw.js')
        void text(found).then((body) => response.end(ofRelease(body)))
      else found.pipe(response)
    })
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://localhost:${address.port}`,
    release: () => {
      isNext = true
      for (const stream of streams) stream.end()
    },
    /** After `close`, at the same address. */
    open: () => listen(address.port),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
