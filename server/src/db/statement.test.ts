import { site } from '@wtpu/contract/site/name'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
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

test('a query of the builder is prepared for each set of parts that are off', async () => {
  await using t = await openConnections()
  const namesOf = prepareQuery('test_names', (db) =>
    db.select({ first: users.firstName, second: site.off ? sql<string>`'off'` : users.lastName }).from(users),
  )
  await t.db
    .insert(users)
    .values({ username: 'ada', email: 'ada@wtpu.example', firstName: 'Ada', lastName: 'Lovelace', state: 'NY' })
  await t.db.transaction(async (tx) => {
    expect(await namesOf(tx)).toEqual([{ first: 'Ada', second: 'Lovelace' }])
    onTestFinished(() => void delete site.off)
    site.off = ['ratings']
    expect(await namesOf(tx)).toEqual([{ first: 'Ada', second: 'off' }])
    expect(await preparedNames(tx)).toEqual(['test_names 0', 'test_names 1'])
  })
})

test('a statement is not planned again for short arrays', async () => {
  await using t = await openConnections()
  const byIds = prepareStatement(
    'test_by_ids',
    sql`select from pg_class where oid = any(${sql.placeholder('ids')}::oid[])`,
  )
  await t.db.transaction(async (tx) => {
    for (let run = 0; run < 20; run++) await byIds(tx, { ids: [run] })
    const { rows } = await tx.execute(
      sql`select custom_plans::int, generic_plans::int from pg_prepared_statements where name = 'test_by_ids'`,
    )
    expect(rows).toEqual([{ custom_plans: 5, generic_plans: 15 }])
  })
})

test('rejects a second statement with the same name', () => {
  expect(() => prepareStatement('test_add', sql`select 1`)).toThrow('two prepared statements')
})
