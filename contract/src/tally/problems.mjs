// Plain JavaScript without dependencies: the page /polls/{id}/check and scripts/check-poll.mjs run these very lines.

/**
 * @typedef {keyof typeof problemTexts} ProblemKind
 * @typedef {{ kind: ProblemKind, detail: string }} Problem
 */

/** What an attacker can have done. */
export const problemTexts = {
  changed_ballot: 'A ballot was changed',
  added_ballot: 'A ballot was added',
  missing_ballot: 'A ballot is missing',
  doubled_ballot: 'A ballot is counted twice',
  changed_count: 'A count was changed',
  changed_text: 'The question or an option was changed',
  changed_method: 'What is said of how the poll was taken was changed',
  swapped_wording: 'A voter was shown another wording than the one that was drawn',
  wrong_wording_key: 'The key that draws the wordings is another one',
  replaced_entry: 'An entry of the log was replaced',
  wrong_signature: 'A signature is wrong',
  log_cut_short: 'The log was cut short',
}

const detailsShown = 5

/** One problem of each kind, with the first details and the number of the others. Details never quote what a server sent. */
export class Problems {
  /** @type {Map<ProblemKind, { details: string[], others: number }>} */
  #found = new Map()

  /**
   * @param {ProblemKind} kind
   * @param {string} detail
   */
  add(kind, detail) {
    const found = this.#found.get(kind) ?? { details: [], others: 0 }
    this.#found.set(kind, found)
    if (found.details.includes(detail)) return
    if (found.details.length < detailsShown) found.details.push(detail)
    else found.others++
  }

  /** @returns {Problem[]} */
  get list() {
    return [...this.#found].map(([kind, { details, others }]) => ({
      kind,
      detail: [...details, ...(others > 0 ? [`And ${others} more.`] : [])].join(' '),
    }))
  }
}
