/** The SQLSTATE of a failed query, also inside the error that Drizzle wraps around it; undefined for any other error. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && /^[\dA-Z]{5}$/.test(current.code)) return current.code
  }
  return undefined
}
