import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { acquireContentLock } from '#db/content-lock.ts'
import { politicians } from '#db/schema/politicians.ts'
import { publishInvalidationOnCommit } from '#live/invalidations.ts'
import { linkMembers } from './roll-calls/link-members.ts'
import type { Batch, Official, Source } from './official.ts'

export interface Outcome {
  source: Source | 'sample'
  added: number
  updated: number
  unchanged: number
  /** Names of the retired officials. */
  retired: string[]
}

/** PostgreSQL allows 65,535 parameters per statement, and a row has 15. */
const rowsPerStatement = 1_000

/**
 * Makes the table match the batches, in the caller's transaction. Retires officials who are no longer in their source and
 * the demo's sample officials. Sources without a batch are not changed.
 */
export async function writeOfficials(tx: Db, batches: Batch[], now: Date): Promise<Outcome[]> {
  // A concurrent import waits here and then finds nothing left to change.
  await acquireContentLock(tx)
  const outcomes: Outcome[] = []
  for (const batch of batches) outcomes.push(await writeBatch(tx, batch, now))
  const samples = await retire(tx, eq(politicians.source, 'sample'), now)
  outcomes.push({ source: 'sample', added: 0, updated: 0, unchanged: 0, retired: samples })
  const linked = await linkMembers(tx)
  if (linked > 0 || outcomes.some(({ added, updated, retired }) => added + updated + retired.length > 0)) {
    await publishInvalidationOnCommit(tx, '/api/politicians/')
    // Polls show the name and office of the official they are about.
    await publishInvalidationOnCommit(tx, '/api/polls/')
  }
  return outcomes
}

async function writeBatch(tx: Db, { source, officials }: Batch, now: Date): Promise<Outcome> {
  const existing = await tx.select().from(politicians).where(eq(politicians.source, source))
  const existingById = new Map(existing.map((row) => [row.externalId, row]))
  const added = officials.filter((official) => !existingById.has(official.externalId))
  const updated = officials.filter((official) => {
    const row = existingById.get(official.externalId)
    return row && (row.retiredAt !== null || columns.some((column) => row[column] !== official[column]))
  })
  const rows = [...added, ...updated]
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await tx
      .insert(politicians)
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflictDoUpdate({ target: [politicians.source, politicians.externalId], set: newValues })
  }
  const current = new Set(officials.map((official) => official.externalId))
  const leftOffice = existing.filter((row) => !current.has(row.externalId)).map((row) => row.id)
  const retired = await retire(tx, inArray(politicians.id, leftOffice), now)
  return { source, added: added.length, updated: updated.length, unchanged: officials.length - rows.length, retired }
}

/** Retired officials keep their ratings but do not appear in the directory. */
async function retire(tx: Db, which: SQL, now: Date): Promise<string[]> {
  const retired = await tx
    .update(politicians)
    .set({ retiredAt: now })
    .where(and(which, isNull(politicians.retiredAt)))
    .returning({ name: politicians.name })
  return retired.map(({ name }) => name)
}

const columns = [
  'name',
  'party',
  'office',
  'state',
  'district',
  'profileImage',
  'description',
  'email',
  'phoneNumber',
  'officialWebsite',
  'officeAddress',
  'sortName',
  'keywords',
] as const satisfies (keyof Official)[]

/** A returning official is in office again and keeps ratings and creation date. */
const newValues = {
  retiredAt: null,
  ...Object.fromEntries(columns.map((column) => [column, sql.raw(`excluded."${politicians[column].name}"`)])),
}
