import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** An SMTP server that takes this many milliseconds for each of its lines. `times` are those of the mails that it accepted. */
export async function startSmtp(milliseconds: number) {
  const times: number[] = []
  const server = net.createServer((socket) => {
    let isText = false
    let waiting = Promise.resolve()
    const say = (line: string) => {
      const before = waiting
      waiting = (async () => {
        await before
        await pause(milliseconds)
        socket.write(`${line}\r\n`)
      })()
    }
    let rest = ''
    say('220 bench')
    socket.on('error', () => undefined)
    socket.on('data', (part: Buffer) => {
      const lines = (rest + part.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (isText && line !== '.') continue
        if (isText) times.push(performance.now())
        const isStart = !isText && line === 'DATA'
        isText = isStart
        say(isStart ? '354 go on' : line === 'QUIT' ? '221 bye' : '250 fine')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The SMTP server has no port')
  return { url: `smtp://127.0.0.1:${address.port}`, times, close: () => server.close() }
}
