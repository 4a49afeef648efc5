/** The time zone of the site's days and dates. */
export const siteTimeZone = 'America/New_York'

/** The IANA time zone of this device, such as America/Denver. Undefined if the browser knows none, or only an offset. */
export function deviceTimeZone(): string | undefined {
  const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && zone !== 'Etc/Unknown' && isName(zone) ? zone : undefined
}

export const timeZones = () => [...new Set([...Intl.supportedValuesOf('timeZone'), siteTimeZone, 'UTC'])].toSorted()

/** Some browsers name a time zone that they do not accept. */
function isName(zone: string): boolean {
  try {
    return /^[A-Za-z]/.test(zone) && new Intl.DateTimeFormat('en-US', { timeZone: zone }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}
