import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { minVotesOfPoll, minVotesOnLine } from '@wtpu/contract/disclosure'
import { parse } from 'csv-parse/sync'
import { XSadd } from 'ml-xsadd'
import { describe, expect, test } from 'vitest'
import { at, buildMatrix, type PollVotes, shuffle } from '../groups/vote-matrix.ts'
import { findAnswers } from './answers.ts'
import { findLine, foldOf, type LineResult } from './find-line.ts'
import { judgePolls, type LineJudgement } from './verdicts.ts'

const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

/** The option that a person chooses in a poll; undefined for no answer. */
type Choose = (person: number, poll: number) => number | undefined

function plant(choose: Choose): PollVotes[] {
  return Array.from({ length: polls }, (_, poll) => {
    const options = [0, 1, 2].map((option) => ({ id: 3 * poll + option, voters: [] as number[] }))
    for (let person = 0; person < people; person++) {
      const option = choose(person, poll)
      if (option !== undefined) options[option]!.voters.push(person + 1)
    }
    return { id: poll + 1, options: options.filter(({ voters }) => voters.length > 0) }
  })
}

interface Found {
  line: LineResult
  /** By the id of the poll. */
  verdicts: Map<number, LineJudgement>
}

function find(votes: readonly PollVotes[]): Found {
  const { voters, matrix } = buildMatrix(votes, minVotesOnLine)
  const line = findLine(
    matrix,
    votes.map(({ id }) => id),
  )
  if (line.status !== 'line') return { line, verdicts: new Map() }
  const rows = new Map(Array.from(voters, (voter, row) => [voter, row]))
  const answered = votes.flatMap((poll) => {
    const places = line.placesWithout[foldOf(poll.id)]!
    const answers = findAnswers(poll, (voter) => (rows.has(voter) ? at(places, rows.get(voter)!) : undefined))
    return answers ? [{ id: poll.id, thirds: answers.thirds }] : []
  })
  const judged = judgePolls(answered.map(({ thirds }) => thirds))
  return { line, verdicts: new Map(answered.map(({ id }, index) => [id, judged[index]!])) }
}

const normal = (random: XSadd) =>
  Math.sqrt(-2 * Math.log(1 - random.random())) * Math.cos(2 * Math.PI * random.random())

/** How polls depend on the position: by the slope and the constant of a logistic curve. */
const curves = {
  flat80: [0, Math.log(4)],
  flat62: [0, Math.log(62 / 38)],
  flat50: [0, 0],
  steep: [2.2, 0],
  gentle: [0.9, 0],
  tilted: [1.2, 1.6],
} as const
const kinds = Object.keys(curves) as (keyof typeof curves)[]
const kindOf = (poll: number) => kinds[poll % kinds.length]!
const [people, polls, answered] = [1_500, 42, 20]

/** 1,500 people who each answer 20 of 42 polls. */
function plantAnswers(seed: number, choose: (person: number, poll: number, random: XSadd) => number): PollVotes[] {
  const random = new XSadd(seed)
  const answers = Array.from({ length: people }, () => new Set(shuffle(polls, random).subarray(0, answered)))
  return plant((person, poll) => (answers[person]!.has(poll) ? choose(person, poll, random) : undefined))
}

const chance = (slope: number, position: number, constant = 0) => 1 / (1 + Math.exp(-slope * position - constant))

function plantLine(seed: number): PollVotes[] {
  const positions = plantPositions(seed)
  return plantAnswers(seed, (person, poll, random) => {
    const [slope, constant] = curves[kindOf(poll)]
    return random.random() < chance(slope, positions[person]!, constant) ? 0 : 1
  })
}

function plantPositions(seed: number): number[] {
  const random = new XSadd(1_000 + seed)
  return Array.from({ length: people }, () => normal(random))
}

describe('a planted line, over 20 seeds', () => {
  const found = seeds.map((seed) => find(plantLine(seed)))
  /** The share of the polls of a kind that have a verdict. */
  const shareOf = (kind: keyof typeof curves, verdict: LineJudgement['verdict']) => {
    const judged = found.flatMap(({ verdicts }) =>
      [...verdicts].flatMap(([id, judgement]) => (kindOf(id - 1) === kind ? [judgement] : [])),
    )
    expect(judged).toHaveLength(seeds.length * (polls / kinds.length))
    return judged.filter((judgement) => judgement.verdict === verdict).length / judged.length
  }

  test('is found', () => {
    expect(found.map(({ line }) => line.status)).toEqual(seeds.map(() => 'line'))
  })

  test('has the planted agreement and crossings', () => {
    expect(shareOf('flat80', 'agree')).toBeGreaterThanOrEqual(0.95)
    expect(shareOf('steep', 'cross')).toBeGreaterThanOrEqual(0.95)
    expect(shareOf('gentle', 'cross')).toBeGreaterThanOrEqual(0.95)
  })

  test('has rarely any false ones', () => {
    expect(shareOf('tilted', 'agree')).toBeLessThanOrEqual(0.08)
    expect(shareOf('flat62', 'agree')).toBeLessThanOrEqual(0.05)
    expect(shareOf('flat50', 'cross')).toBeLessThanOrEqual(0.02)
  })
})

