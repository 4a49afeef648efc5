// Plain JavaScript without dependencies: the page /polls/{id}/check and scripts/check-poll.mjs run these very lines.
import { MerkleTree } from './merkle.mjs'
import { requireOk, sha256 } from './reading.mjs'

/**
 * @typedef {import('./check.mjs').Check} Check
 * @typedef {import('./check.mjs').Seal} Seal
 * @typedef {import('./problems.mjs').Problems} Problems
 */

const headLine = 'number,option_id'

/**
 * Recounts the ballots while they arrive.
 * @param {Omit<Check, 'seen'> & { seal: Seal, problems: Problems }} check
 * @returns the option of the ballot that was looked for, null if there is no such ballot
 */
export async function checkBallots({ poll, fetch, seal, number, onProgress, problems }) {
  const path = `/api/polls/${poll}/ballots.csv`
  const response = await fetch(path)
  if (response.status === 404) {
    problems.add('missing_ballot', 'The ballots are not published.')
    return undefined
  }
  const wanted = number?.trim().toLowerCase()
  const tree = new MerkleTree(sha256)
  const counted = new Map(seal.counts.map(({ option }) => [option, 0]))
  let [votes, doubled, previous, isSorted, isRight] = [0, 0, '', true, true]
  /** @type {number | null | undefined} */
  let own = wanted ? null : undefined
  for await (const line of readLines(response)) {
    const ballot = line.slice(0, 32)
    const option = Number(line.slice(33))
    const isBallot = /^[0-9a-f]{32},[1-9][0-9]{0,9}$/.test(line) && counted.has(option)
    if (!isBallot) problems.add('changed_ballot', `Line ${votes + 2} is not a ballot of this poll.`)
    if (votes > 0 && ballot === previous) doubled++
    if (ballot < previous) problems.add('changed_ballot', `Line ${votes + 2} is not in the order of the numbers.`)
    isRight &&= isBallot && ballot > previous
    isSorted &&= ballot >= previous
    counted.set(option, (counted.get(option) ?? 0) + 1)
    if (ballot === wanted) own = option
    previous = ballot
    votes++
    const batch = tree.add(line)
    if (!batch) continue
    await batch
    onProgress?.(votes, seal.votes)
  }
  if (!isSorted) doubled = await countDoubled(await fetch(path))
  if (doubled > 0) problems.add('doubled_ballot', `Of ${votes} ballots, ${doubled} have a number that is there before.`)
  if ((await tree.root()) === seal.root) {
    compareCounts(seal, counted, votes, problems)
    return own
  }
  const different = votes - doubled
  if (different > seal.votes) problems.add('added_ballot', `There are ${votes} ballots, but ${seal.votes} were sealed.`)
  if (different < seal.votes) problems.add('missing_ballot', `Of ${seal.votes} sealed ballots, ${different} are there.`)
  if (isRight && different === seal.votes) {
    problems.add('changed_ballot', 'The ballots are not those that were sealed.')
  }
  return own
}

/**
 * Ballots that are not in order may have the same number without being neighbors.
 * @param {Response} response
 */
async function countDoubled(response) {
  const seen = new Set()
  let all = 0
  for await (const line of readLines(response)) {
    seen.add(line.slice(0, 32))
    all++
  }
  return all - seen.size
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
