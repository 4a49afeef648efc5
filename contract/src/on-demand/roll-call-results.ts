/**
 * How roll calls end. The patterns are for JavaScript and PostgreSQL alike and ignore case.
 */

/** Where the source does not say what was voted on, the description does. */
export const unknownQuestion = 'Question not recorded'

/** The ends of results of yes-or-no questions. Other results are names, such as "Johnson (LA)", or unknown to us. */
export const knownResults =
  '(passed|failed|agreed|agreed to|rejected|confirmed|defeated|sustained|overrid+en|overruled|adopted|ratified|invoked|guilty|well taken|germane|recorded)$'

/** Questions that are answered with a name: the election of the Speaker. */
export const electionQuestions = '^(to )?elect\\w* (of )?(the |a )?speaker'

/** Results of elections that name no winner, such as "No Speaker elected". */
export const noWinner = `^not? |${knownResults}`

export const matches = (pattern: string, text: string) => new RegExp(pattern, 'i').test(text)

export const isKnownResult = (result: string): boolean => matches(knownResults, result)

export const isNotRecorded = (result: string): boolean => matches('recorded$', result)

const lost =
  '(failed|rejected|defeated|overruled|veto sustained|not (sustained|agreed|agreed to|guilty|well taken|confirmed|germane|invoked|adopted))$'
const twoThirds =
  'veto|objections of the president|override|overrid+en|treaty|ratification|guilty|impeach|suspend|expel'

/** Says whether a known result means that the motion was lost. */
export const hasLost = (result: string): boolean => matches(lost, result)

interface Ended {
  chamber: 'house' | 'senate'
  question: string
  description: string
  result: string
  /** Null where there is no yes and no. */
  yeas: number | null
  nays: number | null
  /** All who could vote. */
  members: number
}

/** Why a question was decided as the numbers of yes and no alone would not decide it. Null where they do. */
export interface Majority {
  text: string
  /** How many votes of yes were needed. Half of them in a tie, null if not known. */
  needed: number | null
}

/** Explains ties, and questions that were lost with more yes than no. A decision of the chair stands in a tie. */
export function explainMajority(ended: Ended): Majority | null {
  const { chamber, result, yeas, nays } = ended
  if (yeas === null || nays === null || isNotRecorded(result)) return null
  if (hasLost(result)) {
    if (yeas < nays) return null
    if (yeas === nays) return { text: 'A tied vote loses.', needed: null }
    const needed = findNeeded(ended, yeas + nays)
    return { text: `It needed more than a simple majority${needed ? `: ${needed} votes` : ''}.`, needed }
  }
  // A tie can leave a decision of the chair as it is without the Vice President.
  if (chamber !== 'senate' || yeas !== nays || matches('chair|point of order', result)) return null
  return { text: 'The Vice President broke the tie.', needed: yeas }
}

/** In the Senate three fifths of all senators, or two thirds of those voting on some questions; in the House two thirds of those voting. */
function findNeeded({ chamber, question, description, result, yeas, members }: Ended, voting: number): number | null {
  const isTwoThirds =
    matches(twoThirds, `${question} ${result}`) || matches('amendment to the constitution', description)
  const needed = isTwoThirds ? Math.ceil((2 * voting) / 3) : chamber === 'senate' ? Math.ceil(0.6 * members) : Infinity
  return needed > (yeas ?? 0) && needed <= voting ? needed : null
}
