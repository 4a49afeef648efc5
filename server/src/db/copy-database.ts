import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { databaseAddress, migrationsFolder } from './open.ts'

/**
 * A database in a form that every version of PostgreSQL reads, and every role may read and write: the schema by our own migrations,
 * the rows as text (COPY).
 */
export interface Contents {
  /** The times that name the migrations which the database has. */
  migrations: number[]
  tables: Table[]
  sequences: { name: string; value: number | null }[]
}

export interface Table {
  name: string
  columns: string[]
}

const { escapeIdentifier } = pg
const rowsOfTable = ({ name, columns }: Table) => `${tableName(name)} (${columns.map(escapeIdentifier).join(', ')})`
const tableName = (name: string) => `public.${escapeIdentifier(name)}`

/** Statements and the pauses between them may take long. The other settings keep the text independent of the server's. */
const settings = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0;
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local client_encoding = 'UTF8'`

async function withClient<T>(url: string, begin: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(begin)
    await client.query(settings)
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

/** Reads a database as it is at one moment, while others write. */
export function readDatabase<T>(
  url: string,
  work: (contents: Contents, rowsOf: (table: Table) => Readable) => Promise<T>,
): Promise<T> {
  return withClient(url, 'begin isolation level repeatable read read only', async (client) => {
    const contents = await findContents(client, url)
    return work(contents, (table) => client.query(copyTo(`copy ${rowsOfTable(table)} to stdout`)))
  })
}

async function findContents(client: pg.Client, url: string): Promise<Contents> {
  const { rows: found } = await client.query<{ found: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as found",
  )
  if (!found[0]?.found) throw new Error(`There is no site in the database ${databaseAddress(url)}.`)
  const migrations = await client.query<{ at: number }>(
    'select created_at::float8 as at from drizzle.__drizzle_migrations order by created_at',
  )
  // Generated columns are computed again.
  const tables = await client.query<Table>(`
    select relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    group by relname order by relname`)
  const sequences = await client.query<Contents['sequences'][number]>(
    "select sequencename::text as name, last_value::float8 as value from pg_sequences where schemaname = 'public'",
  )
  return { migrations: migrations.rows.map(({ at }) => at), tables: tables.rows, sequences: sequences.rows }
}

/** Whether this version of WTPU has all these migrations. */
export function knowsMigrations(times: readonly number[]): boolean {
  const known = readMigrationFiles({ migrationsFolder })
  return times.every((at, index) => known[index]?.folderMillis === at)
}

/** Fills an empty database, or changes nothing. */
export async function fillDatabase(
  url: string,
  { migrations, tables, sequences }: Contents,
  rowsOf: (table: Table) => Readable,
): Promise<void> {
  await withClient(url, 'begin', async (client) => {
    await assertEmpty(client)
    await createSchema(client, migrations.length)
    const again = await dropChecks(client)
    if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => tableName(name)).join(', ')}`)
    for (const table of tables) {
      await pipeline(rowsOf(table), client.query(copyFrom(`copy ${rowsOfTable(table)} from stdin`)))
    }
    for (const { name, value } of sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [tableName(name), value ?? 1, value !== null])
    }
    for (const statement of again) await client.query(statement)
    await client.query('analyze')
  })
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_tables where schemaname in ('public', 'drizzle')")
  if (rowCount) throw new Error('The database to fill is not empty. Choose an empty one.')
}

/** Migrates like Drizzle, up to this number of migrations, and in the transaction of the client. */
async function createSchema(client: pg.Client, count: number): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder }).slice(0, count)) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}

/**
 * Drops what would need an order of the tables, do things twice or take long: foreign keys, triggers, and indexes that are not unique.
 * @returns the statements that restore them
 */
async function dropChecks(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ off: string; again: string }>(`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
      format('alter table %s enable %s trigger %I', tgrelid::regclass,
        case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as again, 3 as step
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgenabled <> 'D' and relnamespace = 'public'::regnamespace
    union all select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), 2
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
    from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisunique and relnamespace = 'public'::regnamespace order by step`)
  for (const { off } of rows) await client.query(off)
  return rows.map(({ again }) => again)
}
