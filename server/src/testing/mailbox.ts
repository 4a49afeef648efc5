import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server that records mails and can reject or delay them. */
export async function startMailbox({ port = 0, password }: { port?: number; password?: string } = {}) {
  const mails: Email[] = []
  const recipients: string[] = []
  const rejections: number[] = []
  const rejected = new Set<string>()
  const sessions = new Set<string>()
  let delayMs = 0
  const delay = (done: () => void) => void setTimeout(done, delayMs)
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: ['STARTTLS'],
    onAuth(auth, _session, done) {
      if (auth.password === password) return done(null, { user: auth.username })
      done(Object.assign(new Error('wrong password'), { responseCode: 535 }))
    },
    // Do not wait for connections that clients keep open.
    closeTimeout: 200,
    onConnect({ id }, done) {
      sessions.add(id)
      delay(done)
    },
    onMailFrom(_address, _session, done) {
      delay(done)
    },
    onRcptTo({ address }, _session, done) {
      if (rejected.has(address)) return done(Object.assign(new Error('no such user'), { responseCode: 550 }))
      recipients.push(address)
      delay(done)
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const rejection = rejections.shift()
        if (rejection !== undefined) return done(Object.assign(new Error('not now'), { responseCode: rejection }))
        const accept = async () => {
          mails.push(await PostalMime.parse(Buffer.concat(chunks)))
          delay(done)
        }
        void accept()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a pipe
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    /** Envelope recipients. */
    recipients,
    /** Rejects the next mails with these SMTP codes, one each. */
    rejectWith: (...codes: number[]) => void rejections.push(...codes),
    /** Rejects all mail to this address. */
    rejectMailTo: (recipient: string) => void rejected.add(recipient),
    /** Delays each response. */
    answerAfter: (milliseconds: number) => {
      delayMs = milliseconds
    },
    /** How many connections were opened. */
    connections: () => sessions.size,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
