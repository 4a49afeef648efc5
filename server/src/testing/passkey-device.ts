import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { NewCredential, PasskeyProof } from '@wtpu/contract/accounts/on-demand/passkeys'

const flags = { present: 1, verified: 4, mayBeBackedUp: 8, backedUp: 16, hasKey: 64 }
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest()

interface Ceremony {
  ticket: string
  options: { challenge: string }
}

interface Deviation {
  origin?: string
  host?: string
  verified?: boolean
  mayBeBackedUp?: boolean
  userHandle?: string
}

/** An authenticator in software, with one passkey. */
export function makeDevice(site: { origin: string; host: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const device = { counter: 0, userHandle: '' }

  const clientData = (type: string, { challenge }: { challenge: string }, { origin = site.origin }: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (extra: number, { host = site.host, verified = true, mayBeBackedUp }: Deviation) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(device.counter)
    const bits = flags.present | (verified ? flags.verified : 0) | (mayBeBackedUp ? flags.mayBeBackedUp : 0) | extra
    return Buffer.concat([sha256(host), Buffer.from([bits]), counter])
  }
  const credential = { id: base64(id), rawId: base64(id), type: 'public-key' as const, clientExtensionResults: {} }

  return {
    ...device,
    create(options: { challenge: string; user: { id: string } }, deviation: Deviation = {}): NewCredential {
      device.userHandle = options.user.id
      const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const authData = Buffer.concat([
        authenticatorData(flags.hasKey, deviation),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        isoCBOR.encode(key),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: base64(clientData('webauthn.create', options, deviation)),
          attestationObject: base64(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          transports: ['internal'],
        },
      }
    },
    /** With `counter`, the authenticator counts its uses. */
    use(
      { ticket, options }: Ceremony,
      { counter = 0, ...deviation }: Deviation & { counter?: number } = {},
    ): PasskeyProof {
      device.counter = counter
      const data = clientData('webauthn.get', options, deviation)
      const signed = authenticatorData(0, deviation)
      const signature = sign('sha256', Buffer.concat([signed, sha256(data)]), privateKey)
      return {
        ticket,
        credential: {
          ...credential,
          response: {
            clientDataJSON: base64(data),
            authenticatorData: base64(signed),
            signature: base64(signature),
            userHandle: deviation.userHandle ?? (device.userHandle || undefined),
          },
        },
      }
    },
  }
}
