// Plain JavaScript without dependencies: the page /polls/{id}/check and scripts/check-poll.mjs run these very lines.
import { MerkleTree, toHex } from './merkle.mjs'

/**
 * @typedef {keyof typeof problemTexts} ProblemKind
 * @typedef {{ kind: ProblemKind, detail: string }} Problem
 * @typedef {{ size: number, hash: string }} Head The log as of an earlier check: its size and the hash of its last entry.
 * @typedef {{ option: number, votes: number }} OptionCount
 * @typedef {{ poll: number, votes: number, counts: OptionCount[], root: string | null, time: string }} Seal
 *
 * @typedef {object} Check
 * @property {number} poll
 * @property {(path: string) => Promise<Response>} fetch
 * @property {Head} [seen] From an earlier check.
 * @property {string} [number] The ballot to look for.
 * @property {(done: number, all: number) => void} [onProgress] Called with the number of ballots.
 *
 * @typedef {object} Report
 * @property {Problem[]} problems
 * @property {Seal} seal
 * @property {boolean} hasBallots False if the poll has too few votes to publish them.
 * @property {boolean} hasSignatures False if the browser cannot check signatures.
 * @property {number | null | undefined} own The option of the ballot that was looked for, null if there is no such ballot.
 * @property {Head} head
 */

/** What an attacker can have done. */
export const problemTexts = {
  changed_ballot: 'A ballot was changed',
  added_ballot: 'A ballot was added',
  missing_ballot: 'A ballot is missing',
  doubled_ballot: 'A ballot is counted twice',
  changed_count: 'A count was changed',
  replaced_entry: 'An entry of the log was replaced',
  wrong_signature: 'A signature is wrong',
  log_cut_short: 'The log was cut short',
}

const headLine = 'number,option_id'
const noHash = '0'.repeat(64)
const encoder = new TextEncoder()

/** @param {Uint8Array<ArrayBuffer>} bytes */
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** At most one problem of each kind: the first that was found. */
class Problems {
  /** @type {Map<ProblemKind, Problem>} */
  #found = new Map()

  /**
   * @param {ProblemKind} kind
   * @param {string} detail
   */
  add(kind, detail) {
    if (!this.#found.has(kind)) this.#found.set(kind, { kind, detail })
  }

  get list() {
    return [...this.#found.values()]
  }
}

/**
 * Downloads the seal of a poll, the tally log and the ballots, and recounts them.
 * @param {Check} check
 * @returns {Promise<Report | undefined>} undefined if the poll is not sealed
 */
export async function checkPoll({ poll, fetch, seen, number, onProgress }) {
  const response = await fetch(`/api/polls/${poll}/seal.json`)
  if (response.status === 404) return undefined
  const sealed = await readJson(response)
  const seal = readSeal(sealed.entry)
  if (!seal) throw new Error('The seal cannot be read.')
  const problems = new Problems()
  if (seal.poll !== poll) problems.add('replaced_entry', `The seal is that of poll ${seal.poll}.`)
  const log = await checkLog({ poll, fetch, seen, sealed, problems })
  const own = seal.root === null ? undefined : await checkBallots({ poll, fetch, seal, number, onProgress, problems })
  if (sum(seal.counts) !== seal.votes) {
    problems.add('changed_count', `The counts add up to ${sum(seal.counts)} votes, not to ${seal.votes}.`)
  }
  await checkShownCounts(poll, fetch, seal, problems)
  return { problems: problems.list, seal, hasBallots: seal.root !== null, own, ...log }
}

/**
 * Reads the whole log: each entry must follow the one before, and be signed with the key that was named last.
 * @param {Pick<Check, 'poll' | 'fetch' | 'seen'> & { sealed: any, problems: Problems }} check
 */
async function checkLog({ poll, fetch, seen, sealed, problems }) {
  const signatures = await openSignatures()
  let [size, claimed, hash, key, seals] = [0, 1, noHash, '', 0]
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
      hash = toHex(await sha256(encoder.encode(entry)))
      size++
      if (seen?.size === size && seen.hash !== hash) {
        problems.add('replaced_entry', `Entry ${size - 1} is not the one that was here before.`)
      }
      if (facts.kind === 'key') key = String(facts.public_key)
      if (facts.kind !== 'seal' || facts.poll !== poll) continue
      seals++
      if (entry !== sealed.entry || seals > 1) problems.add('replaced_entry', 'The log has another seal of this poll.')
      else if (signature !== sealed.signature) problems.add('wrong_signature', 'The seal has another signature.')
    }
  }
  if (size < claimed) problems.add('log_cut_short', `The log ends after ${size} of ${claimed} entries.`)
  if (seen && size < seen.size) problems.add('log_cut_short', `The log had ${seen.size} entries, now it has ${size}.`)
  if (seals === 0) problems.add('log_cut_short', 'The log does not contain the seal of this poll.')
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
        return await crypto.subtle.verify('Ed25519', await opened, fromBase64(signature), encoder.encode(text))
      } catch {
        // A key or a signature that cannot be read.
        return false
      }
    },
  }
}