describe('the gate stays closed, over 20 seeds,', () => {
  const isHeads = (random: XSadd) => random.random() < 0.5

  test.each<[string, (seed: number) => PollVotes[]]>([
    ['for random votes', (seed) => plantAnswers(seed, (_person, _poll, random) => (isHeads(random) ? 0 : 1))],
    [
      'if few people choose a rare option and nothing else differs',
      (seed) =>
        plantAnswers(seed, (person, _poll, random) =>
          person < 60 && random.random() < 0.9 ? 2 : isHeads(random) ? 0 : 1,
        ),
    ],
    [
      'if a fifth votes alike and the others at random',
      (seed) =>
        plantAnswers(seed, (person, poll, random) =>
          person < people / 5 && random.random() < 0.9 ? poll % 2 : isHeads(random) ? 0 : 1,
        ),
    ],
    [
      'for two lines of equal strength',
      (seed) => {
        const lines = [plantPositions(seed), plantPositions(500 + seed)]
        return plantAnswers(seed, (person, poll, random) =>
          random.random() < chance(1.5, lines[poll % 2]![person]!) ? 0 : 1,
        )
      },
    ],
  ])('%s', (_name, plantFor) => {
    const lines = seeds.map((seed) => find(plantFor(seed)).line)
    expect(lines.filter(({ status }) => status === 'line')).toEqual([])
  })
})

test('the order of options and voters and the direction of the votes change no verdict', () => {
  const votes = plantLine(3)
  const namesOf = (planted: readonly PollVotes[]) => {
    const { verdicts } = find(planted)
    return [...verdicts].map(([id, { verdict, option, other, end }]) => {
      const idOf = (position: number | null) =>
        position === null ? -1 : planted.find((poll) => poll.id === id)!.options[position]!.id
      // Which end is the first one is not fixed, so both leaders of a crossing count as a pair.
      return [id, verdict, verdict && new Set([idOf(option), idOf(other)]), verdict && end !== null]
    })
  }
  const before = namesOf(votes)
  const reversed = votes.map(({ id, options }) => ({ id, options: options.toReversed() }))
  const renumbered = votes.map(({ id, options }) => ({
    id,
    options: options.map((option) => ({ ...option, voters: [...option.voters].map((voter) => people + 1 - voter) })),
  }))

  expect(namesOf(reversed)).toEqual(before)
  expect(namesOf(renumbered)).toEqual(before)
  expect(find(votes)).toEqual(find(votes))
})

const data = path.resolve(import.meta.dirname, '../../../../../../shared/data/polis')
const present = existsSync(data)
if (!present) console.log(`Skipping the tests on real conversations: ${data} does not exist.`)

interface Conversation {
  votes: PollVotes[]
  /** The statements that 60 % of each of Polis's groups chose in the same way. */
  agreed: Set<number>
}

/** Reads the votes of participants on statements. A pass is no opinion. */
function readConversation(name: string): Conversation {
  const [head = [], ...rows] = parse(readFileSync(path.join(data, `${name}.csv`)), { trim: true })
  const group = head.indexOf('group-id')
  const groups = [...new Set(rows.map((row) => row[group]!))].filter((id) => id !== '')
  const statements = head.flatMap((id, column) => (/^\d+$/.test(id) ? [{ id: Number(id), column }] : []))
  const chose = ({ column }: { column: number }, value: string, of = rows) => of.filter((row) => row[column] === value)
  const isAgreed = (statement: { column: number }, value: string) =>
    groups.every((id) => {
      const members = rows.filter((row) => row[group] === id)
      const [same, all] = [
        chose(statement, value, members).length,
        ['1', '-1'].flatMap((v) => chose(statement, v, members)),
      ]
      return same >= 0.6 * all.length
    })
  const votes = statements.map((statement) => ({
    id: statement.id,
    options: ['1', '-1'].map((value, id) => ({
      id,
      voters: chose(statement, value).map((row) => rows.indexOf(row) + 1),
    })),
  }))
  return {
    votes: votes.filter(({ options }) => options.reduce((sum, { voters }) => sum + voters.length, 0) >= minVotesOfPoll),
    agreed: new Set(
      statements.filter((statement) => ['1', '-1'].some((value) => isAgreed(statement, value))).map(({ id }) => id),
    ),
  }
}

describe.skipIf(!present)(
  present ? 'real conversations' : 'real conversations (skipped: ../shared/data/polis is absent)',
  () => {
    const listOf = ({ verdicts }: Found, verdict: LineJudgement['verdict']) =>
      [...verdicts].flatMap(([id, judgement]) => (judgement.verdict === verdict ? [id] : []))

    test('of vTaiwan, the line finds what both groups of Polis agree on', () => {
      const { votes, agreed } = readConversation('vtaiwan.uberx')
      const found = find(votes)
      const agree = listOf(found, 'agree')
      const asked = new Set(votes.map(({ id }) => id))

      expect([...agreed].filter((id) => asked.has(id))).toHaveLength(33)
      expect(agree.filter((id) => agreed.has(id)).length).toBeGreaterThanOrEqual(20)
      expect(agree.filter((id) => !agreed.has(id)).length).toBeLessThanOrEqual(2)
    })

    test.each([
      ['brexit-consensus', [12, 11, 1]],
      ['scoop-hivemind.taxes', [23, 11, 11]],
    ] as const)('of %s, the line has the measured verdicts', (name, measured) => {
      const found = find(readConversation(name).votes)
      const counts = (['agree', 'cross', 'one_side'] as const).map((verdict) => listOf(found, verdict).length)
      for (const [index, count] of counts.entries()) {
        expect(Math.abs(count - measured[index]!), counts.join('/')).toBeLessThanOrEqual(2)
      }
    })

    test('that about football has structure, but no line', () => {
      expect(find(readConversation('football-concussions').votes).line.status).toBe('no_line')
    })
  },
)
