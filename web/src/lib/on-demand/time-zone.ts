import { defaultTimeZone, isTimeZone } from '@wtpu/contract/on-demand/time-zone'

const setting = document.documentElement.dataset['timeZone'] ?? ''

let known: string | undefined

/**
 * The time zone of the site's days and dates. Under `vite dev` the attribute still holds its placeholder. It is found when it is needed,
 * because `Intl` takes tens of milliseconds on a slow phone.
 */
export const siteTimeZone = (): string => (known ??= isTimeZone(setting) ? setting : defaultTimeZone)

/** The IANA time zone of this device, such as America/Denver. Undefined if the browser knows none, or one that it does not accept. */
export function deviceTimeZone(): string | undefined {
  const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && zone !== 'Etc/Unknown' && isTimeZone(zone) ? zone : undefined
}

export const timeZones = () => [...new Set([...Intl.supportedValuesOf('timeZone'), siteTimeZone(), 'UTC'])].toSorted()
