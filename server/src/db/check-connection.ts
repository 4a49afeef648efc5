import pg from 'pg'

/** Connects once before anything else starts, so that a wrong DATABASE_URL fails early with a clear message. */
export async function checkConnection(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 6_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    // If a host name resolves to several addresses, only the individual errors have messages.
    const [first] = error instanceof AggregateError ? error.errors : [error]
    throw new Error(
      `The database ${databaseAddress(databaseUrl)} cannot be reached: ${first instanceof Error ? first.message : String(first)}\n` +
        'Check DATABASE_URL and that PostgreSQL is running there, or unset DATABASE_URL to use the embedded database.',
      { cause: error },
    )
  }
}

/** The part of a database URL that is safe to print: host, port and name, without user and password. */
export function databaseAddress(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `${hostname}:${port || 5432}${pathname}`
}
