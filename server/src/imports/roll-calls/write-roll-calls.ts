import { isKnownResult } from '@wtpu/contract/on-demand/roll-call-results'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { acquireContentLock } from '#db/content-lock.ts'
import { rollCallCorrections, rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import { memberCount } from '#db/yes-or-no.ts'
import { publishInvalidationOnCommit } from '#live/publish.ts'
import { linkMembers } from './link-members.ts'
import type { ChamberFiles, ImportedRollCall } from './voteview.ts'

export interface ChamberOutcome {
  congress: number
  chamber: ChamberFiles['chamber']
  members: { added: number; updated: number; unchanged: number }
  rollCalls: { added: number; updated: number; unchanged: number }
  positions: { added: number; updated: number; removed: number; unchanged: number }
  /** Members whom the directory does not have. */
  unknown: string[]
  notes: string[]
}

/** Makes the tables match the files of one chamber, in the caller's transaction. What the source changed becomes a correction. */
export async function writeChamber(tx: Db, files: ChamberFiles): Promise<ChamberOutcome> {
  // A concurrent import waits here and then finds nothing left to change.
  await acquireContentLock(tx)
  const members = await writeMembers(tx, files)
  const written = await writeRollCalls(tx, files)
  const positions = await writePositions(tx, files)
  const recounted = await recount(tx, files)
  const linked = await linkMembers(tx)
  const changes = [members.added, members.updated, recounted, linked, written.added, written.updated]
  if ([...changes, positions.added, positions.updated, positions.removed].some((number) => number > 0)) {
    await publishInvalidationOnCommit(tx, '/api/roll-calls/')
    await publishInvalidationOnCommit(tx, '/api/politicians/')
    await publishInvalidationOnCommit(tx, '/api/polls/')
  }
  return {
    congress: files.congress,
    chamber: files.chamber,
    members: { ...members, unchanged: files.members.size - members.added - members.updated },
    rollCalls: { ...written, unchanged: files.rollCalls.size - written.added - written.updated },
    positions,
    unknown: await findUnknownMembers(tx, files),
    notes: [...findUnknownResults(files), ...findDifferentCounts(files)],
  }
}

/** Condition: the row belongs to this chamber and Congress of the source. */
const inChamber = ({ congress, chamber }: ChamberFiles) =>
  sql`source = 'voteview' and congress = ${congress} and chamber = ${chamber}`

async function writeMembers(tx: Db, files: ChamberFiles): Promise<{ added: number; updated: number }> {
  const { rows } = await tx.execute<{ added: number; updated: number }>(sql`
    with incoming as (
      select * from json_to_recordset(${JSON.stringify([...files.members.values()])})
        as m (number int, bioguide text, name text, "sortName" text, party text, state text)
    ), stored as materialized (
      select * from ${rollCallMembers} where ${inChamber(files)}
    ), written as (
      insert into ${rollCallMembers} as old (source, congress, chamber, number, bioguide, name, sort_name, party, state)
      select 'voteview', ${files.congress}, ${files.chamber}, number, bioguide, name, "sortName", party, state from incoming
      on conflict (source, congress, chamber, number) do update set bioguide = excluded.bioguide, name = excluded.name,
        sort_name = excluded.sort_name, party = excluded.party, state = excluded.state
      where (old.bioguide, old.name, old.sort_name, old.party, old.state)
        is distinct from (excluded.bioguide, excluded.name, excluded.sort_name, excluded.party, excluded.state)
      returning number
    ), corrected as (
      insert into ${rollCallCorrections} (field, member_id, before, after)
      select field, stored.id, before, after from stored join incoming using (number), lateral (values
        ('party', stored.party, incoming.party), ('state', stored.state, incoming.state)) as changed (field, before, after)
      where before is distinct from after
    )
    select count(*) filter (where stored.id is null) as added, count(stored.id) as updated
    from written left join stored using (number)`)
  return rows[0] ?? { added: 0, updated: 0 }
}

const columns = ['session', 'officialNumber', 'date', 'question', 'bill', 'description', 'result'] as const
/** Computed by us, so a change of them is no correction. */
const ownColumns = ['category', 'keywords'] as const
const correctedFields = {
  session: 'number',
  officialNumber: 'number',
  date: 'date',
  question: 'question',
  bill: 'bill',
  description: 'title',
  result: 'result',
} as const satisfies Record<(typeof columns)[number], string>

async function writeRollCalls(tx: Db, files: ChamberFiles): Promise<{ added: number; updated: number }> {
  const existing = await tx.select().from(rollCalls).where(inChamber(files))
  const byNumber = new Map(existing.map((row) => [row.number, row]))
  const all = [...files.rollCalls.values()]
  const added = all.filter(({ number }) => !byNumber.has(number))
  const changes = all.flatMap((rollCall) => {
    const row = byNumber.get(rollCall.number)
    const changed = row ? [...columns, ...ownColumns].filter((column) => row[column] !== rollCall[column]) : []
    return row && changed.length > 0 ? [{ row, rollCall, changed }] : []
  })
  const rows = [...added, ...changes.map(({ rollCall }) => rollCall)]
  for (let start = 0; start < rows.length; start += 500) await upsert(tx, files, rows.slice(start, start + 500))
  const corrections = changes.flatMap(({ row, rollCall, changed }) =>
    columns
      .filter((column) => changed.includes(column))
      .map((column) => ({
        rollCallId: row.id,
        field: correctedFields[column],
        before: known(row[column]),
        after: known(rollCall[column]),
      })),
  )
  if (corrections.length > 0) await tx.insert(rollCallCorrections).values(corrections)
  return { added: added.length, updated: changes.length }
}

const known = (value: string | number | null) => (value === null || value === 0 ? null : String(value))

async function upsert(tx: Db, { congress, chamber }: ChamberFiles, rows: ImportedRollCall[]): Promise<void> {
  await tx
    .insert(rollCalls)
    .values(
      rows.map(({ positions: _positions, counted: _counted, ...row }) => ({
        source: 'voteview' as const,
        congress,
        chamber,
        ...row,
      })),
    )
    .onConflictDoUpdate({
      target: [rollCalls.source, rollCalls.congress, rollCalls.chamber, rollCalls.number],
      set: Object.fromEntries([
        ...[...columns, ...ownColumns].map((column) => [column, sql.raw(`excluded."${rollCalls[column].name}"`)]),
        ['importedAt', sql`now()`],
      ]),
    })
}

/** With this many, a statement takes a fraction of a second. */
const positionsPerStatement = 10_000

async function writePositions(tx: Db, files: ChamberFiles) {
  const totals = { added: 0, updated: 0, removed: 0, unchanged: 0 }
  const stored = await tx
    .select({
      id: rollCalls.id,
      number: rollCalls.number,
      positions: memberCount,
    })
    .from(rollCalls)
    .where(inChamber(files))
  rejectCutFile(files, stored)
  const idOf = new Map(stored.map(({ id, number }) => [number, id]))
  const members = await tx
    .select({ id: rollCallMembers.id, number: rollCallMembers.number })
    .from(rollCallMembers)
    .where(inChamber(files))
  const memberIdOf = new Map(members.map(({ id, number }) => [number, id]))
  let batch: { rollCallIds: number[]; rows: [number, number, string][] } = { rollCallIds: [], rows: [] }
  const flush = async () => {
    if (batch.rollCallIds.length === 0) return
    const changed = await writeBatch(tx, batch)
    totals.added += changed.added
    totals.updated += changed.updated
    totals.removed += changed.removed
    totals.unchanged += batch.rows.length - changed.added - changed.updated
    batch = { rollCallIds: [], rows: [] }
  }
  for (const { number, positions } of files.rollCalls.values()) {
    // A source that has no position of a roll call has not published them yet.
    if (positions.size === 0) continue
    const id = idOf.get(number) ?? 0
    batch.rollCallIds.push(id)
    for (const [member, position] of positions) batch.rows.push([id, memberIdOf.get(member) ?? 0, position])
    if (batch.rows.length >= positionsPerStatement) await flush()
  }
  await flush()
  return totals
}

/** Corrections withdraw a few positions. @throws Error if so many are missing that the file seems to be cut off */
function rejectCutFile(
  { chamber, rollCalls: all }: ChamberFiles,
  stored: { number: number; positions: number }[],
): void {
  for (const { number, positions } of stored) {
    const size = all.get(number)?.positions.size ?? 0
    if (size === 0 || positions - size <= Math.max(10, positions / 10)) continue
    throw new Error(
      `The votes of ${chamber} ${number} are not complete: the files have ${size} positions, and ${positions} were imported before.`,
    )
  }
}

/** A position of a roll call that had positions before is a correction. */
async function writeBatch(
  tx: Db,
  { rollCallIds, rows }: { rollCallIds: number[]; rows: [number, number, string][] },
): Promise<{ added: number; updated: number; removed: number }> {
  const { rows: changed } = await tx.execute<{ added: number; updated: number; removed: number }>(sql`
    with incoming as (
      select * from unnest(${sql.param(rows.map(([id]) => id))}::int[], ${sql.param(rows.map(([, member]) => member))}::int[],
        ${sql.param(rows.map(([, , position]) => position))}::text[]) as i (roll_call_id, member_id, position)
    ), stored as materialized (
      select * from ${rollCallPositions} where roll_call_id = any(${sql.param(rollCallIds)}::int[])
    ), known as (select distinct roll_call_id from stored),
    difference as materialized (
      select roll_call_id, member_id, stored.position as before, incoming.position as after
      from incoming full join stored using (roll_call_id, member_id) where incoming.position is distinct from stored.position
    ), removed as (
      delete from ${rollCallPositions} p using difference d
      where d.after is null and p.roll_call_id = d.roll_call_id and p.member_id = d.member_id
    ), written as (
      insert into ${rollCallPositions} (roll_call_id, member_id, position)
      select roll_call_id, member_id, after from difference where after is not null
      on conflict (roll_call_id, member_id) do update set position = excluded.position
    ), dated as (
      update ${rollCalls} set imported_at = now() where id in (select roll_call_id from difference)
    ), corrected as (
      insert into ${rollCallCorrections} (roll_call_id, field, member_id, before, after)
      select roll_call_id, 'position', member_id, before, after from difference join known using (roll_call_id)
    )
    select count(*) filter (where before is null) as added,
      count(*) filter (where before is not null and after is not null) as updated,
      count(*) filter (where after is null) as removed from difference`)
  return changed[0] ?? { added: 0, updated: 0, removed: 0 }
}

/** Sets the counts, and how the majority of each party voted. */
async function recount(tx: Db, files: ChamberFiles): Promise<number> {
  const majority = (party: string) => {
    const votes = (position: string) =>
      sql.raw(`count(*) filter (where m.party = '${party}' and p.position = '${position}')`)
    return sql`case sign(${votes('yea')} - ${votes('nay')}) when 1 then 'yea' when -1 then 'nay' end`
  }
  const { rowCount } = await tx.execute(sql`
    update ${rollCalls} r set yeas = c.yeas, nays = c.nays, present = c.present, not_voting = c.not_voting,
      democrats = c.democrats, republicans = c.republicans, imported_at = now()
    from (
      select p.roll_call_id, count(*) filter (where position = 'yea') as yeas, count(*) filter (where position = 'nay') as nays,
        count(*) filter (where position = 'present') as present, count(*) filter (where position = 'not_voting') as not_voting,
        ${majority('D')} as democrats, ${majority('R')} as republicans
      from ${rollCallPositions} p join ${rollCallMembers} m on m.id = p.member_id
      where p.roll_call_id in (select id from ${rollCalls} where ${inChamber(files)}) group by p.roll_call_id
    ) c where c.roll_call_id = r.id and (r.yeas, r.nays, r.present, r.not_voting, r.democrats, r.republicans)
      is distinct from (c.yeas, c.nays, c.present, c.not_voting, c.democrats, c.republicans)`)
  return rowCount ?? 0
}

async function findUnknownMembers(tx: Db, files: ChamberFiles): Promise<string[]> {
  const unknown = await tx
    .select({ name: rollCallMembers.name, bioguide: rollCallMembers.bioguide, state: rollCallMembers.state })
    .from(rollCallMembers)
    .where(sql`${inChamber(files)} and politician_id is null`)
    .orderBy(rollCallMembers.sortName)
  return unknown.map(({ name, bioguide, state }) => `${name}, ${state}${bioguide ? ` (${bioguide})` : ''}`)
}

function findUnknownResults({ chamber, rollCalls: all }: ChamberFiles): string[] {
  return [...all.values()]
    .filter(({ result }) => !isKnownResult(result))
    .map(({ number, question, result }) => {
      return `${chamber} ${number} (${question}) has the unknown result "${result}", and is shown without yes and no`
    })
}

function findDifferentCounts({ chamber, rollCalls: all }: ChamberFiles): string[] {
  return [...all.values()].flatMap(({ number, counted, positions }) => {
    const [yeas, nays] = (['yea', 'nay'] as const).map(
      (position) => [...positions.values()].filter((found) => found === position).length,
    )
    if (positions.size === 0) return [`${chamber} ${number} has no positions yet`]
    if (yeas === counted.yeas && nays === counted.nays) return []
    return [
      `${chamber} ${number}: the source counts ${counted.yeas} to ${counted.nays}, and its positions are ${yeas} to ${nays}`,
    ]
  })
}
