import { site } from '@wtpu/contract/site/name'
import { DrizzleQueryError, fillPlaceholders, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import type { Db } from './client.ts'

const dialect = new PgDialect()
const names = new Set<string>()

type Statement<Row> = (db: Db, placeholders?: Record<string, unknown>) => Promise<Row[]>

/**
 * A named prepared statement for a hot path: its SQL is built once, and PostgreSQL parses and plans it once per connection.
 * Values are `sql.placeholder('name')`. Define it at module level, because every name stays prepared as long as its
 * connection is open.
 */
export function prepareStatement<Row extends QueryResultRow>(name: string, statement: SQL): Statement<Row> {
  if (names.has(name)) throw new Error(`There are two prepared statements named ${name}`)
  names.add(name)
  const { sql: text, params } = dialect.sqlToQuery(statement)
  const query = { name, text: withArraysOfAnyLength(text) }
  return async (db, placeholders = {}) => {
    const values = fillPlaceholders(params, placeholders)
    try {
      return (await db.$client.query<Row>({ ...query, values })).rows
    } catch (error) {
      throw error instanceof Error ? new DrizzleQueryError(query.text, values, error) : error
    }
  }
}

/**
 * Hides the length of arrays from PostgreSQL. Otherwise it finds the plan for a short array cheaper than the one for any array, and plans
 * the statement again at each execution, which takes longer than running it.
 */
const withArraysOfAnyLength = (text: string) =>
  text.replaceAll(/(\$\d+)(::\w+\[\])/g, (_, value: string, type: string) => `(select ${value}${type})${type}`)

/** A query of Drizzle's builder. */
interface Query<Row> extends SQLWrapper {
  readonly _: { readonly selectedFields: object; readonly result: Row[] }
}

/**
 * Prepares a query of Drizzle's builder for each set of parts of the site that are off, which queries leave out. Its rows have the values as
 * the driver reads them, because Drizzle takes longer to map a row than PostgreSQL takes to find it.
 */
export function prepareQuery<Row extends QueryResultRow>(name: string, build: (db: Db) => Query<Row>): Statement<Row> {
  const statements = new Map<string, Statement<Row>>()
  return (db, placeholders) => {
    const off = site.off?.join(' ') ?? ''
    const statement =
      statements.get(off) ?? prepareStatement(`${name} ${statements.size}`, withFieldsAsColumns(build(db)))
    statements.set(off, statement)
    return statement(db, placeholders)
  }
}

const withFieldsAsColumns = (query: Query<unknown>) => {
  const fields = Object.keys(query._.selectedFields).map((field) => sql.identifier(field))
  return sql`select * from (${query.getSQL()}) found (${sql.join(fields, sql`, `)})`
}
