import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { count } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { rememberPublicSite } from '#db/site.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

/** Shorter than a test may last, so that the output of a command that hangs is shown. */
const longest = 240_000

/** Runs a database command in its own process. */
function run(file: string, env: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const all = {
      ...process.env,
      DATA_DIR: '/nonexistent',
      JWT_SECRET: 'x'.repeat(32),
      ...env,
    }
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, file), ...args],
      { env: all, timeout: longest },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr })
      },
    )
  })
}

test('does not reset or seed an external database without explicit confirmation', async () => {
  await using t = await startTestDatabase()
  await t.make.user()

  const site = { DATABASE_URL: t.url, PUBLIC_URL: 'https://wtpu.example', SITE_ACCESS_CODE: '' }
  const [seed, withPeople, withOptions, reset, onPublicSite] = await Promise.all([
    run('seed.ts', { DATABASE_URL: t.url }),
    run('seed.ts', { DATABASE_URL: t.url, SEED: 'demo' }),
    run('seed.ts', { DATABASE_URL: t.url }, '--scale', 'large'),
    run('reset.ts', { DATABASE_URL: t.url }),
    run('reset.ts', site, '--yes'),
  ])
  await rememberPublicSite(t.db)
  const withoutSettings = await run('reset.ts', { DATABASE_URL: t.url }, '--yes')

  expect(seed).toMatchObject({ code: 1, output: expect.stringContaining('SEED=demo npm run db:seed') })
  expect(withPeople).toMatchObject({ code: 1, output: expect.stringContaining('1 accounts that are not of the demo') })
  expect(withOptions).toMatchObject({ code: 1, output: expect.stringContaining('npm run bench:seed') })
  expect(reset).toMatchObject({ code: 1, output: expect.stringContaining('npm run db:reset -- --yes') })
  expect(onPublicSite).toMatchObject({ code: 1, output: expect.stringContaining('https://wtpu.example on 127.0.0.1') })
  expect(withoutSettings).toMatchObject({ code: 1, output: expect.stringContaining('the database of a public site') })
  expect(await t.db.select({ count: count() }).from(users)).toEqual([{ count: 1 }])
})

test('a reset leaves a migrated, empty database, and a seed fills it only once', async () => {
  await using t = await startTestDatabase()
  await t.make.user()

  const reset = await run('reset.ts', { DATABASE_URL: t.url }, '--yes')
  expect(await t.db.select({ count: count() }).from(users)).toEqual([{ count: 0 }])
  const dataDir = temporaryFolder().at()
  const env = { DATABASE_URL: t.url, DATA_DIR: dataDir, SEED: 'demo' }
  const seed = await run('seed.ts', env)
  const again = await run('seed.ts', env)
  const images = await readdir(path.join(dataDir, 'media/posts'))

  expect(reset).toMatchObject({ code: 0, output: expect.stringContaining('reset and is empty') })
  expect(seed).toEqual({
    code: 0,
    output: '  Demo data added. Sign in with demo@wtpu.example or admin@wtpu.example, password citizen-demo.\n',
  })
  expect(images.length).toBeGreaterThan(50)
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('already in this database') })
  expect(await t.db.select({ count: count() }).from(users)).toEqual([{ count: 641 }])
})

test('db:migrate prints what it did or why it failed', async () => {
  await using t = await startTestDatabase()

  const [migrated, unreachable] = await Promise.all([
    run('migrate.ts', { DATABASE_URL: t.url }),
    run('migrate.ts', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
  ])

  expect(migrated).toEqual({ code: 0, output: '  The database schema is up to date.\n' })
  expect(unreachable).toMatchObject({ code: 1, output: expect.stringContaining('127.0.0.1:1/none cannot be reached') })
})
