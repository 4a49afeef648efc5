// Plain JavaScript without dependencies: the page /polls/{id}/check and scripts/check-poll.mjs run these very lines.
import { hashOf, readJson } from './reading.mjs'

/**
 * @typedef {import('./check.mjs').Check} Check
 * @typedef {import('./check.mjs').Seal} Seal
 * @typedef {import('./problems.mjs').Problems} Problems
 * @typedef {{ id: number, text: string }} OptionText
 */

/**
 * What a seal signs of the texts: the ids bind each text to its ballots.
 * @param {string} question
 * @param {OptionText[]} options in their order
 */
export const textsOf = (question, options) => JSON.stringify([question, ...options.map(({ id, text }) => [id, text])])

/**
 * What the site shows must be what was sealed, on its pages and in the file for reuse. Removed polls are not shown.
 * @param {Pick<Check, 'poll' | 'fetch'> & { seal: Seal, problems: Problems }} check
 * @returns the texts of the options by id; none if the poll is not shown
 */
export async function checkShown({ poll, fetch, seal, problems }) {
  /** @type {Map<number, string>} */
  const texts = new Map()
  for (const path of [`/api/polls/${poll}/`, `/api/polls/${poll}/totals.json`]) {
    const response = await fetch(path)
    if (response.status === 404) continue
    const shown = await readJson(response)
    /** @type {any[]} */
    const listed = Array.isArray(shown?.options) ? shown.options : []
    // The file for reuse has no ids, and its options are in order.
    const options = listed.map((option, index) => ({
      id: Number(option?.id ?? seal.counts[index]?.option),
      text: String(option?.text),
      votes: Number(option?.vote_count ?? option?.votes),
    }))
    compareVotes(seal, options, problems)
    const total = Number(shown?.total_votes ?? seal.votes)
    if (total !== seal.votes) {
      problems.add('changed_count', `The site shows ${total} votes in all, but ${seal.votes} were sealed.`)
    }
    const eligible = shown?.eligible ?? shown?.method?.list?.eligible ?? null
    if (seal.eligible !== undefined && eligible !== seal.eligible) {
      problems.add('changed_method', 'The site does not show the number of invited people that was sealed.')
    }
    const onPaper = shown?.method?.list?.on_paper ?? null
    if (seal.paper !== undefined && shown?.method !== undefined && onPaper !== seal.paper) {
      problems.add('changed_method', 'The site does not show the number of votes on paper that was sealed.')
    }
    if (seal.texts !== undefined && (await hashOf(textsOf(String(shown?.question), options))) !== seal.texts) {
      problems.add('changed_text', 'The site does not show the texts that were sealed, in their order.')
    }
    if (shown?.method !== undefined) compareMethod(seal, shown.method, problems)
    for (const { id, text } of options) if (!texts.has(id)) texts.set(id, text)
  }
  return texts
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
