import type { Notification } from '@wtpu/contract/notifications/notifications'
import { shortDate } from '#lib/dates.ts'

const rowsOfPage = 20

/**
 * The rows of each day, with its name: "Today", "Yesterday" or the date. Rows about one thing stand together, where the newest of them is.
 * Pages are apart, so that what loads never comes above the reader.
 */
export function groupByDay(rows: readonly Notification[], now: Date): { day: string; rows: Notification[] }[] {
  const days = new Map<string, Map<string, Notification[]>>()
  for (const [index, row] of rows.entries()) {
    const day = dayName(new Date(row.created_at), now)
    const things = days.get(day) ?? new Map<string, Notification[]>()
    const thing = [Math.floor(index / rowsOfPage), row.subject.kind, row.subject.id].join(' ')
    days.set(day, things.set(thing, [...(things.get(thing) ?? []), row]))
  }
  return Array.from(days, ([day, things]) => ({ day, rows: Array.from(things.values()).flat() }))
}

function dayName(date: Date, now: Date): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  const name = shortDate(date)
  if (name === shortDate(now)) return 'Today'
  return name === shortDate(yesterday) ? 'Yesterday' : name
}
