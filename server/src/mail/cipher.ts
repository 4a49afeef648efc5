import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts what is stored. */
export interface Cipher {
  encrypt(text: string): Buffer
  /** Throws if the data was encrypted with another key or was modified. */
  decrypt(encrypted: Buffer): string
}

/**
 * AES-256-GCM with a key for each purpose, derived from the server's secret. Layout: 12-byte nonce, 16-byte tag, ciphertext.
 */
export function createCipher(secret: string, purpose: 'mail' | 'tally'): Cipher {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `wtpu ${purpose}`, 32))
  return {
    encrypt(text) {
      const nonce = randomBytes(12)
      const encryption = createCipheriv('aes-256-gcm', key, nonce)
      const ciphertext = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
      return Buffer.concat([nonce, encryption.getAuthTag(), ciphertext])
    },
    decrypt(encrypted) {
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12), { authTagLength: 16 })
      decipher.setAuthTag(encrypted.subarray(12, 28))
      return Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
