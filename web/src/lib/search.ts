/**
 * Search parameters as plain text. The router's own serialiser writes `?code=%22123456%22` and reads `123456` as a
 * number, so addresses from mails and from Google would change on the way through.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams(
    Object.entries(search)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, String(value)]),
  ).toString()
  return text === '' ? '' : `?${text}`
}

/** A search parameter as a screen wants it: its text, or undefined when it is absent or blank. */
export function textParam(search: Record<string, unknown>, name: string): string | undefined {
  const value = search[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
