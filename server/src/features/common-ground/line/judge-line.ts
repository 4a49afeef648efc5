import { type lineStatuses, type LineVerdict, steadyReliability, type Third } from '@wtpu/contract/common-ground'
import { minAnswersOfPart, minAnswersOfUnsteadyPart, minVotesOnLine } from '@wtpu/contract/disclosure'
import { at, buildMatrix, type PollVotes } from '../groups/vote-matrix.ts'
import { findAnswers, isWithinMinimum, type LineAnswers, reverse, thirdOf, tiltOf } from './answers.ts'
import { findLine, foldOf } from './find-line.ts'
import { judgePolls, type LineJudgement } from './verdicts.ts'

export interface JudgedLine {
  status: (typeof lineStatuses)[number]
  voters: number
  /** Null if it was not measured. */
  reliability: number | null
  thirds: Map<number, Third>
  /** By the id of the poll. */
  polls: Map<number, LineAnswers & LineJudgement>
}

/** What the line says about polls, in words for the terminal. */
export function describeVerdicts({ polls }: Pick<JudgedLine, 'polls'>): string {
  const having = (verdict: LineVerdict | null) => [...polls.values()].filter((poll) => poll.verdict === verdict).length
  return `common ground ${having('agree')}, ends differ ${having('cross')}, one side's matter ${having('one_side')}, same side but unequal ${having('unequal')}, too few answers ${having('too_few')}, too few opinions ${having('few_opinions')}, none of these ${having(null)}`
}

/** Three parts need this many people. */
const minVoters = 3 * minAnswersOfPart

/** Finds the line and judges the polls by what is published: the answers of before, where few have changed. */
export function judgeLine(
  votes: readonly PollVotes[],
  before: ReadonlyMap<number, LineAnswers> = new Map(),
): JudgedLine {
  const { voters, matrix } = buildMatrix(votes, minVotesOnLine)
  const none = { voters: voters.length, reliability: null, thirds: new Map(), polls: new Map() }
  if (voters.length < minVoters || votes.length < minVotesOnLine) return { ...none, status: 'too_few' }
  const ids = votes.map(({ id }) => id)
  const line = findLine(matrix, ids)
  if (line.status !== 'line') return { ...none, ...line }

  const rows = new Map(Array.from(voters, (voter, row) => [voter, row]))
  const fewest = line.reliability < steadyReliability ? minAnswersOfUnsteadyPart : minAnswersOfPart
  const found = votes.flatMap((poll) => {
    const places = line.placesWithout[foldOf(poll.id)]
    const last = before.get(poll.id)
    const answers = places && findAnswers(poll, (voter) => placeOf(places, rows.get(voter)), { last, fewest })
    return answers ? [{ poll, answers, last }] : []
  })
  // A line has no direction. It keeps the one of before, so that its ends mean the same people from run to run.
  const isReversed = found.reduce((sum, { answers, last }) => sum + (last ? tiltOf(answers, last) : 0), 0) < 0
  const published = found.map(({ poll, answers, last }) => {
    const now = isReversed ? reverse(answers) : answers
    return { poll, answers: last && isWithinMinimum(now, last) ? last : now }
  })
  const judged = judgePolls(
    published.map(({ answers, poll }) => ({ thirds: answers.thirds, withoutOpinion: poll.withoutOpinion })),
  )
  const thirds = Array.from(voters, (voter, row): [number, Third] => {
    const place = at(line.places, row)
    return [voter, thirdOf(isReversed ? voters.length - 1 - place : place, voters.length)]
  })
  return {
    status: 'line',
    voters: voters.length,
    reliability: line.reliability,
    thirds: new Map(thirds),
    polls: new Map(
      published.flatMap(({ poll, answers }, index) => {
        const judgement = judged[index]
        return judgement ? [[poll.id, { ...answers, ...judgement }]] : []
      }),
    ),
  }
}

const placeOf = (places: Int32Array, row: number | undefined) => (row === undefined ? undefined : places[row])
