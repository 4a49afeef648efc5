import { forWritten, ofBio, type Written, WrittenFields, writtenOf } from '@wtpu/contract/schemas'
import { sql, type SQL } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, text, timestamp } from 'drizzle-orm/pg-core'
import { plainLetters } from './letters.ts'

/** A point in time, as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** The current day in UTC. */
export const today = sql<string>`(now() at time zone 'UTC')::date`

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** What everything that people write has beside its text. */
export const writtenColumns = forWritten(() => text())
/** Each value has the pattern of its field in the contract. `name` is that of the table. */
export const writtenChecks = (name: string, columns: Record<keyof Written, AnyPgColumn | undefined>) =>
  Object.values(
    forWritten((field) => {
      const { pattern }: { type: string; pattern?: string } = WrittenFields[field].anyOf[0]
      return check(`${name}_${field}_valid`, sql`${columns[field]} ~ ${sql.raw(`'${pattern}'`)}`)
    }),
  )
/** The fields of a hidden text. */
export const nothingWritten = forWritten(() => null)

/** The same columns of the bio, in the row of its author. */
export const bioColumns = ofBio(forWritten(() => text()))

const writtenNames = Object.keys(writtenColumns)
/** SQL: these columns of the rows `row`. `expression` says what is selected of each. */
export const selectWritten = (row: string, expression = (column: string) => column): SQL =>
  sql.raw(writtenNames.map((name) => `${expression(`${row}.${name}`)} as ${name}`).join(', '))
/** SQL: the same for `json_build_object`. */
export const writtenAsJson = (row: string): SQL =>
  sql.raw(writtenNames.map((name) => `'${name}', ${row}.${name}`).join(', '))
/** SQL: the names of these columns, and their values for `insert`. */
export function insertedWritten(table: Record<keyof Written, AnyPgColumn>, written: Written) {
  const given: Record<string, unknown> = writtenOf(written)
  const values = Object.entries(writtenOf(table)).map(
    ([name, column]) => sql`${given[name] ?? null}::${sql.raw(column.getSQLType())}`,
  )
  return { names: sql.raw(writtenNames.join(', ')), values: sql.join(values, sql`, `) }
}

/**
 * SQL of the English words of a text, stemmed and without accents. "<" and "_" separate words, and long runs without spaces are
 * cut: PostgreSQL's parser would take quadratic time for them, and skips what looks like HTML.
 */
export function englishWords(source: string): string {
  const parsable = `regexp_replace(translate(${plainLetters(source)}, '<_', '  '), '(\\S{100})', '\\1 ', 'g')`
  return `to_tsvector('english'::regconfig, ${parsable})`
}

/** SQL of the words of several columns. Those of the first one have the most weight in the ranking. */
export function weightedWords(...columns: string[]): SQL {
  return sql.raw(
    columns.map((column, index) => `setweight(${englishWords(column)}, '${'ABC'.charAt(index)}')`).join(' || '),
  )
}

/**
 * SQL of a name as `normalizeForSearch` writes it: lower case, without accents and punctuation. Letters of other scripts keep
 * their case if the database's locale does not know them.
 */
export function normalizedName(name: string): string {
  return `trim(lower(regexp_replace(${plainLetters(name)}, '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f]+', ' ', 'g')))`
}

/** SQL of the words of a name, as they are. */
export const plainWords = (name: string) => `to_tsvector('simple'::regconfig, ${normalizedName(name)})`
