import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { expectDemo, findSite } from '#db/site.ts'
import { openFolderStore } from '#media/file-store.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { seedDemo } from './demo/demo.ts'
import { countRealAccounts, hasDemo, prepareSite } from './prepare-site.ts'

const local = { isLocal: true, demoOnPublicSite: false, seed: 'demo' } as const
const onPublicSite = { isLocal: false, demoOnPublicSite: false, seed: 'none' } as const

async function start({ db }: TestDatabase, config: Parameters<typeof prepareSite>[0]['config'], isNew = false) {
  const lines: string[] = []
  const files = openFolderStore(temporaryFolder().at())
  await prepareSite({ db, files, config, isNew, log: (line) => lines.push(line) })
  return lines.join()
}

test('a start without settings adds no demo to a site that was public, and says what is missing', async () => {
  await using t = await startTestDatabase()
  await start(t, onPublicSite, true)

  const log = await start(t, local)

  expect(log).toContain('Are the settings missing?')
  expect(await hasDemo(t.db)).toBe(false)
})

test('a database that this start did not create, or that has an account, gets no demo', async () => {
  await using t = await startTestDatabase()
  await start(t, local)
  expect(await hasDemo(t.db)).toBe(false)

  await t.make.user()
  await start(t, local, true)
  expect(await hasDemo(t.db)).toBe(false)
})

test(
  'a database for the demo gets it in the next start if the first one did not finish',
  { timeout: 60_000 },
  async () => {
    await using t = await startTestDatabase()
    await expectDemo(t.db)

    await start(t, local)

    expect(await hasDemo(t.db)).toBe(true)
    expect(await countRealAccounts(t.db)).toBe(0)
    expect(await findSite(t.db)).toEqual({ awaitsDemo: false, publicSince: null })
  },
)

test('a public site with the published password does not start', { timeout: 60_000 }, async () => {
  await using t = await startTestDatabase()
  await seedDemo(t.db)

  await expect(start(t, onPublicSite)).rejects.toThrow('npm run admin -- demo remove')
  await start(t, { ...onPublicSite, demoOnPublicSite: true })
  await t.db.execute(sql`update users set password_hash = null`)
  await start(t, onPublicSite)

  expect((await findSite(t.db)).publicSince).toBeInstanceOf(Date)
})
