import { computeCommonGround } from '#server/features/common-ground/compute.ts'
import { plantVotes, type PlantedVotes, type Scene } from '#server/testing/planted-opinions.ts'

const size = { people: 600, polls: 35, missing: 0.45 }
const line = { ...size, opinions: 'line' } satisfies Scene

const scenes: [name: string, scene: Scene][] = [
  ['no opinion', { ...size, opinions: 'none' }],
  ['no opinion, block of 12 %', { ...size, opinions: 'none', block: 0.12 }],
  ['one line', line],
  ['one line, 300 people', { ...line, people: 300, polls: 30, missing: 0.5 }],
  ['one line, 800 people', { ...line, people: 800, polls: 40, missing: 0.4 }],
  ['one line, all polls depend on it', { ...line, slopes: [3] }],
  ['two camps', { ...size, opinions: 'two camps' }],
  ['three camps', { ...size, opinions: 'three camps' }],
  ...[0.04, 0.08, 0.12].map((block): [string, Scene] => [`one line, block of ${100 * block} %`, { ...line, block }]),
  ['one line, block of 12 %, 97 % alike', { ...line, block: 0.12, alike: 0.97 }],
  ['two camps, block of 8 %', { ...size, opinions: 'two camps', block: 0.08 }],
  ['30 % take the first answer', { ...size, opinions: 'none', firstTakers: 0.3 }],
  ['all tend to the first by degrees', { ...size, opinions: 'none', yesSaying: 1 }],
  ['one line, 30 % take the first', { ...line, firstTakers: 0.3 }],
  ['one line, tendencies to the first', { ...line, yesSaying: 0.7 }],
  ['one line, 8 % copies, four of each', { ...line, copies: 0.08 }],
]

const head = [
  'scene',
  'line',
  'habit',
  'groups',
  'gaps',
  'common ground',
  'false',
  'differences',
  'false',
  'true found',
]
const columns = [38, 6, 7, 8, 6, 15, 7, 13, 7, 10]

/**
 * Prints for each scene in how many of the seeds there are a line, a habit, groups and gaps between them, how many polls are called common ground or
 * different and how many of these are not in truth, and the part of true common ground that is found by the groups or the line.
 */
export function printScenes(seeds: number): void {
  printRow(head)
  for (const [name, scene] of scenes) {
    const all = Array.from({ length: seeds }, (_, index) => judgeScene(scene, 101 + index))
    const sum = (value: (judged: (typeof all)[number]) => number | boolean) =>
      all.reduce((total, judged) => total + Number(value(judged)), 0)
    const [truth, found] = [sum(({ truths }) => truths.size), sum((judged) => judged.found.size)]
    printRow([
      name,
      ...(['isLine', 'isHabit', 'isGroups', 'hasGaps'] as const).map((mark) => String(sum((judged) => judged[mark]))),
      ...[sum(({ agreed }) => agreed.length), sum(({ agreed }) => agreed.filter((isTrue) => !isTrue).length)].map(
        String,
      ),
      ...[sum(({ apart }) => apart.length), sum(({ apart }) => apart.filter((isTrue) => !isTrue).length)].map(String),
      truth > 0 ? `${Math.round((100 * found) / truth)} %` : '',
    ])
  }
}

const printRow = (cells: readonly string[]) => {
  console.log(
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(columns[0] ?? 0) : cell.padStart(columns[column] ?? 0)))
      .join(''),
  )
}

function judgeScene(scene: Scene, seed: number) {
  const { votes, parts } = plantVotes(scene, seed)
  const { status, hasGaps, judged, line: along } = computeCommonGround(votes)
  const onLine = [...along.polls].map(([id, poll]) => ({ ...poll, id }))
  const ofGroups = judged.map((poll) => ({ ...poll, id: poll.pollId, other: null }))
  const agreed = [...ofGroups, ...onLine]
    .filter(({ verdict }) => verdict === 'agree')
    .map(({ id, option }) => ({ id, isTrue: isShared(parts, id, option) }))
  return {
    isLine: along.status === 'line',
    isHabit: along.status === 'habit',
    isGroups: status === 'groups',
    hasGaps,
    agreed: agreed.map(({ isTrue }) => isTrue),
    apart: [
      ...ofGroups.filter(({ verdict }) => verdict === 'divide').map(({ id }) => leadersOf(parts, id).size > 1),
      ...onLine.flatMap((poll) => isTrueDifference(parts, poll) ?? []),
    ],
    found: new Set(agreed.flatMap(({ id, isTrue }) => (isTrue ? [id] : []))),
    truths: new Set(
      votes.flatMap(({ id, options }) => (options.some((_, option) => isShared(parts, id, option)) ? [id] : [])),
    ),
  }
}

type Parts = PlantedVotes['parts']

const sharesOf = (parts: Parts, id: number, option: number) => parts.map((part) => part.get(id)?.[option] ?? 0)

/** 60 % of each part choose the option. */
const isShared = (parts: Parts, id: number, option: number) =>
  parts.length > 0 && sharesOf(parts, id, option).every((share) => share >= 0.6)

const leadersOf = (parts: Parts, id: number) =>
  new Set(parts.map((part) => part.get(id) ?? []).map((shares) => shares.indexOf(Math.max(...shares))))

/** Undefined if no difference is stated. */
function isTrueDifference(
  parts: Parts,
  { id, verdict, option, other }: { id: number; verdict: string | null; option: number; other: number | null },
): boolean | undefined {
  const leaders = leadersOf(parts, id)
  if (verdict === 'cross') return leaders.has(option) && leaders.has(other ?? -1)
  if (verdict !== 'one_side' && verdict !== 'unequal') return undefined
  const shares = sharesOf(parts, id, option)
  return Math.max(...shares) - Math.min(...shares) >= 0.1 && (verdict === 'unequal' || Math.max(...shares) > 0.5)
}
