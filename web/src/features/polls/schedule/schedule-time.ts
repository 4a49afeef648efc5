/** The citizen's IANA time zone, such as America/New_York, as this device has it. */
export function deviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Today as this device's calendar has it, YYYY-MM-DD: the earliest day of a scheduled poll. */
export function localIsoDate(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The wall time of an instant in a zone, with the zone's name: Sat, Nov 28, 2026, 9:00 AM EST (America/New_York). */
export function formatWallTime(instant: string, zone: string | null): string {
  const timeZone = zone ?? deviceTimeZone()
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
  return `${format.format(new Date(instant))} (${timeZone})`
}
