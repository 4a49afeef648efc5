import { describe, expect, test } from 'vitest'
import { askInTwoWordings, plantVotes, type Scene } from '#testing/planted-opinions.ts'
import { computeCommonGround } from './compute.ts'

const size = { people: 500, polls: 32, missing: 0.45 }
const line: Scene = { ...size, opinions: 'line' }
const blocks = [0.04, 0.08, 0.12]

const computeAll = (scene: Scene, seeds: readonly number[]) =>
  seeds.map((seed) => {
    const { votes, parts } = plantVotes(scene, seed)
    return { parts, found: computeCommonGround(votes) }
  })

/** What is called common ground, and whether a majority of 60 % of each true part of the people chooses it. */
const agreedIn = ({ parts, found }: ReturnType<typeof computeAll>[number]) =>
  [
    ...found.judged.map((poll) => ({ ...poll, id: poll.pollId })),
    ...[...found.line.polls].map(([id, poll]) => ({ ...poll, id })),
  ].flatMap(({ id, verdict, option }) =>
    verdict === 'agree' ? [parts.every((part) => (part.get(id)?.[option] ?? 0) >= 0.6)] : [],
  )

describe.each(blocks)('a block of %d of the accounts that answer alike', (block) => {
  const all = computeAll({ ...line, block }, [1, 2])

  test('counts as one account, and is no group', () => {
    for (const { found } of all) {
      const people = Math.round(size.people * (1 - block))
      expect(found.voters).toBeGreaterThan(people - 12)
      expect(found.voters).toBeLessThan(people + 6)
      expect(found.status).toBe('no_groups')
    }
  })

  test('leaves the line of the others, and makes no false common ground', () => {
    expect(all.map(({ found }) => found.line.status)).toEqual(['line', 'line'])
    expect(all.flatMap(agreedIn).filter((isTrue) => !isTrue)).toEqual([])
  })
})

test.each<[habit: string, scene: Partial<Scene>]>([
  ['three of ten take the first answer', { firstTakers: 0.3 }],
  ['people tend to the first answer by degrees', { yesSaying: 1 }],
])('where %s, nothing is said but that', (_habit, scene) => {
  const [{ found }] = computeAll({ ...size, opinions: 'none', ...scene }, [1]) as [
    ReturnType<typeof computeAll>[number],
  ]
  expect(found).toMatchObject({ status: 'no_groups', line: { status: 'habit' }, judged: [] })
  expect(found.line.polls.size).toBe(0)
})

test('where the order is drawn, people who take the first answer make no order and no groups', () => {
  for (const scene of [{ firstTakers: 0.3 }, { yesSaying: 1 }]) {
    for (const { found } of computeAll({ ...size, opinions: 'none', isDrawn: true, ...scene }, [1, 2])) {
      expect(found).toMatchObject({ status: 'no_groups', line: { status: 'no_structure' }, judged: [] })
    }
  }
})

test.each([false, true])(
  'people who take the first answer make no false common ground (drawn order: %s)',
  (isDrawn) => {
    const all = computeAll({ ...line, firstTakers: 0.3, isDrawn }, [1, 3, 4])
    expect(all.map(({ found }) => found.line.status)).toEqual(['line', 'line', 'line'])
    expect(all.flatMap(agreedIn).filter((isTrue) => !isTrue)).toEqual([])
  },
)

test('groups of people on one line are named without gaps', () => {
  // All polls depend on the line, so that most people answer as one end does.
  const [{ found }] = computeAll({ ...line, slopes: [3] }, [1]) as [ReturnType<typeof computeAll>[number]]
  expect(found).toMatchObject({ status: 'groups', hasGaps: false })
})

test.each([1, 3])(
  'polls in two wordings keep the order of people, and each wording is judged by its own votes',
  (seed) => {
    // Each third needs 50 answers to each wording, where the order is less steady.
    const planted = plantVotes({ ...line, missing: 0.3 }, seed)
    const { votes, parts } = askInTwoWordings(planted, 4, 0.5)
    const [one, two] = [computeCommonGround(planted.votes), computeCommonGround(votes)]

    expect(two.line.status).toBe('line')
    const same = [...two.line.thirds].filter(([voter, third]) => one.line.thirds.get(voter) === third).length
    const turned = [...two.line.thirds].filter(([voter, third]) => one.line.thirds.get(voter) === 2 - third).length
    expect(Math.max(same, turned) / two.line.thirds.size).toBeGreaterThan(0.8)
    expect([...two.line.polls.keys()].filter((id) => id > 1_000).length).toBeGreaterThan(4)
    expect(agreedIn({ parts, found: two }).filter((isTrue) => !isTrue)).toEqual([])
  },
)

test('where nobody has an opinion, wordings that move half of the answers make no line, no groups and no habit', () => {
  for (const seed of [1, 2]) {
    const { votes } = askInTwoWordings(plantVotes({ ...size, opinions: 'none' }, seed), 2, 0.5)
    expect(computeCommonGround(votes)).toMatchObject({
      status: 'no_groups',
      line: { status: 'no_structure' },
      judged: [],
    })
  }
})

test('two camps are groups with a gap, and common ground is found in them', () => {
  const [one] = computeAll({ ...size, opinions: 'two camps' }, [1]) as [ReturnType<typeof computeAll>[number]]
  expect(one.found).toMatchObject({ status: 'groups', groups: [{}, {}], hasGaps: true })
  const agreed = agreedIn(one)
  expect(agreed.length).toBeGreaterThanOrEqual(10)
  expect(agreed).not.toContain(false)
})

test('nothing is said about a poll in which more than a third had no opinion', () => {
  const { votes } = plantVotes({ ...size, opinions: 'two camps' }, 1)
  const { judged, line: found } = computeCommonGround(votes.map((poll) => ({ ...poll, withoutOpinion: 0.34 })))
  expect(judged.map(({ verdict }) => verdict).filter((verdict) => verdict !== null)).toEqual([])
  expect(new Set([...found.polls.values()].map(({ verdict }) => verdict))).toEqual(new Set(['few_opinions']))
})

test('nothing is said of groups in which almost all chose alike', () => {
  const { votes } = plantVotes({ ...size, opinions: 'two camps' }, 1)
  const alike = votes.map((poll, index) => {
    const voters = poll.options.flatMap((option) => [...option.voters])
    return index > 0
      ? poll
      : { ...poll, options: poll.options.map((option, first) => ({ ...option, voters: first ? [] : voters })) }
  })
  const judgedFirst = (all: typeof votes) =>
    computeCommonGround(all).judged.some(({ pollId }) => pollId === votes[0]!.id)
  expect([judgedFirst(votes), judgedFirst(alike)]).toEqual([true, false])
})
