import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { countWaiting } from './connection-queue.ts'

/** Listens, and then accepts nothing for some seconds. */
const busyServer = `require('node:net').createServer().listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
  setTimeout(() => { const end = Date.now() + 5_000; while (Date.now() < end); }, 50)
})`

test.runIf(process.platform === 'linux')('counts the connections that wait to be accepted', async () => {
  const server = spawn(process.execPath, ['--eval', busyServer])
  const [output] = (await once(server.stdout, 'data')) as [Buffer]
  const port = Number(output.toString())
  await new Promise((resolve) => setTimeout(resolve, 200))
  const sockets = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const socket = net.connect(port, '127.0.0.1').on('error', () => undefined)
      await once(socket, 'connect')
      return socket
    }),
  )

  await expect.poll(() => countWaiting(port)).toBe(5)

  for (const socket of sockets) socket.destroy()
  server.kill('SIGKILL')
})

test('counts what waits on its own port alone, for IPv4 and IPv6, and nothing where that cannot be read', async () => {
  const folder = temporaryFolder({
    tcp: `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000:07E8 00000000:0000 0A 00000000:00000003 00:00000000 00000000     0        0 1233 1 0 100 0 0 10 0
   1: 0100007F:0BB8 00000000:0000 0A 00000000:0000001F 00:00000000 00000000   999        0 4234 1 0 100 0 0 10 0
   2: 0100007F:0BB8 0100007F:D431 01 00000000:00000007 00:00000000 00000000   999        0 4235 1 0 100 0 0 10 0
`,
    tcp6: `   0: 00000000000000000000000000000000:0BB8 00000000000000000000000000000000:0000 0A 00000000:00000001 00:00000000 00000000 0 0 1 1 0
`,
  })

  expect(await countWaiting(3000, [folder.at('tcp'), folder.at('tcp6')])).toBe(32)
  expect(await countWaiting(3000, ['/nowhere/tcp'])).toBe(0)
})
