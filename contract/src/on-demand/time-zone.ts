export const defaultTimeZone = 'America/New_York'

/** Whether this engine knows a time zone of this name. Offsets such as +05:00 do not account for daylight saving time. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en-US', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}
