/**
 * Parses search params as plain text. The router's default serializer uses JSON: it reads `123456` as a number and writes
 * strings like it as `%22123456%22`, which would change URLs from emails and from Google.
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

/** The value of a search param, or undefined if it is absent, empty or not text. */
export function textParam(search: Record<string, unknown>, name: string): string | undefined {
  const value = search[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
