import pg from 'pg'

/** One look at the database before anything else, so that a wrong address is said plainly and soon. */
export async function checkConnection(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 6_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    // Both addresses of a name may have failed: then only the parts have messages.
    const [first] = error instanceof AggregateError ? error.errors : [error]
    throw new Error(
      `The database ${databaseAddress(databaseUrl)} cannot be reached: ${first instanceof Error ? first.message : String(first)}\n` +
        'Check DATABASE_URL and that PostgreSQL runs there, or unset DATABASE_URL to use the embedded one.',
      { cause: error },
    )
  }
}

/** What may be shown of a database's URL: never its user or password. */
export function databaseAddress(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `${hostname}:${port || 5432}${pathname}`
}
