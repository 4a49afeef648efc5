import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { expectDemo, findSite } from '#db/site.ts'
import { findSettings, openInbox } from '#notifications/settings.ts'
import { openFolderStore } from '#media/file-store.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { seedDemo } from './demo/demo.ts'
import { countRealAccounts, hasDemo, prepareSite } from './prepare-site.ts'

const siteTimeZone = 'America/New_York'
const local = {
  isLocal: true,
  publicUrl: 'http://localhost:3000',
  dataDir: 'no such folder',
  databaseUrl: undefined,
  siteTimeZone,
  jwtSecret: 'of a test',
  demoOnPublicSite: false,
  seed: 'demo',
} as const
const onPublicSite = { ...local, isLocal: false, seed: 'none' } as const

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

test('an empty external database beside the database of a site gets a warning', async () => {
  await using t = await startTestDatabase()
  const { at } = temporaryFolder({ 'postgres/password': 'of an embedded site' })
  const moved = { ...onPublicSite, dataDir: at(), databaseUrl: 'postgres://db/wtpu' }

  expect(await start(t, moved, true)).toContain('npm run db:move -- to-external')
  expect(await start(t, moved)).toBe('')
  expect(await start(t, { ...moved, databaseUrl: undefined }, true)).toBe('')
})

test('a database that this start did not create, or that has an account, gets no demo', async () => {
  await using t = await startTestDatabase()
  await start(t, local)
  expect(await hasDemo(t.db)).toBe(false)

  await t.make.user()
  await start(t, local, true)
  expect(await hasDemo(t.db)).toBe(false)
})

test('a database for the demo gets it in the next start if the first one did not finish', async () => {
  await using t = await startTestDatabase()
  await expectDemo(t.db)

  await start(t, local)

  expect(await hasDemo(t.db)).toBe(true)
  expect(await countRealAccounts(t.db)).toBe(0)
  expect(await findSite(t.db)).toEqual({ awaitsDemo: false, publicSince: null })
})

test('a public site with the published password does not start', async () => {
  await using t = await startTestDatabase()
  await seedDemo(t.db)

  await expect(start(t, onPublicSite)).rejects.toThrow('npm run admin -- demo remove')
  await start(t, { ...onPublicSite, demoOnPublicSite: true })
  await t.db.execute(sql`update users set password_hash = null`)
  await start(t, onPublicSite)

  expect((await findSite(t.db)).publicSince).toBeInstanceOf(Date)
})

test('who has chosen no time zone follows that of the site', async () => {
  await using t = await startTestDatabase()
  const [silent, subscriber] = [await t.make.user(), await t.make.user()]
  await t.db.transaction(async (tx) => {
    await openInbox(tx, silent.id)
    await openInbox(tx, subscriber.id)
    await tx.execute(sql`update inboxes set digest_due_at = now() where user_id = ${subscriber.id}`)
  })

  await start(t, { ...local, siteTimeZone: 'Pacific/Honolulu' })

  const zoneOf = async (userId: number) => (await findSettings(t.db, userId, null)).time_zone
  expect(await zoneOf(silent.id)).toBe('Pacific/Honolulu')
  expect(await zoneOf(subscriber.id)).toBe('America/New_York')
  expect(await zoneOf((await t.make.user()).id)).toBe('Pacific/Honolulu')
})
