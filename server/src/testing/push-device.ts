import { createDecipheriv, createECDH, createHmac } from 'node:crypto'
import http from 'node:http'
import type net from 'node:net'

const hmac = (key: Buffer, text: Buffer) => createHmac('sha256', key).update(text).digest()
const expand = (key: Buffer, text: string | Buffer, length: number) =>
  hmac(key, Buffer.concat([Buffer.from(text), Buffer.from([1])])).subarray(0, length)

/** A browser with its push service: decrypts what it receives (RFC 8291, RFC 8188). */
export async function startPushDevice() {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = Buffer.from('sixteen bytes ok')
  const received: unknown[] = []
  const authorizations: string[] = []
  let status = 201
  const decrypt = (body: Buffer) => {
    const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0]
    const senderKey = body.subarray(21, 21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
    const key = expand(hmac(auth, ecdh.computeSecret(senderKey)), info, 32)
    const shared = hmac(salt, key)
    const decipher = createDecipheriv(
      'aes-128-gcm',
      expand(shared, 'Content-Encoding: aes128gcm\0', 16),
      expand(shared, 'Content-Encoding: nonce\0', 12),
    )
    const [content, tag] = [body.subarray(21 + keyLength, -16), body.subarray(-16)]
    decipher.setAuthTag(tag)
    const text = Buffer.concat([decipher.update(content), decipher.final()]).toString()
    return JSON.parse(text.slice(0, text.lastIndexOf('\u0002')))
  }
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      authorizations.push(request.headers.authorization ?? '')
      received.push(decrypt(Buffer.concat(parts)))
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return {
    received,
    authorizations,
    subscription: {
      endpoint: `http://127.0.0.1:${port}/send/1`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    answerWith: (code: number) => {
      status = code
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
