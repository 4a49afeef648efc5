import { mostBetween } from '@wtpu/contract/common-ground'
import { wilson, zOfBound } from '@wtpu/contract/intervals'
import { nearest, type Point } from './clusters.ts'

/** People are counted around both centers and in the middle between them, in parts of the same length. */
const halfPart = 1 / 6

/**
 * Whether there is a gap between each two clusters: clearly fewer people in the middle than around the center that has fewer. Clusters
 * without a gap can be parts of one crowd, with a border where most people are.
 */
export function haveGaps(points: readonly Point[], centers: readonly Point[]): boolean {
  const clusters = points.map((point) => nearest(centers, point).index)
  return centers.every((_from, a) =>
    centers.every((_to, b) => {
      if (a >= b) return true
      const places = placesBetween(
        points.filter((_point, row) => clusters[row] === a || clusters[row] === b),
        centers[a] ?? [],
        centers[b] ?? [],
      )
      const around = (place: number) => places.filter((value) => Math.abs(value - place) <= halfPart).length
      const [between, beside] = [around(0.5), Math.min(around(0), around(1))]
      return wilson(between, between + beside, zOfBound).high <= mostBetween
    }),
  )
}

/** How far along the way from one center, 0, to the other, 1, each point is. */
function placesBetween(points: readonly Point[], from: Point, to: Point): number[] {
  const way = to.map((value, dimension) => value - (from[dimension] ?? 0))
  const along = (point: Point) =>
    way.reduce((sum, step, dimension) => sum + step * ((point[dimension] ?? 0) - (from[dimension] ?? 0)), 0)
  const length = way.reduce((sum, step) => sum + step ** 2, 0)
  return points.map((point) => along(point) / length)
}
