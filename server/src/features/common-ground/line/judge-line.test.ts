import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { LinePoll, LineVerdict } from '@wtpu/contract/common-ground'
import { minVotesOfPoll } from '@wtpu/contract/disclosure'
import { parse } from 'csv-parse/sync'
import { XSadd } from 'ml-xsadd'
import { describe, expect, test } from 'vitest'
import { type PollVotes, shuffle } from '../groups/vote-matrix.ts'
import { type LineAnswers, reverse } from './answers.ts'
import { type JudgedLine, judgeLine } from './judge-line.ts'
import { publishAnswers, publishReliability } from './publish-line.ts'

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
  const found = seeds.map((seed) => judgeLine(plantLine(seed)))
  /** The share of the polls of a kind that have a verdict. */
  const shareOf = (kind: keyof typeof curves, verdict: LineVerdict) => {
    const judged = found.flatMap((line) =>
      [...line.polls].flatMap(([id, judgement]) => (kindOf(id - 1) === kind ? [judgement] : [])),
    )
    expect(judged).toHaveLength(seeds.length * (polls / kinds.length))
    return judged.filter((judgement) => judgement.verdict === verdict).length / judged.length
  }

  test('is found', () => {
    expect(found.map(({ status }) => status)).toEqual(seeds.map(() => 'line'))
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
    const lines = seeds.map((seed) => judgeLine(plantFor(seed)))
    expect(lines.filter(({ status }) => status === 'line')).toEqual([])
  })
})

test('the order of options and voters and the direction of the votes change no verdict', () => {
  const votes = plantLine(3)
  const namesOf = (planted: readonly PollVotes[]) => {
    return [...judgeLine(planted).polls].map(([id, { verdict, option, other, end }]) => {
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
  expect(judgeLine(votes)).toEqual(judgeLine(votes))
})

test('the ends stay the same people when the votes do', () => {
  const votes = plantLine(4)
  const first = judgeLine(votes)
  const turned = new Map([...first.polls].map(([id, poll]) => [id, reverse(poll)]))
  const second = judgeLine(votes, turned)

  expect([...second.polls.values()].map(({ thirds }) => thirds)).toEqual(
    [...turned.values()].map(({ thirds }) => thirds),
  )
  expect(second.thirds).toEqual(new Map([...first.thirds].map(([voter, third]) => [voter, 2 - third])))
})

/** The votes of a few people more, who answer every poll at random. */
function addPeople(votes: readonly PollVotes[], from: number, count: number, random: XSadd) {
  const added = Array.from({ length: count }, (_, index) => ({
    id: from + index,
    options: votes.map(() => (random.random() < 0.5 ? 0 : 1)),
  }))
  const all = votes.map((poll, index) => ({
    ...poll,
    options: poll.options.map((option, position) => ({
      ...option,
      voters: [...option.voters, ...added.flatMap(({ id, options }) => (options[index] === position ? [id] : []))],
    })),
  }))
  return { all, added }
}

const countsOf = ({ thirds, steps }: LineAnswers) =>
  [...thirds, ...(steps ?? [])].flatMap((part) => [part.asked, ...part.chosen])

test('one person more changes no published count by itself', () => {
  const votes = plantLine(5)
  const before = judgeLine(votes).polls
  const after = judgeLine(addPeople(votes, 9_000, 1, new XSadd(1)).all, before).polls

  const changed = [...after].filter(([id, poll]) => countsOf(poll).join() !== countsOf(before.get(id)!).join())
  expect(changed.length).toBeLessThan(polls / 2)
  for (const [id, poll] of changed) {
    const last = countsOf(before.get(id)!)
    expect(Math.max(...countsOf(poll).map((count, index) => Math.abs(count - last[index]!)))).toBeGreaterThanOrEqual(10)
  }
})

test('the files of ten runs do not tell how one person voted between them', () => {
  const random = new XSadd(11)
  let votes = plantLine(6)
  let line = judgeLine(votes)
  const reliabilities = [publishReliability(line.reliability, null)]
  let [attempts, right] = [0, 0]
  for (let run = 1; run <= 10; run++) {
    const { all, added } = addPeople(votes, 9_000 + run, 1, random)
    const next = judgeLine(all, line.polls)
    reliabilities.push(publishReliability(next.reliability, reliabilities.at(-1)!))
    for (const [position, { id }] of votes.entries()) {
      // What changed in the published shares of the two options, summed over the parts.
      const [a, b] = [line, next].map(({ polls: judged }) => estimatesOf(publishAnswers(judged.get(id)!)))
      const gain = a!.map((before, option) => b![option]! - before)
      if (gain[0] === gain[1]) continue
      attempts++
      right += Number(added[0]!.options[position] === (gain[0]! > gain[1]! ? 0 : 1))
    }
    votes = all
    line = next
  }
  expect(new Set(reliabilities).size).toBe(1)
  // As often right as a coin, within three standard errors.
  expect(right).toBeLessThanOrEqual(attempts / 2 + 1.5 * Math.sqrt(attempts))
  expect(attempts).toBeLessThan((10 * polls) / 2)
})

/** About how many people chose each of two options, as a reader of the files would compute it. */
const estimatesOf = ({ thirds, steps }: Pick<LinePoll, 'thirds' | 'steps'>) =>
  [0, 1].map((option) =>
    [...thirds, ...(steps ?? [])].reduce((sum, part) => sum + (part.voters * part.percents[option]!) / 100, 0),
  )

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
    const listOf = ({ polls: judged }: JudgedLine, verdict: LineVerdict) =>
      [...judged].flatMap(([id, judgement]) => (judgement.verdict === verdict ? [id] : []))

    test('of vTaiwan, the line finds what both groups of Polis agree on', () => {
      const { votes, agreed } = readConversation('vtaiwan.uberx')
      const found = judgeLine(votes)
      const agree = listOf(found, 'agree')
      const asked = new Set(votes.map(({ id }) => id))

      expect([...agreed].filter((id) => asked.has(id))).toHaveLength(33)
      expect(agree.filter((id) => agreed.has(id)).length).toBeGreaterThanOrEqual(20)
      expect(agree.filter((id) => !agreed.has(id)).length).toBeLessThanOrEqual(2)
    })

    test.each([
      ['brexit-consensus', [5, 1, 0]],
      ['scoop-hivemind.taxes', [23, 11, 11]],
    ] as const)('of %s, the line has the measured verdicts', (name, measured) => {
      const found = judgeLine(readConversation(name).votes)
      const counts = (['agree', 'cross', 'one_side'] as const).map((verdict) => listOf(found, verdict).length)
      for (const [index, count] of counts.entries()) {
        expect(Math.abs(count - measured[index]!), counts.join('/')).toBeLessThanOrEqual(2)
      }
    })

    test('that about football has structure, but no line', () => {
      expect(judgeLine(readConversation('football-concussions').votes).status).toBe('no_line')
    })
  },
)
