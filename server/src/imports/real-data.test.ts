import { existsSync } from 'node:fs'
import path from 'node:path'
import { count, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { politicians } from '#db/schema/politicians.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { importOfficials } from './officials.ts'

const data = path.resolve(import.meta.dirname, '../../../../shared/data')
const present = existsSync(data)
if (!present) console.log(`Skipping the tests on real data: ${data} does not exist.`)
const title = present ? 'on the real data' : 'on the real data (skipped: ../shared/data is absent)'

const sources = {
  congress: path.join(data, 'legislators-current.yaml'),
  governors: path.join(data, 'openstates-people'),
}
const now = new Date('2026-11-21T12:00:00Z')

describe.skipIf(!present)(title, () => {
  test('all 537 members of Congress are in office on the day the file was created', async () => {
    await using t = await startTestDatabase()
    const then = new Date('2026-06-15T12:00:00Z')

    const { batches } = await importOfficials(t.db, { congress: sources.congress }, { now: then })

    expect(batches[0]?.skipped).toEqual([])
    const rows = await t.db
      .select({ office: politicians.office, count: count() })
      .from(politicians)
      .groupBy(politicians.office)
    expect(Object.fromEntries(rows.map((row) => [row.office, row.count]))).toEqual({ Sen: 100, Rep: 437 })
  })

  test('skips ended terms and lists the states without a governor', async () => {
    await using t = await startTestDatabase()

    const { batches, outcomes, statesWithoutGovernor } = await importOfficials(t.db, sources, { now })
    const again = await importOfficials(t.db, sources, { now })

    const [congress, governors] = batches
    expect(congress?.skipped).toEqual([
      { who: 'Jon Husted (H001104)', reason: 'the term ended on 2026-11-03' },
      { who: 'Ashley Moody (M001244)', reason: 'the term ended on 2026-11-03' },
    ])
    expect(governors?.skipped).toHaveLength(15)
    expect(governors?.skipped).toContainEqual({ who: 'Phil Murphy (NJ)', reason: 'the term ended on 2026-01-20' })
    expect(statesWithoutGovernor?.join(', ')).toBe(
      'California, Delaware, Indiana, Missouri, Montana, New Hampshire, New Jersey, North Carolina, North Dakota, Utah, ' +
        'Vermont, Virginia, American Samoa, Guam, Northern Mariana Islands, Puerto Rico, U.S. Virgin Islands',
    )
    expect(outcomes.map(({ source, added }) => [source, added.length])).toEqual([
      ['congress', 535],
      ['openstates', 38],
      ['sample', 0],
    ])
    expect(again.outcomes).toMatchObject([
      { added: [], updated: [], unchanged: 535, retired: [] },
      { added: [], updated: [], unchanged: 38, retired: [] },
      { retired: [] },
    ])
  })

  test('imports well-known officials correctly', async () => {
    await using t = await startTestDatabase()
    await importOfficials(t.db, sources, { now })

    const found = async (externalId: string) => {
      const [official] = await t.db.select().from(politicians).where(eq(politicians.externalId, externalId))
      return [official?.name, official?.party, official?.description, official?.email]
    }
    const form = 'https://www.schumer.senate.gov/contact/email-chuck'
    expect(await found('S000148')).toEqual(['Charles E. Schumer', 'D', 'Senator for New York since 1999.', form])
    expect((await found('S000033')).slice(0, 3)).toEqual(['Bernard Sanders', 'I', 'Senator for Vermont since 2007.'])
    expect((await found('N000147'))[2]).toBe(
      'Delegate for the District of Columbia, in the House of Representatives since 1991.',
    )
    const [norton] = await t.db.select().from(politicians).where(eq(politicians.externalId, 'N000147'))
    expect(norton?.district).toBe(0)
    const walz = await found('ocd-person/aba9f63e-b8ee-4515-acac-af7a63a4d1ec')
    expect(walz).toEqual(['Tim Walz', 'D', 'Governor of Minnesota since 2019.', 'https://mn.gov/governor/contact/'])
  })
})
