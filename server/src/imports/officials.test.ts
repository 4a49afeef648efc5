import { asc, eq } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'
import { seedDemo } from '#demo/demo.ts'
import { invalidationChannel } from '#live/publish.ts'
import { governor, legislator, now } from '#testing/officials-files.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { importOfficials } from './officials.ts'

const ada = legislator('A000001', 'Ada Ashgrove')
const ben = legislator('B000002', 'Ben Birchmere', { type: 'rep', district: 3, end: '2027-01-03' })
const files = {
  'congress.json': JSON.stringify([ada, ben]),
  'people/data/oh/executive/a.yml': governor(1),
  'people/data/mn/executive/b.yml': governor(2, { state: 'mn', party: 'Democratic-Farmer-Labor' }),
}

const stored = (t: TestDatabase) => t.db.select().from(politicians).orderBy(asc(politicians.externalId))
const inOffice = async (t: TestDatabase) =>
  (await stored(t)).filter((official) => official.retiredAt === null).map((official) => official.name)

test('a second run changes nothing and sends no invalidations', async () => {
  await using t = await startTestDatabase()
  const folder = temporaryFolder(files)
  const sources = { congress: folder.at('congress.json'), governors: folder.at('people') }

  const first = await importOfficials(t.db, sources, { now })
  const before = await stored(t)
  await using invalidations = await listen(t)
  const second = await importOfficials(t.db, sources, { now: new Date(now.getTime() + 1000) })

  expect(first.outcomes).toMatchObject([
    { source: 'congress', added: ['Ada Ashgrove', 'Ben Birchmere'], updated: [], unchanged: 0, retired: [] },
    { source: 'openstates', added: ['Gov Number2', 'Gov Number1'], updated: [], unchanged: 0, retired: [] },
    { source: 'sample', retired: [] },
  ])
  expect(second.outcomes).toMatchObject([
    { added: [], updated: [], unchanged: 2, retired: [] },
    { added: [], updated: [], unchanged: 2, retired: [] },
    { retired: [] },
  ])
  expect(await stored(t)).toEqual(before)
  expect(await invalidations.heard()).toEqual([])
})

test('updates changed officials in place and sends an invalidation', async () => {
  await using t = await startTestDatabase()
  const folder = temporaryFolder(files)
  await importOfficials(t.db, { congress: folder.at('congress.json') }, { now })
  const [before] = await stored(t)
  folder.write(
    'congress.json',
    JSON.stringify([legislator('A000001', 'Ada Ashgrove-Lee', { party: 'Republican' }), ben]),
  )
  await using invalidations = await listen(t)

  const { outcomes } = await importOfficials(t.db, { congress: folder.at('congress.json') }, { now })

  expect(outcomes[0]).toMatchObject({ added: [], updated: ['Ada Ashgrove-Lee'], unchanged: 1, retired: [] })
  const [after] = await stored(t)
  expect(after).toMatchObject({ id: before?.id, name: 'Ada Ashgrove-Lee', party: 'R', createdAt: before?.createdAt })
  expect(after?.search).toContain("'ashgrove':")
  expect(await invalidations.heard()).toContain('/api/politicians/')
})

test('retires officials who left, and restores them with their ratings when they return', async () => {
  await using t = await startTestDatabase()
  const folder = temporaryFolder(files)
  const sources = { congress: folder.at('congress.json'), governors: folder.at('people') }
  await importOfficials(t.db, sources, { now })
  const [official] = await t.db.select().from(politicians).where(eq(politicians.externalId, 'A000001'))
  await t.make.rating({ politician: official!, user: await t.make.user() })

  folder.write('congress.json', JSON.stringify([ben]))
  const gone = await importOfficials(t.db, sources, { now })
  expect(gone.outcomes[0]).toMatchObject({ unchanged: 1, retired: ['Ada Ashgrove'] })
  expect(await inOffice(t)).not.toContain('Ada Ashgrove')
  // Importing the same data again does not retire them again.
  expect((await importOfficials(t.db, sources, { now })).outcomes[0]).toMatchObject({ unchanged: 1, retired: [] })

  folder.write('congress.json', JSON.stringify([ada, ben]))
  const back = await importOfficials(t.db, sources, { now })

  expect(back.outcomes[0]).toMatchObject({ added: [], updated: ['Ada Ashgrove'], unchanged: 1 })
  const [again] = await t.db.select().from(politicians).where(eq(politicians.externalId, 'A000001'))
  expect(again).toMatchObject({ id: official?.id, retiredAt: null, goodJobCount: 1 })
  expect(await t.db.select().from(politicianRatings)).toHaveLength(1)
})

