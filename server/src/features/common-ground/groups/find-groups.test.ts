import { XSadd } from 'ml-xsadd'
import { describe, expect, test } from 'vitest'
import { judge } from './agreement.ts'
import { findGroups } from './find-groups.ts'
import { nameGroups } from './letters.ts'
import { drawMap } from './map.ts'
import { buildMatrix, type PollVotes } from './vote-matrix.ts'

interface Plan {
  voters: number
  polls: number
  groups: number
  /** The option that a group chooses in a poll. */
  choose: (group: number, poll: number, random: XSadd) => number
  /** The part of votes that are for a random option. */
  noise?: number
  /** The part of polls in which a voter votes. */
  turnout?: number
}

/** Votes of which the groups are known. Voters have the ids from 1 on; voter `id` is of the group `(id - 1) % groups`. */
function plant({ voters, polls, groups, choose, noise = 0.1, turnout = 1 }: Plan, seed = 7): PollVotes[] {
  const random = new XSadd(seed)
  return Array.from({ length: polls }, (_, poll) => {
    const options = [0, 1, 2].map((option) => ({ id: poll * 3 + option, voters: [] as number[] }))
    for (let voter = 1; voter <= voters; voter++) {
      if (random.random() >= turnout) continue
      const isNoise = random.random() < noise
      const option = isNoise ? Math.floor(random.random() * 3) : choose((voter - 1) % groups, poll, random)
      options[option]!.voters.push(voter)
    }
    return { id: poll + 1, options }
  })
}

const [agreed, divided] = [
  [3, 11, 17, 29],
  [5, 13, 21],
]
const random = (_group: number, _poll: number, from: XSadd) => Math.floor(from.random() * 3)

/**
 * In the planted common ground, all choose option 1. In the planted divisions, each group chooses another option. In all other
 * polls, one group in turn leans to an option that the others mostly do not choose, but no option leads clearly.
 */
const threeGroups: Plan = {
  voters: 600,
  polls: 40,
  groups: 3,
  choose: (group, poll, from) => {
    if (agreed.includes(poll)) return 1
    if (divided.includes(poll)) return group
    // The first option leads everywhere, by little, but far more often in one of the groups.
    const [lead, second] = poll % 3 === group ? [0.56, 0.95] : [0.58, 0.66]
    const chance = from.random()
    return chance < lead ? 0 : chance < second ? 1 : 2
  },
}

function run(plan: Plan, seed?: number) {
  const votes = plant(plan, seed)
  const { voters, matrix } = buildMatrix(votes, 5)
  return { votes, voters, matrix, found: findGroups(matrix) }
}

/** How well two partitions agree: 1 if they are the same, 0 if no better than chance (Hubert and Arabie 1985). */
function adjustedRandIndex(a: readonly number[], b: readonly number[]): number {
  const pairs = (n: number) => (n * (n - 1)) / 2
  const sum = (keys: readonly string[]) =>
    Object.values(Object.groupBy(keys, (key) => key)).reduce((total, same) => total + pairs(same!.length), 0)
  const both = sum(a.map((value, index) => `${value} ${b[index]}`))
  const [ofA, ofB] = [sum(a.map(String)), sum(b.map(String))]
  const expected = (ofA * ofB) / pairs(a.length)
  return (both - expected) / ((ofA + ofB) / 2 - expected)
}

