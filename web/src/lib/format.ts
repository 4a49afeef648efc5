import { fullCount } from '@wtpu/contract/full-count'

const scales = [
  [1_000_000_000, 'B'],
  [1_000_000, 'M'],
  [1000, 'K'],
] as const

/** Counts are written as 999, 1K, 1.2K to 999.9K, then 1.2M. Truncated instead of rounded, so 999,999 is not shown as 1000K. */
export function compactCount(count: number): string {
  const scale = scales.find(([size]) => count >= size)
  if (!scale) return String(Math.max(0, Math.floor(count)))
  const [size, letter] = scale
  return `${Math.floor((count * 10) / size) / 10}${letter}`
}

/** For counts whose sum is on the same card: in full up to 9,999, because 1,999 as 1.9K would not be the sum of its parts. */
export function partCount(count: number): string {
  return count < 10_000 ? fullCount(Math.max(0, count)) : compactCount(count)
}

/** A number that the server rounds down to tens. */
export const countInTens = (count: number): string => (count === 0 ? '<10' : compactCount(count))

/** Percentages are rounded integers. A zero total gives 0. */
export function percentage(part: number, total: number): number {
  return total > 0 ? Math.round((100 * part) / total) : 0
}
