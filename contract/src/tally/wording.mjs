// Plain JavaScript without dependencies: the page /polls/{id}/check and scripts/check-poll.mjs run these very lines.
import { toHex } from './merkle.mjs'
import { readJson, readSeal, sha256 } from './reading.mjs'

/**
 * @typedef {import('./check.mjs').Check} Check
 * @typedef {import('./check.mjs').Seal} Seal
 * @typedef {import('./problems.mjs').Problems} Problems
 */

/**
 * Both wordings of a question must be drawn by the same key, which is the one that was fixed before anybody voted; and the voter of
 * the receipt must have been shown the wording that this key draws for them.
 * @param {Pick<Check, 'poll' | 'fetch' | 'receipt'> & { seal: Seal, problems: Problems }} check
 * @returns the seal of the other wording, and what was sent, by its poll; undefined if there is none
 */
export async function checkWording({ poll, fetch, seal, receipt, problems }) {
  if (!seal.wording) {
    if (receipt) problems.add('wrong_wording_key', 'The seal names no key.')
    return undefined
  }
  const { key, wording } = seal.wording
  if (receipt) {
    const hash = toHex(await sha256(bytesOf(key)))
    if (hash !== receipt.keyHash) problems.add('wrong_wording_key', 'Its hash is not the one of the receipt.')
    else if ((await drawnWording(key, receipt.voter)) !== wording) {
      problems.add('swapped_wording', `The key draws the ${wording === 0 ? 'second' : 'first'} wording for this voter.`)
    }
  }
  const response = await fetch(`/api/polls/${poll}/`)
  // Removed polls are not shown.
  if (response.status === 404) return undefined
  const { wordings } = await readJson(response)
  const other = Number(wordings?.find?.((/** @type {{ poll?: unknown } | null} */ one) => one?.poll !== poll)?.poll)
  if (!Number.isSafeInteger(other)) {
    problems.add('changed_method', 'The site does not show the other wording.')
    return undefined
  }
  const sealed = await fetch(`/api/polls/${other}/seal.json`)
  if (sealed.status === 404) return undefined
  const sent = await readJson(sealed)
  const found = readSeal(sent.entry)
  const of = found?.wording
  if (of?.key !== key || of.pair !== seal.wording.pair) {
    problems.add('wrong_wording_key', 'The two wordings are sealed with different keys.')
  } else if (of.wording === wording) problems.add('swapped_wording', 'Both polls are sealed as the same wording.')
  return found && { seal: found, sealed: /** @type {const} */ ([[other, sent]]) }
}

/**
 * @param {string} key in hexadecimal
 * @param {number} voter
 */
async function drawnWording(key, voter) {
  const opened = await crypto.subtle.importKey('raw', bytesOf(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', opened, new TextEncoder().encode(String(voter)))
  return (new Uint8Array(signature)[0] ?? 0) & 1
}

/** @param {string} hex */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
