import * as accounts from '@wtpu/contract/accounts/accounts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { type Db, connect } from './client.ts'
import { describeError, errorFacts } from './error-facts.ts'
import { mails } from './schema/mails.ts'
import { users } from './schema/accounts.ts'

/** Must never appear in a log. */
const personal = 'Ada.Lovelace"s secret'
const backwards = 'terces s"ecalevoL.adA'

async function startLogging() {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const t = await startTestApp({ logLevel: 'trace' }, undefined, undefined, logTo)
  return { ...t, lines, logged: () => lines.join('') }
}

const values = (email: string) => ({ username: email, email, firstName: personal, passwordHash: personal })

/** Each fails with the personal value as a parameter. */
const failures: [kind: string, code: string, statement: RegExp, fail: (db: Db) => Promise<unknown>][] = [
  [
    'a unique violation',
    '23505',
    /insert into \W+users/,
    async (db) => {
      await db.insert(users).values(values(personal))
      await db.insert(users).values({ ...values(personal), username: 'other' })
    },
  ],
  ['a check violation', '23514', /insert into \W+users/, (db) => db.insert(users).values({ firstName: personal })],
  ['invalid text', '22P02', /select \$1::int/, (db) => db.execute(sql`select ${personal}::int`)],
  ['an invalid date', '22007', /select \$1::date/, (db) => db.execute(sql`select ${personal}::date`)],
  ['invalid JSON', '22P02', /select \$1::json/, (db) => db.execute(sql`select ${personal}::json`)],
  [
    'an exception raised in PL/pgSQL',
    'P0001',
    /do \$\$/,
    (db) => db.execute(sql.raw(`do $$ begin raise exception 'bad name "%"', reverse('${backwards}'); end $$`)),
  ],
  [
    'a timeout',
    '57014',
    /select \$1::text, pg_sleep/,
    (db) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = 20`)
        await tx.execute(sql`select ${personal}::text, pg_sleep(5)`)
      }),
  ],
  [
    'a rejected connection',
    'ECONNREFUSED',
    /select \$1/,
    async () => {
      const { db, close } = connect('postgres://user:secret@127.0.0.1:1/none')
      await db.execute(sql`select ${personal}`).finally(close)
    },
  ],
]

test.each(failures)('logs %s with its cause and statement, without values', async (_kind, code, statement, fail) => {
  await using t = await startLogging()
  const error = await fail(t.db).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  // The raw error contains the value.
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error)).toContain('Lovelace')

  t.app.log.error({ err: error }, 'request failed')
  t.app.log.error(error)
  t.app.log.error({ err: error })

  for (const text of [t.logged(), describeError(error)]) {
    expect(text).not.toContain('Lovelace')
    expect(text).toContain(code)
    expect(text).toMatch(statement)
    expect(text).toMatch(/error-facts\.test\.ts/)
  }
  if (code.startsWith('23')) expect(errorFacts(error).cause?.constraint).toMatch(/^users_/)
})

test('does not log user input of a request that fails in the database', async () => {
  await using t = await startLogging()
  await t.pool.query('alter table users rename to people')

  const response = await t.call(accounts.createToken, {
    body: { username: 'ada@lovelace.example', password: personal },
  })

  expect(response.statusCode).toBe(500)
  expect(t.logged()).toContain('request failed')
  expect(t.logged()).toContain('42P01')
  expect(t.logged()).toMatch(/from \\"users\\"/)
  expect(t.logged()).not.toMatch(/lovelace/i)
})

test('does not log values when the outbox fails', async () => {
  await using t = await startLogging()
  await t.db.insert(mails).values({ sealed: Buffer.from(personal), usefulUntil: new Date(Date.now() + 60_000) })
  await t.pool.query('alter table mails rename column sealed to closed')

  t.app.outbox.wake()

  await expect.poll(t.logged).toContain('the outbox cannot reach the database')
  expect(t.logged()).toContain('42703')
  expect(t.logged()).not.toContain('Lovelace')
})

test('does not log the text that JSON.parse rejects', () => {
  const parse = () => {
    try {
      return JSON.parse(`{"to": ${personal}`) as unknown
    } catch (error) {
      return error
    }
  }
  expect(String(parse())).toContain('Love')
  expect(describeError(new Error('outer', { cause: parse() }))).not.toContain('Love')
})

test('does not log a thrown value that is not an Error', () => {
  expect(describeError(personal)).not.toContain('Lovelace')
})

test('logs of a request neither its query string nor the token of a link in a mail', async () => {
  await using t = await startLogging()
  for (const url of [
    '/unsubscribe/7.like.secret',
    '/appeal/secret',
    '/confirm-email?token=secret',
    '/polls/7?q=secret',
  ])
    t.app.log.warn({ req: { method: 'GET', url } }, 'a request')
  expect(t.logged()).not.toContain('secret')
  for (const url of ['/unsubscribe/…', '/appeal/…', '/confirm-email', '/polls/7'])
    expect(t.logged()).toContain(`{"method":"GET","url":"${url}"}`)
})
