import { kmeans } from 'ml-kmeans'
import { XSadd } from 'ml-xsadd'

export type Point = number[]

interface Clusters {
  centers: Point[]
  /** From -1 to 1: how much closer points are to their own cluster than to the next one. */
  silhouette: number
}

const tries = 4
/** The silhouette compares each point with all others, so it is computed for this many. */
const maxPoints = 1_000

/** The best of several runs of k-means, so that an unlucky start does not decide. `points` are in random order. */
export function findClusters(points: readonly Point[], count: number, seed: number): Clusters {
  const results = Array.from({ length: tries }, (_, index) => {
    const { centroids } = kmeans([...points], count, { seed: seed + index, initialization: 'kmeans++' })
    return { centers: centroids, error: points.reduce((sum, point) => sum + nearest(centroids, point).distance, 0) }
  })
  const { centers } = results.reduce((best, result) => (result.error < best.error ? result : best))
  return { centers, silhouette: silhouetteOf(points.slice(0, maxPoints), centers) }
}

export function nearest(centers: readonly Point[], point: Point): { index: number; distance: number } {
  let [index, distance] = [0, Infinity]
  for (const [candidate, center] of centers.entries()) {
    const squared = squaredDistance(center, point)
    if (squared < distance) [index, distance] = [candidate, squared]
  }
  return { index, distance }
}

/** Rousseeuw (1987). */
function silhouetteOf(points: readonly Point[], centers: readonly Point[]): number {
  const clusters = points.map((point) => nearest(centers, point).index)
  const sizes = centers.map((_, index) => clusters.filter((cluster) => cluster === index).length)
  const values = points.map((point, index) => {
    const sums = centers.map(() => 0)
    for (const [other, cluster] of clusters.entries()) {
      sums[cluster] = (sums[cluster] ?? 0) + Math.sqrt(squaredDistance(point, points[other] ?? point))
    }
    const own = clusters[index] ?? 0
    const within = (sums[own] ?? 0) / Math.max(1, (sizes[own] ?? 0) - 1)
    const others = sums.filter((_, cluster) => cluster !== own && sizes[cluster] !== 0)
    const counts = sizes.filter((size, cluster) => cluster !== own && size !== 0)
    const next = Math.min(...others.map((sum, cluster) => sum / (counts[cluster] ?? 1)))
    return sizes[own] === 1 || !Number.isFinite(next) ? 0 : (next - within) / Math.max(within, next)
  })
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/**
 * The silhouette that k-means reaches on points without any groups: spread evenly, with the same variance along each component.
 */
export function silhouetteWithoutGroups(
  variances: readonly number[],
  size: number,
  count: number,
  seed: number,
): number {
  const random = new XSadd(seed)
  const widths = variances.map((variance) => Math.sqrt(12 * variance))
  const points = Array.from({ length: Math.min(size, maxPoints) }, () =>
    widths.map((width) => (random.random() - 0.5) * width),
  )
  return findClusters(points, count, seed).silhouette
}

function squaredDistance(a: Point, b: Point): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += ((a[index] ?? 0) - (b[index] ?? 0)) ** 2
  return sum
}
