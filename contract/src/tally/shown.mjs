// Plain JavaScript without dependencies: the page /polls/{id}/check and scripts/check-poll.mjs run these very lines.
import { hashOf, readJson } from './reading.mjs'

/**
 * @typedef {import('./check.mjs').Check} Check
 * @typedef {import('./check.mjs').Seal} Seal
 * @typedef {import('./problems.mjs').Problems} Problems
 * @typedef {{ id: number, text: string }} OptionText
 */

/** What no seal can prove, because it has none of it. */
export const notSealed =
  'No seal covers the description of a poll, its category and its tie to Congress, the quorum, the name and the groups of a list, the times, and the sentences of the site. They were not compared.'

/** As `votesForPercent` in polls.ts, which Node 20 cannot read. */
export const minVotesForPercent = 20

/**
 * What a seal signs of the texts: the ids bind each text to its ballots.
 * @param {string} question
 * @param {OptionText[]} options in their order
 */
export const textsOf = (question, options) => JSON.stringify([question, ...options.map(({ id, text }) => [id, text])])

/**
 * What the site shows must be what was sealed, on its pages and in the file for reuse. Removed polls are not shown.
 * @param {Pick<Check, 'poll' | 'fetch'> & { seal: Seal, other: Seal | undefined, problems: Problems }} check `other`: the seal of the
 * other wording
 * @returns the texts of the options by id; none if the poll is not shown
 */
export async function checkShown({ poll, fetch, seal, other, problems }) {
  /** @type {Map<number, string>} */
  const texts = new Map()
  for (const path of [`/api/polls/${poll}/`, `/api/polls/${poll}/totals.json`]) {
    const response = await fetch(path)
    if (response.status === 404) continue
    const shown = await readJson(response)
    const options = await compareResult(seal, shown, problems)
    await compareWordings({ seal, other, shown, problems })
    compareFacts(seal, shown, problems)
    if (shown?.method !== undefined) compareMethod(seal, shown.method, problems)
    for (const { id, text } of options) if (!texts.has(id)) texts.set(id, text)
  }
  return texts
}

/**
 * @param {Seal} seal
 * @param {any} shown
 * @param {Problems} problems
 */
async function compareResult(seal, shown, problems) {
  /** @type {any[]} */
  const listed = Array.isArray(shown?.options) ? shown.options : []
  // The file for reuse has no ids, and its options are in order.
  const options = listed.map((option, index) => ({
    id: Number(option?.id ?? seal.counts[index]?.option),
    text: String(option?.text),
    votes: Number(option?.vote_count ?? option?.votes),
  }))
  compareVotes(seal, options, problems)
  const total = Number(shown?.total_votes ?? shown?.n ?? seal.votes)
  if (total !== seal.votes) {
    problems.add('changed_count', `The site shows ${total} votes in all, but ${seal.votes} were sealed.`)
  }
  if (listed.some((option, index) => !isShare(option?.percent, options[index]?.votes ?? 0, seal.votes))) {
    problems.add('changed_count', 'The site shows a percentage that is not that of the votes.')
  }
  if (seal.texts !== undefined && (await hashOf(textsOf(String(shown?.question), options))) !== seal.texts) {
    problems.add('changed_text', 'The site does not show the texts that were sealed, in their order.')
  }
  return options
}

/**
 * Whether votes are shown with their percentage: a whole one, never 0 or 100 of what is neither none nor all. Undefined: with none.
 * @param {unknown} percent
 * @param {number} votes
 * @param {number} total
 */
function isShare(percent, votes, total) {
  if (percent === undefined) return true
  if (total < minVotesForPercent) return percent === null
  const exact = Math.round((100 * votes) / total)
  if (exact === 0 && votes > 0) return percent === '<1'
  if (exact === 100 && votes < total) return percent === '>99'
  return percent === exact
}

/**
 * Both wordings stand beside each other, with the texts and the counts of the seal of each.
 * @param {{ seal: Seal, other: Seal | undefined, shown: any, problems: Problems }} both
 */
async function compareWordings({ seal, other, shown, problems }) {
  if (!seal.wording) return
  const { wording } = seal.wording
  for (const [index, one] of Object.entries(Array.isArray(shown?.wordings) ? shown.wordings : [])) {
    const of = Number(index) === wording ? seal : other
    if (of) await compareResult(of, one, problems)
  }
  const named = shown?.method?.other_wording
  if (shown?.method === undefined || !other) return
  if (!named || named.is_second !== (wording === 0)) {
    problems.add('changed_method', 'The site does not show which of the two wordings this is.')
  } else await compareResult(other, named, problems)
}

/**
 * @param {Seal} seal
 * @param {any} shown
 * @param {Problems} problems
 */
function compareFacts(seal, shown, problems) {
  const { method } = shown ?? {}
  const eligible = shown?.eligible ?? method?.list?.eligible ?? null
  if (seal.eligible !== undefined && eligible !== seal.eligible) {
    problems.add('changed_method', 'The site does not show the number of invited people that was sealed.')
  }
  const onPaper = method?.list?.on_paper ?? null
  if (seal.paper !== undefined && method !== undefined && onPaper !== seal.paper) {
    problems.add('changed_method', 'The site does not show the number of votes on paper that was sealed.')
  }
  const wasVisible = method?.results_visible_while_voting ?? null
  const isOther = wasVisible !== null && wasVisible !== (seal.reveal === 'always')
  if (seal.reveal !== undefined && ((shown?.reveal ?? seal.reveal) !== seal.reveal || isOther)) {
    problems.add('changed_method', 'The site does not say when the results were shown as it was sealed.')
  }
  if (shown?.is_closed === false || Date.parse(shown?.closes_at) > Date.parse(seal.time)) {
    problems.add('changed_method', 'The site says that the poll closed after it was sealed.')
  }
}

/**
 * Only the file for reuse says how the poll was taken.
 * @param {Seal} seal
 * @param {any} shown
 * @param {Problems} problems
 */
function compareMethod(seal, shown, problems) {
  const isSame = Object.entries(seal.method ?? {}).every(
    ([name, value]) => JSON.stringify(shown?.[name]) === JSON.stringify(value),
  )
  if (!isSame) problems.add('changed_method', 'The site says something else of how the poll was taken than was sealed.')
}

/**
 * @param {Seal} seal
 * @param {{ id: number, votes: number }[]} options
 * @param {Problems} problems
 */
function compareVotes(seal, options, problems) {
  const sealed = new Map(seal.counts.map(({ option, votes }) => [option, votes]))
  for (const { id, votes } of options) {
    if (sealed.get(id) === votes) continue
    problems.add(
      'changed_count',
      `The site shows ${votes} votes for option ${id}, but ${sealed.get(id) ?? 0} were sealed.`,
    )
  }
  const shown = new Set(options.map(({ id }) => id))
  for (const id of sealed.keys()) {
    if (!shown.has(id)) problems.add('changed_count', `The site does not show option ${id}, which was sealed.`)
  }
  if (options.length > shown.size) problems.add('changed_count', 'The site shows an option more than once.')
}
