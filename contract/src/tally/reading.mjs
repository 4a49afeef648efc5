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

/**
 * @param {string} text
 * @returns {any}
 */
export function parse(text) {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

/**
 * Undefined if it is none, so that what a report says of a seal is numbers, hashes and a time.
 * @param {unknown} entry
 * @returns {import('./check.mjs').Seal | undefined}
 */
export function readSeal(entry) {
  const seal = parse(String(entry))
  const isCount = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && Number(value) >= 0
  const isHash = (/** @type {unknown} */ value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
  const isSeal =
    seal.kind === 'seal' &&
    [seal.poll, seal.votes].every(isCount) &&
    Array.isArray(seal.counts) &&
    seal.counts.every((/** @type {any} */ count) => isCount(count?.option) && isCount(count?.votes)) &&
    (seal.texts === undefined || isHash(seal.texts)) &&
    (seal.method === undefined || (typeof seal.method === 'object' && seal.method !== null)) &&
    [seal.eligible, seal.paper].every((count) => count == null || isCount(count)) &&
    (seal.list == null || isHash(seal.list)) &&
    (seal.wording == null ||
      (isCount(seal.wording.pair) && [0, 1].includes(seal.wording.wording) && isHash(seal.wording.key))) &&
    (seal.root === null || isHash(seal.root)) &&
    /^[-0-9T:.]+Z$/.test(seal.time)
  return isSeal ? seal : undefined
}