describe('three planted groups of 600 voters', () => {
  const { votes, voters, found, matrix } = run(threeGroups)
  const truth = Array.from(voters, (voter) => (voter - 1) % 3)

  test('are found', () => {
    expect(found?.sizes).toHaveLength(3)
    expect(adjustedRandIndex(Array.from(found!.groups), truth)).toBeGreaterThanOrEqual(0.95)
  })

  test('agree and divide where it was planted, and nowhere else', () => {
    const groupOf = new Map(Array.from(voters, (voter, row) => [voter, found!.groups[row]]))
    const verdicts = votes.map(({ options }) => {
      const answers = [0, 1, 2].map((group) => {
        const chosen = options.map((option) => [...option.voters].filter((id) => groupOf.get(id) === group).length)
        return { asked: chosen.reduce((a, b) => a + b), chosen }
      })
      return judge(answers, 3)
    })
    const having = (verdict: string) => verdicts.flatMap((judged, poll) => (judged.verdict === verdict ? [poll] : []))
    expect(having('agree')).toEqual(agreed)
    expect(having('divide')).toEqual(divided)
    expect(agreed.map((poll) => verdicts[poll]!.option)).toEqual([1, 1, 1, 1])
  })

  test('are the same again from the same votes, and almost the same from a sample', () => {
    expect(findGroups(matrix)).toEqual(found)
    const sampled = findGroups(matrix, { sampleSize: 300 })
    expect(adjustedRandIndex(Array.from(sampled!.groups), truth)).toBeGreaterThanOrEqual(0.9)
  })

  test('are drawn without cells of fewer than ten people', () => {
    const { cells } = drawMap(found!, ['A', 'B', 'C'])
    expect(new Set(cells.map(({ group }) => group))).toEqual(new Set(['A', 'B', 'C']))
    expect(cells.every(({ people }) => people >= 10 && people % 10 === 0)).toBe(true)
  })

  test('a cell of nine people is not drawn, and cells of ten and of nineteen look alike', () => {
    const x = [...Array(9).fill(0), ...Array(10).fill(1), ...Array(19).fill(2)]
    const positions = { x: Float64Array.from(x), y: new Float64Array(x.length) }
    const { cells } = drawMap({ ...found!, groups: new Uint8Array(x.length), positions }, ['A'])
    expect(cells).toEqual([3, 5].map((column) => ({ x: column, y: 0, group: 'A', people: 10 })))
  })
})

test.each([2, 4, 5])('%i planted groups are reported as so many', (groups) => {
  const { found, voters } = run({
    voters: 900,
    polls: 40,
    groups,
    turnout: 0.6,
    choose: (group, poll) => Math.floor(new XSadd(100 * poll + group).random() * 3),
  })
  const truth = Array.from(voters, (voter) => (voter - 1) % groups)
  expect(found?.sizes).toHaveLength(groups)
  expect(adjustedRandIndex(Array.from(found!.groups), truth)).toBeGreaterThanOrEqual(0.95)
})

test.each([1, 2, 3])('random votes have no clear groups (seed %i)', (seed) => {
  expect(run({ voters: 600, polls: 40, groups: 1, choose: random }, seed).found).toBeUndefined()
})

test('opinions that differ only by degrees have no clear groups', () => {
  // Each voter has a position on one line, evenly spread, and chooses the first option the more often the further left it is.
  const found = run({
    voters: 600,
    polls: 40,
    groups: 600,
    choose: (position, poll, from) => Number(from.random() < (poll % 2 ? position : 600 - position) / 600),
  }).found
  expect(found).toBeUndefined()
})

test('a group below the smallest size is not reported', () => {
  // 20 of 600 voters vote against all others.
  const votes = plant({ voters: 600, polls: 40, groups: 30, choose: (group) => (group === 0 ? 1 : 0) })
  expect(findGroups(buildMatrix(votes, 5).matrix)).toBeUndefined()
})

test('letters follow the people from run to run', () => {
  const voters = Int32Array.from([1, 2, 3, 4, 5, 6, 7])
  const before = new Map([1, 2, 3].map((voter) => [voter, 'C' as const]))
  before.set(4, 'A' as never)
  expect(nameGroups(Uint8Array.from([1, 1, 1, 0, 0, 2, 2]), voters, before)).toEqual(['A', 'C', 'B'])
  expect(nameGroups(Uint8Array.from([0, 1, 1]), voters, new Map())).toEqual(['A', 'B'])
})
