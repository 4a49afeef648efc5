import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { acquireContentLock } from '#db/content-lock.ts'
import { politicians } from '#db/schema/politicians.ts'
import { publishInvalidationOnCommit } from '#live/publish.ts'
import { markUnused } from '#media/unused-media.ts'
import { matchOwn } from './own-matches.ts'
import { linkMembers } from './roll-calls/link-members.ts'
import type { Batch, Official, Source } from './official.ts'

export interface Outcome {
  source: Source | 'sample'
  /** Names. */
  added: string[]
  updated: string[]
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
  outcomes.push({ source: 'sample', added: [], updated: [], unchanged: 0, retired: samples })
  const linked = await linkMembers(tx)
  if (linked > 0 || outcomes.some(({ added, updated, retired }) => [...added, ...updated, ...retired].length > 0)) {
    await publishInvalidationOnCommit(tx, '/api/politicians/')
    // Polls show the name and office of the official they are about.
    await publishInvalidationOnCommit(tx, '/api/polls/')
    // Pages say what kind of officials are listed.
    await publishInvalidationOnCommit(tx, '/api/site/')
  }
  return outcomes
}

async function writeBatch(tx: Db, batch: Batch, now: Date): Promise<Outcome> {
  const { source } = batch
  const found = await tx.select().from(politicians).where(eq(politicians.source, source))
  const { officials, renamed, notes } =
    source === 'own' ? matchOwn(batch.officials, found) : { ...batch, renamed: new Map<number, string>(), notes: [] }
  batch.notes.push(...notes)
  await rename(tx, renamed)
  const existing = found.map((row) => ({ ...row, externalId: renamed.get(row.id) ?? row.externalId }))
  const existingById = new Map(existing.map((row) => [row.externalId, row]))
  const added = officials.filter((official) => !existingById.has(official.externalId))
  const updated = officials.filter((official) => {
    const row = existingById.get(official.externalId)
    return row && (row.retiredAt !== null || columns.some((column) => row[column] !== official[column]))
  })
  const withOtherImage = updated.flatMap((official) => {
    const row = existingById.get(official.externalId)
    return row && row.profileImage !== official.profileImage ? [row.id] : []
  })
  await lockAndReleasePhotos(tx, inArray(politicians.id, withOtherImage))
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
  return {
    source,
    added: namesOf(added),
    updated: namesOf(updated),
    unchanged: officials.length - rows.length,
    retired,
  }
}

async function rename(tx: Db, renamed: ReadonlyMap<number, string>): Promise<void> {
  if (renamed.size === 0) return
  await tx.execute(sql`
    update ${politicians} set external_id = renamed.external_id
    from unnest(${sql.param([...renamed.keys()])}::int[], ${sql.param([...renamed.values()])}::text[]) renamed (id, external_id)
    where ${politicians.id} = renamed.id`)
}

const namesOf = (officials: Official[]) => officials.map(({ name }) => name)

/** Retired officials keep their ratings but do not appear in the directory, and have no photo. */
async function retire(tx: Db, which: SQL, now: Date): Promise<string[]> {
  const leaving = await lockAndReleasePhotos(tx, and(which, isNull(politicians.retiredAt)))
  const ids = leaving.map(({ id }) => id)
  await tx.update(politicians).set({ retiredAt: now, photo: null }).where(inArray(politicians.id, ids))
  return leaving.map(({ name }) => name)
}

/** Their stored photos are swept, unless the transaction is rolled back. The caller clears the column. */
async function lockAndReleasePhotos(tx: Db, which: SQL | undefined): Promise<{ id: number; name: string }[]> {
  const locked = await tx
    .select({ id: politicians.id, name: politicians.name, photo: politicians.photo })
    .from(politicians)
    .where(which)
    .orderBy(asc(politicians.id))
    .for('no key update')
  await markUnused(
    tx,
    locked.flatMap(({ photo }) => photo ?? []),
  )
  return locked
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
  // Fetched again only if the address changed.
  photo: sql.raw('case when politicians.profile_image = excluded.profile_image then politicians.photo end'),
  ...Object.fromEntries(columns.map((column) => [column, sql.raw(`excluded."${politicians[column].name}"`)])),
}
