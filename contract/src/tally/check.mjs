// Plain JavaScript without dependencies: the page /polls/{id}/check and scripts/check-poll.mjs run these very lines.
import { checkBallots } from './ballots.mjs'
import { Problems } from './problems.mjs'
import { hashOf, parse, readJson, readSeal } from './reading.mjs'
import { checkShown } from './shown.mjs'
import { checkWording } from './wording.mjs'

/**
 * @typedef {{ size: number, hash: string }} Head The log as of an earlier check: its size and the hash of its last entry.
 * @typedef {{ option: number, votes: number }} OptionCount
 *
 * @typedef {object} Seal
 * @property {number} poll
 * @property {number} votes
 * @property {OptionCount[]} counts
 * @property {string} [texts] The hash of the question and the options. Earlier seals have none.
 * @property {Record<string, unknown>} [method] How the poll was taken. Earlier seals have none.
 * @property {string} [reveal] When the results were shown. Earlier seals do not say it, nor the next three.
 * @property {number | null} [eligible] How many people were on the list at the close. Null if everyone could answer.
 * @property {number | null} [paper] How many of the votes came on paper.
 * @property {string | null} [list] The hash of the list, so that no other one can be named later.
 * @property {{ pair: number, wording: number, key: string } | null} [wording] Which of two wordings it is, and the key that drew them.
 * @property {string | null} root
 * @property {string} time
 *
 * @typedef {object} Check
 * @property {number} poll
 * @property {(path: string) => Promise<Response>} fetch
 * @property {Head} [seen] From an earlier check.
 * @property {string} [number] The ballot to look for.
 * @property {{ voter: number, keyHash: string }} [receipt] What the site said to the voter who was shown this wording.
 * @property {(done: number, all: number) => void} [onProgress] Called with the number of ballots.
 *
 * @typedef {object} Report
 * @property {import('./problems.mjs').Problem[]} problems
 * @property {Seal} seal
 * @property {boolean} hasBallots False if the poll has too few votes to publish them.
 * @property {boolean} hasTexts False if the seal does not cover the question and the options.
 * @property {boolean} hasMethod False if the seal does not cover how the poll was taken.
 * @property {boolean} hasSignatures False if the browser cannot check signatures.
 * @property {number | null | undefined} own The option of the ballot that was looked for, null if there is no such ballot.
 * @property {Map<number, string>} texts Those of the options that the site shows, by id. None if the poll was removed.
 * @property {Head} head
 */

const noHash = '0'.repeat(64)
/** As in disclosure.ts, which Node 20 cannot read. */
export const minVotesWithBallots = 20

/**
 * Downloads the seal of a poll, the tally log and the ballots, and recounts them.
 * @param {Check} check
 * @returns {Promise<Report | undefined>} undefined if the poll is not sealed
 */
export async function checkPoll({ poll, fetch, seen, number, receipt, onProgress }) {
  const response = await fetch(`/api/polls/${poll}/seal.json`)
  if (response.status === 404) return undefined
  const sealed = await readJson(response)
  const seal = readSeal(sealed.entry)
  if (!seal) throw new Error('The seal cannot be read.')
  const problems = new Problems()
  if (seal.poll !== poll) problems.add('replaced_entry', `The seal is that of poll ${seal.poll}.`)
  const other = await checkWording({ poll, fetch, seal, receipt, problems })
  const log = await checkLog({
    poll,
    fetch,
    seen,
    seals: new Map([[poll, sealed], ...(other?.sealed ?? [])]),
    problems,
  })
  const hasBallots = seal.root !== null
  const own = hasBallots ? await checkBallots({ poll, fetch, seal, number, onProgress, problems }) : undefined
  if (!hasBallots && seal.votes >= minVotesWithBallots) {
    problems.add('missing_ballot', `The seal has no ballots, although there are ${seal.votes} votes.`)
  }
  const sum = seal.counts.reduce((total, { votes }) => total + votes, 0)
  if (sum !== seal.votes) problems.add('changed_count', `The counts add up to ${sum} votes, not to ${seal.votes}.`)
  if (seal.eligible != null && seal.votes > seal.eligible) {
    problems.add('changed_count', `There are ${seal.votes} votes, but only ${seal.eligible} people were on the list.`)
  }
  if (new Set(seal.counts.map(({ option }) => option)).size < seal.counts.length) {
    problems.add('changed_count', 'The seal has two counts of one option.')
  }
  const texts = await checkShown({ poll, fetch, seal, other: other?.seal, problems })
  const [hasTexts, hasMethod] = [seal.texts !== undefined, seal.method !== undefined]
  return { problems: problems.list, seal, hasBallots, hasTexts, hasMethod, own, texts, ...log }
}

