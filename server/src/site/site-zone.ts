const hourMs = 3_600_000
const rangeHours = 3 * 365 * 24

const described = new Map<string, string>()

/**
 * The zone of the site as its pages have it, because a formatter of `Intl` blocks a phone for a tenth of a second: its name, such
 * as "ET", then from which hour on how many minutes are added to UTC. Covers the years around the start of the server.
 */
export function siteZone(timeZone: string): string {
  const known = described.get(timeZone)
  if (known !== undefined) return known
  const partOf = (timeZoneName: 'shortGeneric' | 'longOffset') => {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName, hour: 'numeric' })
    return (hour: number) =>
      format.formatToParts(hour * hourMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  }
  const [nameAt, offsetAt] = [partOf('shortGeneric'), partOf('longOffset')]
  const minutesAt = (hour: number) => {
    const [, sign, hours, minutes] = /([+-])(\d+):(\d+)/.exec(offsetAt(hour)) ?? []
    return (sign === '-' ? -1 : 1) * (60 * Number(hours ?? 0) + Number(minutes ?? 0))
  }
  const now = Math.floor(Date.now() / hourMs)
  const changes = [`0:${minutesAt(now - rangeHours)}`]
  for (let day = now - rangeHours; day < now + rangeHours; day += 24) {
    if (minutesAt(day) === minutesAt(day + 24)) continue
    for (let hour = day + 1; hour <= day + 24; hour++)
      if (minutesAt(hour) !== minutesAt(hour - 1)) changes.push(`${hour}:${minutesAt(hour)}`)
  }
  const text = [nameAt(now), ...changes].join(',')
  described.set(timeZone, text)
  return text
}
