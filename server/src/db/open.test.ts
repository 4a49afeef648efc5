import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { startSilentServer } from '#testing/silent-server.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { checkConnection, migrate } from './open.ts'

test('a server with another JWT_SECRET than those that run on the database does not start', async () => {
  const t = await startTestApp()
  const check = (secret: string) => checkConnection(t.url, secret).catch(String)
  const { jwtSecret } = t.config

  await expect.poll(() => check('y'.repeat(32))).toMatch(/JWT_SECRET is not that of the other servers/)
  expect(await check(jwtSecret)).toBeUndefined()

  await t.app.close()
  expect(await check('y'.repeat(32))).toBeUndefined()
  await t[Symbol.asyncDispose]()
})

test('a database that cannot be reached is named without its password, whether it rejects or never answers', async () => {
  await using silent = await startSilentServer()
  for (const port of [1, silent.port]) {
    const message = await checkConnection(`postgres://citizen:secret-word@127.0.0.1:${port}/wtpu`).catch(String)
    expect(message).toContain(`The database 127.0.0.1:${port}/wtpu cannot be reached`)
    expect(message).not.toContain('secret-word')
  }
})

test('a server on a database of a newer version says so and stops', async () => {
  await using t = await startTestDatabase()
  expect(await migrate(t.url)).toEqual({ isNew: false })
  await t.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`)

  await expect(migrate(t.url)).rejects.toThrow(
    /is of a newer version of WTPU, which has 1 more migration than this one/,
  )

  await t.db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'later'`)
})

test.each(['SQL_ASCII', 'LATIN1'])(
  'a database with the encoding %s is rejected before it is filled',
  async (encoding) => {
    const name = `test_${randomBytes(6).toString('hex')}`
    const admin = new pg.Client({ connectionString: inject('databaseUrl') })
    await admin.connect()
    try {
      await admin.query(
        `create database ${name} encoding '${encoding}' locale 'C' locale_provider libc template template0`,
      )
      const { href } = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` })

      await expect(migrate(href)).rejects.toThrow(`has the encoding ${encoding}, but must have UTF8`)
    } finally {
      await admin.end()
    }
  },
)
