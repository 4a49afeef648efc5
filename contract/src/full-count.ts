/**
 * The full number with thousands separators, for messages, tables and screen readers. Without `Intl`, whose first use blocks a
 * phone for tens of milliseconds.
 */
export function fullCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