test('does not change a source that is not imported', async () => {
  await using t = await startTestDatabase()
  const folder = temporaryFolder(files)
  await importOfficials(t.db, { congress: folder.at('congress.json'), governors: folder.at('people') }, { now })
  folder.write('congress.json', JSON.stringify([ada]))

  const { outcomes, statesWithoutGovernor } = await importOfficials(
    t.db,
    { congress: folder.at('congress.json') },
    { now },
  )

  expect(outcomes.map(({ source, retired }) => [source, retired])).toEqual([
    ['congress', ['Ben Birchmere']],
    ['sample', []],
  ])
  expect(statesWithoutGovernor).toBeUndefined()
  expect(await inOffice(t)).toEqual(['Ada Ashgrove', 'Gov Number1', 'Gov Number2'])
})

test('the first real import retires the sample officials of the demo', async () => {
  await using t = await startTestDatabase()
  const folder = temporaryFolder(files)
  await seedDemo(t.db, { now })

  const { outcomes } = await importOfficials(t.db, { congress: folder.at('congress.json') }, { now })

  expect(outcomes.at(-1)).toMatchObject({ source: 'sample' })
  expect(outcomes.at(-1)?.retired).toHaveLength(201)
  expect(await inOffice(t)).toEqual(['Ada Ashgrove', 'Ben Birchmere'])
})

test('an invalid record fails with its name and file, and nothing is imported from either source', async () => {
  await using t = await startTestDatabase()
  const broken = { ...ben, terms: [{ ...ben.terms[0], state: 'ZZ' }] }
  const folder = temporaryFolder({
    ...files,
    'broken.json': JSON.stringify([ada, broken]),
    'bad/data/ny/executive/c.yml': governor(3).replace('Number3', 'Number3\0'),
  })
  await seedDemo(t.db, { now })
  const before = await stored(t)

  const inCongress = importOfficials(
    t.db,
    { congress: folder.at('broken.json'), governors: folder.at('people') },
    { now },
  )
  await expect(inCongress).rejects.toThrow(/broken\.json, record 2 \(Ben Birchmere, B000002\): terms\.0\.state/)
  const inGovernors = importOfficials(
    t.db,
    { congress: folder.at('congress.json'), governors: folder.at('bad') },
    { now },
  )
  await expect(inGovernors).rejects.toThrow(/ny\/executive\/c\.yml/)

  expect(await stored(t)).toEqual(before)
})

test('rejects a source without current officials instead of emptying the directory', async () => {
  await using t = await startTestDatabase()
  const folder = temporaryFolder(files)
  await importOfficials(t.db, { congress: folder.at('congress.json') }, { now })

  const late = importOfficials(t.db, { congress: folder.at('congress.json') }, { now: new Date('2031-01-01') })

  await expect(late).rejects.toThrow(/no member of Congress in office on 2031-01-01.*out of date/)
  expect(await inOffice(t)).toHaveLength(2)
})

/** Records the notifications sent on this database. */
async function listen(t: TestDatabase) {
  const client = new pg.Client({ connectionString: t.url })
  const heard: string[] = []
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await client.connect()
  await client.query(`listen ${invalidationChannel}`)
  return {
    // Notifications arrive before the response to a later statement.
    heard: () => client.query('select 1').then(() => heard),
    [Symbol.asyncDispose]: () => client.end(),
  }
}
