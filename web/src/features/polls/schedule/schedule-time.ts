import { deviceTimeZone, siteTimeZone } from '#lib/on-demand/time-zone.ts'

/** The local date as YYYY-MM-DD, for the `min` of a date field. */
export function localIsoDate(at: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
}

/** For example: Sat, Nov 28, 2026, 9:00 AM EST (America/New_York). Without a `zone`, uses the device's. */
export function formatWallTime(instant: string, zone: string | null): string {
  const timeZone = zone ?? deviceTimeZone() ?? siteTimeZone()
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  const time = format.format(new Date(instant))
  // Coordinated Universal Time has no other name.
  return time.endsWith(` ${timeZone}`) ? time : `${time} (${timeZone})`
}
