import { once } from 'node:events'
import http from 'node:http'
import type net from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A fake of a provider's S3: objects in memory, by path. While `isAway` is set, connections are cut. */
export async function startS3() {
  const objects = new Map<string, { bytes: Buffer; type: string | undefined }>()
  const state = { isAway: false }
  const server = http.createServer(async (request, response): Promise<void> => {
    const end = (status: number) => void response.writeHead(status).end()
    if (state.isAway) return void request.destroy()
    const key = decodeURIComponent(request.url?.split('?')[0] ?? '')
    if (!request.headers.authorization?.includes('Credential=the-key/')) return end(403)
    if (!key.startsWith('/uploads/')) return end(404)
    if (request.method === 'PUT') {
      const bytes = await buffer(request).catch(() => undefined)
      if (bytes) objects.set(key, { bytes, type: request.headers['content-type'] })
      return end(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return end(204)
    }
    const object = objects.get(key)
    if (!object) return end(404)
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const bytes = last === undefined ? object.bytes : object.bytes.subarray(Number(first), Number(last) + 1)
    response.writeHead(last === undefined ? 200 : 206, { 'content-length': bytes.length })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as net.AddressInfo
  return {
    /** The settings of a server that uses it. */
    env: {
      MEDIA_STORE: 's3://uploads/site',
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'the-key',
      AWS_SECRET_ACCESS_KEY: 'the-secret',
    },
    objects,
    state,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
