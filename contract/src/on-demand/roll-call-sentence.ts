import {
  electionQuestions,
  hasLost,
  isKnownResult,
  isNotRecorded,
  matches,
  noWinner,
  unknownQuestion,
} from './roll-call-results.ts'
import { positionNames, type ListedRollCall, type ShownPosition } from '../roll-calls.ts'

export type AskedRollCall = Pick<ListedRollCall, 'chamber' | 'question' | 'bill' | 'title' | 'result'>

interface Kind {
  pattern: RegExp
  /** What a yes decides, after "to". `{it}` is the bill or nomination. */
  to: string
  passed: string
  failed: string
  /** The question is whether the bill itself passes. */
  isPassage?: true
  /** A yes is against what the motion is about. The text says so. */
  against?: string
}

const keepsBill = 'A yes keeps the bill from a vote.'
const motion = { passed: 'The motion passed', failed: 'The motion failed' }
const table = { passed: 'Tabled', failed: 'Not tabled' }
const tableQuestion = {
  ...table,
  to: 'table a question about {it}',
  against: 'A yes keeps that question from a vote.',
}
const agreed = { passed: 'Agreed to', failed: 'Not agreed to' }
const cloture = { passed: 'Cloture invoked', failed: 'Cloture not invoked' }
const passes = { to: 'pass {it}', passed: 'Passed', failed: 'Not passed', isPassage: true } as const
const agrees = { to: 'agree to {it}', ...agreed, isPassage: true } as const

/** The first kind that matches the question of the source counts. */
const kinds: readonly Kind[] = [
  {
    pattern: /to table the motion to discharge/i,
    to: 'table the motion to discharge a committee from {it}',
    ...table,
    against: keepsBill,
  },
  // Tables another motion, or an appeal.
  { pattern: /to table \w/i, ...tableQuestion },
  { pattern: /to table|on the table/i, to: 'table {it}', ...table, against: keepsBill },
  {
    pattern: /to recommit/i,
    to: 'recommit {it} to committee',
    passed: 'Recommitted',
    failed: 'Not recommitted',
    against: keepsBill,
  },
  {
    pattern: /to commit/i,
    to: 'commit {it} to a committee',
    passed: 'Committed',
    failed: 'Not committed',
    against: keepsBill,
  },
  {
    pattern: /to refer/i,
    to: 'refer {it} to committee',
    passed: 'Referred',
    failed: 'Not referred',
    against: keepsBill,
  },
  { pattern: /cloture on the motion to proceed/i, to: 'end debate on taking up {it} (cloture)', ...cloture },
  { pattern: /cloture/i, to: 'end debate on {it} (cloture)', ...cloture },
  { pattern: /motion to proceed/i, to: 'take up {it}', ...motion },
  { pattern: /to discharge/i, to: 'discharge a committee from {it}', passed: 'Discharged', failed: 'Not discharged' },
  {
    pattern: /previous question/i,
    to: 'end debate on {it} (previous question)',
    passed: 'Previous question ordered',
    failed: 'Previous question not ordered',
  },
  {
    pattern: /^on consideration|question of consideration/i,
    to: 'take up {it}',
    passed: 'Taken up',
    failed: 'Not taken up',
  },
  { pattern: /to adjourn/i, to: 'adjourn', passed: 'Adjourned', failed: 'Not adjourned' },
  { pattern: /to reconsider/i, to: 'reconsider an earlier vote about {it}', ...motion },
  { pattern: /to instruct conferees/i, to: 'instruct the conferees on {it}', ...motion },
  {
    pattern: /point of order/i,
    to: 'sustain a point of order about {it}',
    passed: 'Point of order sustained',
    failed: 'Point of order not sustained',
  },
  {
    pattern: /decision of (the )?chair/i,
    to: 'uphold a decision of the chair about {it}',
    passed: 'Decision upheld',
    failed: 'Decision overturned',
  },
  {
    pattern: /overrid|veto|objections of the president/i,
    to: 'pass {it} over the President’s veto',
    passed: 'Veto overridden',
    failed: 'Veto sustained',
  },
  { pattern: /\bconcur\b|senate amendment/i, to: 'agree to the Senate amendment to {it}', ...agreed },
  { pattern: /conference report/i, to: 'agree to the conference report on {it}', ...agreed },
  { pattern: /amendment/i, to: 'adopt an amendment to {it}', passed: 'Adopted', failed: 'Not adopted' },
  { pattern: /on the nomination/i, to: 'confirm {it}', passed: 'Confirmed', failed: 'Not confirmed' },
  { pattern: /passage|suspend the rules and pass|joint resolution/i, ...passes },
  { pattern: /suspend the rules and agree|resolution/i, ...agrees },
  { pattern: /^on (the )?motion$/i, to: 'adopt a motion about {it}', ...motion },
]