/**
 * Recounts the ballots while they arrive.
 * @param {Omit<Check, 'seen'> & { seal: Seal, problems: Problems }} check
 * @returns the option of the ballot that was looked for, null if there is no such ballot
 */
async function checkBallots({ poll, fetch, seal, number, onProgress, problems }) {
  const response = await fetch(`/api/polls/${poll}/ballots.csv`)
  if (response.status === 404) {
    problems.add('missing_ballot', 'The ballots are not published.')
    return undefined
  }
  const wanted = number?.trim().toLowerCase()
  const tree = new MerkleTree(sha256)
  const found = new Problems()
  const counted = new Map(seal.counts.map(({ option }) => [option, 0]))
  let [votes, doubled, previous] = [0, 0, '']
  /** @type {number | null | undefined} */
  let own = wanted ? null : undefined
  for await (const line of readLines(response)) {
    const ballot = line.slice(0, 32)
    const option = Number(line.slice(33))
    const isBallot = /^[0-9a-f]{32},[1-9][0-9]{0,9}$/.test(line) && counted.has(option)
    if (!isBallot) found.add('changed_ballot', `Line ${votes + 2} is not a ballot of this poll.`)
    if (ballot === previous) {
      doubled++
      found.add('doubled_ballot', `Ballot ${ballot} is there more than once.`)
    } else if (ballot < previous) found.add('changed_ballot', `Ballot ${ballot} is not in the order of the numbers.`)
    counted.set(option, (counted.get(option) ?? 0) + 1)
    if (ballot === wanted) own = option
    previous = ballot
    votes++
    const batch = tree.add(line)
    if (!batch) continue
    await batch
    onProgress?.(votes, seal.votes)
  }
  if ((await tree.root()) === seal.root) compareCounts(seal, counted, votes, problems)
  else {
    const different = votes - doubled
    if (different > seal.votes) found.add('added_ballot', `There are ${votes} ballots, but ${seal.votes} were sealed.`)
    if (different < seal.votes) found.add('missing_ballot', `Of ${seal.votes} sealed ballots, ${different} are there.`)
    if (found.list.length === 0) found.add('changed_ballot', 'The ballots are not those that were sealed.')
    for (const { kind, detail } of found.list) problems.add(kind, detail)
  }
  return own
}

/**
 * The ballots are those that were sealed, so another count is wrong.
 * @param {Seal} seal
 * @param {Map<number, number>} counted
 * @param {number} votes
 * @param {Problems} problems
 */
function compareCounts(seal, counted, votes, problems) {
  if (votes !== seal.votes) problems.add('changed_count', `There are ${votes} ballots, not ${seal.votes}.`)
  for (const { option, votes: claimed } of seal.counts) {
    const actual = counted.get(option) ?? 0
    if (actual === claimed) continue
    problems.add('changed_count', `Option ${option} has ${actual} ballots, but the seal says ${claimed}.`)
  }
}

/**
 * What the site shows must be what was sealed. Removed polls are not shown.
 * @param {number} poll
 * @param {Check['fetch']} fetch
 * @param {Seal} seal
 * @param {Problems} problems
 */
async function checkShownCounts(poll, fetch, seal, problems) {
  const response = await fetch(`/api/polls/${poll}/`)
  if (response.status === 404) return
  const { options } = await readJson(response)
  const sealed = new Map(seal.counts.map(({ option, votes }) => [option, votes]))
  for (const { id, vote_count: shown } of options) {
    if (sealed.get(id) === shown) continue
    problems.add(
      'changed_count',
      `The site shows ${shown} votes for option ${id}, but ${sealed.get(id) ?? 0} were sealed.`,
    )
  }
}

/**
 * The lines after the first one.
 * @param {Response} response
 */
async function* readLines(response) {
  const reader = requireOk(response).body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  let rest = ''
  let isHead = true
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of done && rest !== '' ? [...lines, rest] : lines) {
      if (!isHead || line !== headLine) yield line
      isHead = false
    }
    if (done) return
  }
}

/** @param {Response} response */
function requireOk(response) {
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`)
  return response
}

/**
 * @param {Response} response
 * @returns {Promise<any>}
 */
const readJson = (response) => requireOk(response).json()

/**
 * @param {string} text
 * @returns {any}
 */
function parse(text) {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

/**
 * @param {string} entry
 * @returns {Seal | undefined}
 */
function readSeal(entry) {
  const seal = parse(entry)
  return seal.kind === 'seal' && Array.isArray(seal.counts) ? seal : undefined
}

/** @param {OptionCount[]} counts */
const sum = (counts) => counts.reduce((total, { votes }) => total + votes, 0)

/** @param {string} text in base64url */
const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
