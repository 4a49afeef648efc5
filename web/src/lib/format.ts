const scales = [
  [1_000_000_000, 'B'],
  [1_000_000, 'M'],
  [1000, 'K'],
] as const

/** Decision 63: 999, 1K, 1.2K to 999.9K, then 1.2M. Cut, not rounded, so that 999,999 never reads 1000K. */
export function compactCount(count: number): string {
  const scale = scales.find(([size]) => count >= size)
  if (!scale) return String(Math.max(0, Math.floor(count)))
  const [size, letter] = scale
  return `${Math.floor((count * 10) / size) / 10}${letter}`
}

/** The whole number with its separators, for tables and for screen readers. */
export function fullCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** Specification 9: percentages are rounded integers; nothing of nothing is 0 (decision 67). */
export function percentage(part: number, total: number): number {
  return total > 0 ? Math.round((100 * part) / total) : 0
}

/** The share to one decimal for accessible labels, since rounded shares need not sum to 100 (decision 52). */
export function exactShare(part: number, total: number): string {
  const share = total > 0 ? (100 * part) / total : 0
  return `${share.toLocaleString('en-US', { maximumFractionDigits: 1 })}%`
}
