import { shortDate } from '#lib/dates.ts'

/** Rows of the same day that follow each other, with the name of the day: "Today", "Yesterday" or the date. */
export function groupByDay<Row extends { created_at: string }>(rows: readonly Row[], now: Date) {
  const days: { day: string; rows: Row[] }[] = []
  for (const row of rows) {
    const day = dayName(new Date(row.created_at), now)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}

function dayName(date: Date, now: Date): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  const name = shortDate(date)
  if (name === shortDate(now)) return 'Today'
  return name === shortDate(yesterday) ? 'Yesterday' : name
}
