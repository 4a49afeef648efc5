import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestDatabase } from '#testing/test-database.ts'
import { connect } from './client.ts'
import { prepareQuery, prepareStatement } from './statement.ts'
import { users } from './schema/accounts.ts'

const addOne = prepareStatement<{ sum: number }>('test_add', sql`select ${sql.placeholder('value')}::int + 1 as sum`)

/** Connections on which nothing is prepared yet. */
async function openConnections() {
  const database = await startTestDatabase()
  const { db, close } = connect(database.url)
  return { db, [Symbol.asyncDispose]: () => close().then(() => database[Symbol.asyncDispose]()) }
}

const preparedNames = async (db: Parameters<typeof addOne>[0]) => {
  const { rows } = await db.execute<{ name: string }>(sql`select name from pg_prepared_statements order by name`)
  return rows.map(({ name }) => name)
}

test('a statement is prepared once per connection, in and outside transactions', async () => {
  await using t = await openConnections()
  await t.db.transaction(async (tx) => {
    expect(await addOne(tx, { value: 1 })).toEqual([{ sum: 2 }])
    expect(await addOne(tx, { value: 41 })).toEqual([{ sum: 42 }])
    expect(await preparedNames(tx)).toEqual(['test_add'])
  })
  expect(await addOne(t.db, { value: 2 })).toEqual([{ sum: 3 }])
})

test('a query of the builder is prepared under its name', async () => {
  await using t = await openConnections()
  const names = prepareQuery('test_names', (db) => db.select({ id: users.id }).from(users))
  await t.db.transaction(async (tx) => {
    expect(await names(tx).execute()).toEqual([])
    expect(await preparedNames(tx)).toEqual(['test_names'])
  })
})

test('rejects a second statement with the same name', () => {
  expect(() => prepareStatement('test_add', sql`select 1`)).toThrow('two prepared statements')
})
