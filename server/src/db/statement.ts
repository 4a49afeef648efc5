import { DrizzleQueryError, fillPlaceholders, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import type { Db } from './client.ts'

const dialect = new PgDialect()
const names = new Set<string>()

/**
 * A named prepared statement for a hot path: its SQL is built once, and PostgreSQL parses and plans it once per connection.
 * Values are `sql.placeholder('name')`. Define it at module level, because every name stays prepared as long as its
 * connection is open.
 */
export function prepareStatement<Row extends QueryResultRow>(name: string, statement: SQL) {
  if (names.has(name)) throw new Error(`There are two prepared statements named ${name}`)
  names.add(name)
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return async (db: Db, placeholders: Record<string, unknown> = {}): Promise<Row[]> => {
    const values = fillPlaceholders(params, placeholders)
    try {
      return (await db.$client.query<Row>({ name, text, values })).rows
    } catch (error) {
      throw error instanceof Error ? new DrizzleQueryError(text, values, error) : error
    }
  }
}

/** Prepares a query of Drizzle's builder, once per database. */
export function prepareQuery<Prepared>(name: string, build: (db: Db) => { prepare(name: string): Prepared }) {
  if (names.has(name)) throw new Error(`There are two prepared statements named ${name}`)
  names.add(name)
  const prepared = new WeakMap<Db, Prepared>()
  return (db: Db): Prepared => {
    const query = prepared.get(db) ?? build(db).prepare(name)
    prepared.set(db, query)
    return query
  }
}
