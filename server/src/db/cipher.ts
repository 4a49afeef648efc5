import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts what is stored. */
export interface Cipher {
  encrypt(text: string): Buffer
  /** Throws if the data was encrypted with another key or was modified. */
  decrypt(encrypted: Buffer): string
}

/** AES-256-GCM with a key of 32 bytes. Layout: 12-byte nonce, 16-byte tag, ciphertext. */
export function createCipher(key: Buffer): Cipher {
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

/** Returns undefined if the data was encrypted with another key. */
export function tryDecrypt(cipher: Cipher, encrypted: Buffer): string | undefined {
  try {
    return cipher.decrypt(encrypted)
  } catch {
    return undefined
  }
}
