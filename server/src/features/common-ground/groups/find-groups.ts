import { mostAlike } from '@wtpu/contract/common-ground'
import { smallestGroup, smallestGroupShare } from '@wtpu/contract/disclosure'
import type { Matrix } from 'ml-matrix'
import { XSadd } from 'ml-xsadd'
import { findClusters, nearest, type Point, silhouetteWithoutGroups } from './clusters.ts'
import { findComponents, placeVoters, varianceAboveChance } from './components.ts'
import { haveGaps } from './gaps.ts'
import { isHabit } from './habit.ts'
import { add, at, rowsOf, selectRows, shuffle, type VoteMatrix } from './vote-matrix.ts'

export interface FoundGroups {
  /** The group of each row, numbered by size. */
  groups: Uint8Array
  sizes: number[]
  /** How often two members of each group gave the same answer. */
  alike: number[]
  /** The position of each row on the map. */
  positions: { x: Float64Array; y: Float64Array }
  silhouette: number
  /** There are far fewer people between each two groups than within them. */
  hasGaps: boolean
}

/** The same votes give the same groups. */
const seed = 1_776
/** The model is fitted to this many voters; the others are placed by it. */
const maxSample = 20_000
const maxGroups = 5
/** Groups are clear if their silhouette is this much better than that of points without groups. */
const minSilhouetteGain = 0.05

/**
 * The groups of voters who vote alike, or undefined if there are none that are clearer than chance. Two tests decide: components
 * must have more variance than those of votes that were permuted within each poll (parallel analysis, Horn 1965), and clusters must
 * be clearer than those of evenly spread points (as in the gap statistic, Tibshirani, Walther and Hastie 2001).
 */
export function findGroups(matrix: VoteMatrix, { sampleSize = maxSample } = {}): FoundGroups | undefined {
  const random = new XSadd(seed)
  const sample = selectRows(matrix, shuffle(rowsOf(matrix), random).subarray(0, sampleSize))
  // People with few answers would hide small groups if their rows weighed as much here. In the clusters, each person is one point.
  const scales = new Float64Array(rowsOf(sample)).fill(1)
  const components = findComponents(sample, maxGroups - 1, random, scales)
  const needed = varianceAboveChance(sample, random, scales)
  const clear = components.variances.flatMap((variance, component) => (variance > needed ? [component] : []))
  const kept = clear.filter((component) => !isHabit(sample, components, component))
  if (kept.length === 0) return undefined

  const points = pointsOf(placeVoters(sample, components), kept)
  const found = findBestClusters(points)
  if (!found) return undefined
  const all = placeVoters(matrix, components)
  const { groups, sizes } = assign(pointsOf(all, kept), found.centers)
  if (!sizes.every((size) => isLargeEnough(size, groups.length))) return undefined
  const alike = sizes.map((_, group) => agreementWithin(matrix, groups, group))
  if (alike.some((share) => share > mostAlike)) return undefined
  const column = (index: number) =>
    all.columns > index ? Float64Array.from(all.getColumn(index)) : new Float64Array(all.rows)
  const hasGaps = haveGaps(points, found.centers)
  return { groups, sizes, alike, positions: { x: column(0), y: column(1) }, silhouette: found.silhouette, hasGaps }
}

function findBestClusters(points: Point[]) {
  const candidates = Array.from({ length: maxGroups - 1 }, (_, index) => index + 2)
    .filter((count) => points.length >= count * smallestGroup)
    .map((count) => ({ count, ...findClusters(points, count, seed) }))
    .filter(({ centers }) => assign(points, centers).sizes.every((size) => isLargeEnough(size, points.length)))
  const [best] = candidates.toSorted((a, b) => b.silhouette - a.silhouette)
  if (!best) return undefined
  const without = silhouetteWithoutGroups(variancesOf(points), points.length, best.count, seed)
  return best.silhouette >= without + minSilhouetteGain ? best : undefined
}

/** In a sample, the smallest groups have fewer people; their share decides. */
const isLargeEnough = (size: number, total: number) => size >= smallestGroup && size >= smallestGroupShare * total

/** The nearest center of each point. Groups are numbered by size, the largest first. */
function assign(points: Point[], centers: readonly Point[]): { groups: Uint8Array; sizes: number[] } {
  const clusters = Uint8Array.from(points, (point) => nearest(centers, point).index)
  const counts = centers.map((_, index) => clusters.reduce((sum, cluster) => sum + Number(cluster === index), 0))
  const order = counts.map((_, index) => index).toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
  return {
    groups: clusters.map((cluster) => order.indexOf(cluster)),
    sizes: counts.toSorted((a, b) => b - a),
  }
}

/** The part of all pairs of members who gave the same answer, over the polls that both answered. */
function agreementWithin({ starts, chosen, pollOf, polls }: VoteMatrix, groups: Uint8Array, group: number): number {
  const [ofOption, ofPoll] = [new Float64Array(pollOf.length), new Float64Array(polls)]
  for (const [row, found] of groups.entries()) {
    if (found !== group) continue
    for (let index = at(starts, row); index < at(starts, row + 1); index++) add(ofOption, at(chosen, index), 1)
  }
  for (const [column, count] of ofOption.entries()) add(ofPoll, at(pollOf, column), count)
  const pairs = (counts: Float64Array) => counts.reduce((sum, count) => sum + count * (count - 1), 0)
  return pairs(ofOption) / Math.max(1, pairs(ofPoll))
}

const pointsOf = (scores: Matrix, components: readonly number[]): Point[] =>
  Array.from({ length: scores.rows }, (_, row) => components.map((component) => scores.get(row, component)))

function variancesOf(points: readonly Point[]): number[] {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  return (points[0] ?? []).map((_, dimension) => {
    const values = points.map((point) => point[dimension] ?? 0)
    const middle = mean(values)
    return mean(values.map((value) => (value - middle) ** 2))
  })
}
