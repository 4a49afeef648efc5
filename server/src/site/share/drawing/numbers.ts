/** Rounded like on the page (web/src/lib/format.ts). */
export function percent(part: number, total: number): number {
  return total > 0 ? Math.round((100 * part) / total) : 0
}

/** Such as "1 vote" and "1,234 votes". */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`
}