/** Motions of the Senate may be about an amendment, whose purpose is the title, and its record names only the bill. */
function findKind(asked: AskedRollCall): Kind | undefined {
  const kind = kinds.find(({ pattern }) => pattern.test(asked.question))
  if (!kind || kind.isPassage || asked.chamber === 'house') return kind
  const against = kind.against && 'A yes keeps the amendment from a vote.'
  if (/^(To |In the nature)/.test(asked.title) && !kind.to.includes('amendment'))
    return { ...kind, to: kind.to.replace('{it}', 'an amendment to {it}'), ...(against && { against }) }
  return kind.to === 'table {it}' ? { ...kind, ...tableQuestion } : kind
}

/** What the sentences of a roll call are made of. */
export interface RollCallWords {
  /** "To refer H.Res. 893 to committee". */
  question: string
  /** What the page and the picture are headed by: the question, and what it is about. */
  headline: string
  /** The result of this question, not that of the bill: "Referred". */
  result: string
  /** Says that a yes is against the bill. */
  against: string | null
  /** What a position is about: "to refer H.Res. 893 to committee" after yes. */
  about: (position: ShownPosition) => string
}

export function describeRollCall(asked: AskedRollCall): RollCallWords {
  const { question, title, result } = asked
  const named = question === unknownQuestion ? title : question
  if (matches(electionQuestions, named)) {
    const text = 'Election of the Speaker'
    const elected = matches(noWinner, result) ? result : `${result} was elected`
    const about = () => 'in the election of the Speaker'
    return { question: text, headline: text, result: elected, against: null, about }
  }
  const kind = findKind(asked)
  const to = kind ? kind.to.replace('{it}', nameOf(asked, kind)) : describedAs(asked)
  const asks = to === undefined ? named : `To ${to}`
  const about = (position: ShownPosition): string => {
    if (to === undefined) return `on the question “${shorten(named)}”`
    if (kind?.isPassage) return `on ${actName(asked) ?? nameOf(asked, kind)}`
    const short = kind ? kind.to.replace('{it}', nameOf(asked, kind, true)) : to
    return position === 'yea' || position === 'nay' ? `to ${short}` : `on whether to ${short}`
  }
  const addsTitle = title !== question && title !== asked.bill && (kind?.to.includes('{it}') ?? to === undefined)
  return {
    question: asks,
    headline: kind?.isPassage ? title : addsTitle && !asks.includes(title) ? `${asks}: ${title}` : asks,
    result:
      kind && isKnownResult(result) && !isNotRecorded(result) ? kind[hasLost(result) ? 'failed' : 'passed'] : result,
    against: kind?.against ?? null,
    about,
  }
}

/** A position with its question: "Yes to refer H.Res. 893 to committee". */
export const positionText = (asked: AskedRollCall, position: ShownPosition): string =>
  `${positionNames[position]} ${describeRollCall(asked).about(position)}`

/** "To refer H.Res. 893 to committee: Referred, 310 to 103". */
export function outcomeText(asked: AskedRollCall & Pick<ListedRollCall, 'yeas' | 'nays'>): string {
  const { question, result } = describeRollCall(asked)
  const { yeas, nays } = asked
  return `${question}: ${result}${yeas === null || nays === null ? '' : `, ${yeas} to ${nays}`}`
}

/** Descriptions of older Congresses say what was asked: "To pass H.R. 5". */
function describedAs({ question, title }: AskedRollCall): string | undefined {
  return question === unknownQuestion && title.startsWith('To ') ? shorten(title.slice(3)) : undefined
}

/** The bill, or the nomination: with the office, or if `isShort` only the name. */
function nameOf({ bill, title, question }: AskedRollCall, kind: Kind, isShort = false): string {
  if (bill !== null) return bill
  if (title === question || title === '') return 'something that the record does not name'
  const isNomination = kind.to === 'confirm {it}'
  if (!isNomination && !/\bto be\b/.test(title)) return `“${shorten(title)}”`
  const [first = title, ...others] = title.split('; and ')
  const nominee = (isShort && first.split(',')[0]) || shorten(first)
  const nominees = nominee + (others.length > 0 ? ' and others' : '')
  return isNomination ? nominees : `the nomination of ${nominees}`
}

/** "the Community Library Act". Undefined for titles that are whole sentences. */
function actName({ title }: AskedRollCall): string | undefined {
  if (title.length > maxName || !/ Act(,? (of )?\d{4})?$/.test(title)) return undefined
  return `the ${title.replace(/^The /, '')}`
}

const maxName = 120

const shorten = (text: string) => (text.length > maxName ? `${text.slice(0, maxName - 1)}…` : text)

/** Why a poll cannot be tied to a motion on which a yes is against what it is about. */
export const againstMessage =
  'A yes on this motion is against what it is about, so nobody could tell what an answer means. Choose the vote on passage.'
