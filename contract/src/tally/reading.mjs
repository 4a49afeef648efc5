// Plain JavaScript without dependencies: the page /polls/{id}/check and scripts/check-poll.mjs run these very lines.
import { toHex } from './merkle.mjs'

const encoder = new TextEncoder()

/** @param {Uint8Array<ArrayBuffer>} bytes */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** @param {string} text */
export const hashOf = async (text) => toHex(await sha256(encoder.encode(text)))

/** @param {Response} response */
export function requireOk(response) {
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`)
  return response
}

/**
 * @param {Response} response
 * @returns {Promise<any>}
 */
export const readJson = (response) => requireOk(response).json()
