import { existsSync } from 'node:fs'
import path from 'node:path'
import { count, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { politicians } from '#db/schema/politicians.ts'
import { startTestDatabase } from '#testing/test-app.ts'
import { importOfficials } from './officials.ts'

const data = path.resolve(import.meta.dirname, '../../../../../shared/data')
const present = existsSync(data)
if (!present) console.log(`The real data is not at ${data}: its tests are skipped.`)
const onRealData = test.skipIf(!present)
const suffix = present ? '' : ' (skipped: ../shared/data is absent)'

const sources = {
  congress: path.join(data, 'legislators-current.yaml'),
  governors: path.join(data, 'openstates-people'),
}
const now = new Date('2026-11-21T12:00:00Z')

onRealData(`the day the file was made, all 537 members of Congress are in office${suffix}`, async () => {
  await using t = await startTestDatabase()

  const { batches } = await importOfficials(
    t.db,
    { congress: sources.congress },
    { now: new Date('2026-06-15T12:00:00Z') },
  )

  expect(batches[0]?.skipped).toEqual([])
  const rows = await t.db
    .select({ office: politicians.office, count: count() })
    .from(politicians)
    .groupBy(politicians.office)
  expect(rows.toSorted((a, b) => a.count - b.count)).toEqual([
    { office: 'Sen', count: 100 },
    { office: 'Rep', count: 437 },
  ])
})

onRealData(
  `terms that have ended are skipped, and the states left without a governor are listed${suffix}`,
  async () => {
    await using t = await startTestDatabase()

    const { batches, outcomes, statesWithoutGovernor } = await importOfficials(t.db, sources, { now })

    expect(outcomes).toMatchObject([{ added: 535 }, { added: 0 }, { retired: [] }])
    expect(batches.flatMap(({ skipped }) => skipped)).toEqual([])
    expect(batches.flatMap(({ notes }) => notes)).toEqual([])
    expect(statesWithoutGovernor).toEqual([])
  },
)