/**
 * Reads the whole log: each entry must follow the one before, and be signed with the key that was named last.
 * @param {Pick<Check, 'poll' | 'fetch' | 'seen'> & { seals: Map<number, any>, problems: Problems }} check `seals`: by poll, each of which
 * must be in the log once
 */
async function checkLog({ poll, fetch, seen, seals, problems }) {
  const signatures = await openSignatures()
  const found = new Set()
  const nameOf = (/** @type {number} */ id) => (id === poll ? 'this poll' : 'the other wording')
  let [size, claimed, hash, key] = [0, 1, noHash, '']
  while (size < claimed) {
    const page = await readJson(await fetch(`/api/tally-log/?after=${size}`))
    claimed = Number(page.size)
    if (!page.entries?.length) break
    for (const { entry, signature } of page.entries) {
      const facts = parse(entry)
      if (facts.index !== size || facts.previous !== hash) {
        problems.add('replaced_entry', `Entry ${size} does not follow the one before it.`)
      }
      if (size === 0) key = String(facts.public_key)
      const isSigned = facts.key === key && (await signatures?.verify(key, signature, entry)) !== false
      if (!isSigned) problems.add('wrong_signature', `Entry ${size} is not signed with the key of the log.`)
      hash = await hashOf(entry)
      size++
      if (seen?.size === size && seen.hash !== hash) {
        problems.add('replaced_entry', `Entry ${size - 1} is not the one that was here before.`)
      }
      if (facts.kind === 'key') key = String(facts.public_key)
      const sealed = facts.kind === 'seal' && seals.get(facts.poll)
      if (!sealed) continue
      if (entry !== sealed.entry || found.has(facts.poll)) {
        problems.add('replaced_entry', `The log has another seal of ${nameOf(facts.poll)}.`)
      } else if (signature !== sealed.signature) problems.add('wrong_signature', 'The seal has another signature.')
      found.add(facts.poll)
    }
  }
  if (!(size >= claimed)) problems.add('log_cut_short', `The log ends after ${size} of ${claimed} entries.`)
  if (seen && size < seen.size) problems.add('log_cut_short', `The log had ${seen.size} entries, now it has ${size}.`)
  for (const id of seals.keys()) {
    if (!found.has(id)) problems.add('log_cut_short', `The log does not contain the seal of ${nameOf(id)}.`)
  }
  const published = await readJson(await fetch('/.well-known/wtpu-tally-key.json'))
  if (published.x !== key) problems.add('wrong_signature', 'The published key is not the newest one of the log.')
  return { hasSignatures: signatures !== undefined, head: { size, hash } }
}

/** Undefined if this browser cannot check Ed25519 signatures. */
async function openSignatures() {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  } catch {
    return undefined
  }
  /** @type {Map<string, Promise<CryptoKey>>} */
  const keys = new Map()
  /** @param {string} key */
  const open = (key) => crypto.subtle.importKey('raw', fromBase64(key), 'Ed25519', false, ['verify'])
  return {
    /**
     * @param {string} key
     * @param {string} signature
     * @param {string} text
     */
    async verify(key, signature, text) {
      try {
        const opened = keys.get(key) ?? open(key)
        keys.set(key, opened)
        return await crypto.subtle.verify(
          'Ed25519',
          await opened,
          fromBase64(signature),
          new TextEncoder().encode(text),
        )
      } catch {
        // A key or a signature that cannot be read.
        return false
      }
    },
  }
}

/** @param {string} text in base64url */
const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
