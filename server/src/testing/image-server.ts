import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

export const portrait = (color = '#336699') =>
  sharp({ create: { width: 400, height: 500, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

/** Another site, on this machine. `asked` lists the requested paths. */
export async function startImageServer(answers: Record<string, Buffer | RequestListener>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = answers[request.url ?? '']
    if (typeof answer === 'function') answer(request, response)
    else response.writeHead(answer ? 200 : 404).end(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has this address
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
