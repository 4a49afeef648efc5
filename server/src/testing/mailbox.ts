import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server: what arrived, and a way to have it refuse. */
export async function startMailbox({ port = 0 } = {}) {
  const mails: Email[] = []
  const recipients: string[] = []
  const refusals: number[] = []
  let slowness = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      recipients.push(address)
      done()
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refusals.shift()
        if (refusal !== undefined) return done(Object.assign(new Error('not now'), { responseCode: refusal }))
        const take = async () => {
          mails.push(await PostalMime.parse(Buffer.concat(chunks)))
          setTimeout(() => done(), slowness)
        }
        void take()
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
    /** As the envelopes name them. */
    recipients,
    /** The next mails are answered with these codes. */
    refuseWith: (...codes: number[]) => void refusals.push(...codes),
    /** Takes this long, in milliseconds, to say that a mail was taken over. */
    answerAfter: (milliseconds: number) => {
      slowness = milliseconds
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
