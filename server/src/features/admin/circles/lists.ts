import { emailMaxLength } from '@wtpu/contract/accounts/accounts'
import { emailProblem } from '@wtpu/contract/accounts/on-demand/credentials'
import { circleLimits, type ListReport, listColumns } from '@wtpu/contract/circles/on-demand/circles'
import { readCode } from '@wtpu/contract/circles/on-demand/codes'
import { fullCount } from '@wtpu/contract/full-count'
import { toSingleLine } from '@wtpu/contract/schemas'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { hashOfCode, issueBallots } from '#community/ballots.ts'
import { requireKeeper, type Viewer } from '#community/circle-keepers.ts'
import type { Db } from '#db/client.ts'
import { ballots, circleMembers, papers } from '#db/schema/circles.ts'
import { nextVoterId, voterKeys } from '#db/schema/voters.ts'
import { isOpenPaper } from '#db/visibility.ts'
import { ApiError } from '#http/errors.ts'
import { readCsv, type Row } from '#imports/csv.ts'
import { publishInvalidation } from '#live/publish.ts'
import { lockCircle } from './circles.ts'
import { type Changed, joinMailboxes, moveBallots } from './move-ballots.ts'

type App = Pick<FastifyInstance, 'db' | 'config' | 'keys' | 'outbox' | 'voterKey'>

/** How many of each kind a report names. */
const shown = 5

interface Read {
  line: number
  email: string | null
  /** Hex. */
  key: string | null
  code: string | null
  name: string
  list_id: string
  group: string
}

interface Entry extends Read {
  voter: number | null
}

interface File {
  rows: Read[]
  doubled: ListReport['doubled']
  unusable: ListReport['unusable']
}

const note = <T>(list: { count: number; first: T[] }, entry: T) => {
  list.count++
  if (list.first.length < shown) list.first.push(entry)
}

/** @throws ApiError 400 with the sentence of the reader, which names line and column */
async function readList(app: App, source: string): Promise<File> {
  const file: File = { rows: [], doubled: { count: 0, first: [] }, unusable: { count: 0, first: [] } }
  const lines = new Map<string, number>()
  let read = 0
  try {
    for await (const row of readCsv(source, [], { mayBeShort: true, isLenient: true })) {
      assertColumns(row)
      read++
      // The file may have as many other rows, which are doubled or cannot be used.
      if (file.rows.length === circleLimits.rows || read > 2 * circleLimits.rows)
        throw new Error(`The file has more than ${fullCount(circleLimits.rows)} rows.`)
      const entry = tryRow(app, row, source)
      if (typeof entry === 'string') {
        note(file.unusable, { line: row.line, reason: entry })
        continue
      }
      const keys = [entry.key, entry.code].flatMap((key) => key ?? [])
      const first = keys.map((key) => lines.get(key)).find((line) => line !== undefined)
      if (first !== undefined) note(file.doubled, { line: row.line, first })
      else {
        for (const key of keys) lines.set(key, row.line)
        file.rows.push(entry)
      }
    }
    if (file.rows.length === 0) throw new Error('The file has no row that can be used.')
    const groups = new Set(file.rows.map(({ group }) => group).filter(Boolean))
    if (groups.size > circleLimits.groups)
      throw new Error(`The file has ${groups.size} groups. A list can have at most ${circleLimits.groups}.`)
  } catch (error) {
    // A plain Error is one of the reader. What it has no sentence for is a bug.
    if (!(error instanceof Error) || error.constructor !== Error) throw error
    throw new ApiError('list_failed', {
      detail: `${error.message.replaceAll(source, 'The file')} Nothing was changed.`,
    })
  }
  return file
}

function assertColumns({ columns }: Row): void {
  if (columns.includes('email') || columns.includes('code')) return
  throw new Error(
    `The file has no column email or code. Name the columns in the first line: ${listColumns.join(', ')}.`,
  )
}

/** @returns why the row cannot be used, as a sentence */
function tryRow(app: App, row: Row, source: string): Read | string {
  try {
    if (row.broken) throw row.broken
    return readRow(app, row)
  } catch (error) {
    if (!(error instanceof Error) || error.constructor !== Error) throw error
    return error.message.replaceAll(`${source}, line ${row.line}, column `, 'Column ').replaceAll(`${source}, `, '')
  }
}

function readRow({ voterKey, keys }: App, row: Row): Read {
  const text = (column: (typeof listColumns)[number], max: number) => {
    const value = toSingleLine(row.text(column))
    if (value.length > max) throw row.fail(column, `is longer than ${max} characters`)
    if (!value.isWellFormed()) throw row.fail(column, 'contains characters that cannot be stored')
    return value
  }
  const email = text('email', emailMaxLength).replace(/^mailto:/i, '')
  const typed = text('code', circleLimits.text)
  const code = typed === '' ? undefined : readCode(typed)
  const problem = email === '' ? undefined : emailProblem(email)
  if (problem) throw new Error(`“${email}”: ${problem}`)
  if (typed !== '' && code === undefined)
    throw row.fail('code', 'is not a code of 12 characters whose last one checks the others. Look for a typing error')
  if (email === '' && code === undefined) throw new Error('The row has neither an email address nor a code.')
  return {
    line: row.line,
    email: email || null,
    key: email === '' ? null : voterKey(email).emailKey.toString('hex'),
    code: code === undefined ? null : hashOfCode(keys, code).toString('hex'),
    name: text('name', circleLimits.text),
    list_id: text('id', circleLimits.text),
    group: text('group', circleLimits.text),
  }
}

interface Existing extends Record<string, unknown> {
  id: number
  voter: number
  email: string | null
  code: string | null
  name: string
  list_id: string
  group: string
  /** It never had an address, so its voter is no mailbox. */
  is_code_only: boolean
  is_struck: boolean
  has_ballot: boolean
}

/** What a file does to a list. */
interface Changes {
  added: Entry[]
  changed: (Entry & Changed)[]
  unchanged: number
  deleted: number[]
  struck: number[]
}

/**
 * Replaces the list, or says what that would change. A row with a ballot is struck instead of deleted, so that it stays counted. New
 * rows get a ballot of each paper that is open. @throws ApiError 400 or 404
 */
export async function replaceList(
  app: App,
  { circleId, viewer, source, isCheck }: { circleId: number; viewer: Viewer; source: string; isCheck: boolean },
): Promise<ListReport> {
  await requireKeeper(app.db, { circleId, viewer, what: 'Circle' })
  const file = await readList(app, source)
  const report = await app.db.transaction(async (tx) => {
    await lockCircle(tx, circleId)
    const entries = await findVoters(tx, app, file.rows, isCheck)
    const changes = compare(await findMembers(tx, circleId), entries, file)
    const open = await tx
      .select({ id: papers.id, closesAt: papers.closesAt })
      .from(papers)
      .where(and(eq(papers.circleId, circleId), isOpenPaper()))
    if (!isCheck) {
      await apply(tx, circleId, changes)
      await moveBallots(tx, app, { circleId, viewer, changed: changes.changed })
      for (const { id: paperId, closesAt } of open)
        // oxlint-disable-next-line no-await-in-loop -- a handful, in one transaction
        await issueBallots(tx, app, { paperId, isLate: true, closesAt })
    }
    return toReport(file, changes, { isApplied: !isCheck, openPapers: open.length })
  })
  if (!isCheck) {
    app.outbox.wake()
    publishInvalidation(app.db, '/api/polls/')
  }
  return report
}

/** The voters of the mailboxes. A check makes none. */
async function findVoters(tx: Db, { keys }: App, rows: Read[], isCheck: boolean): Promise<Entry[]> {
  const all = sql.param(rows.flatMap(({ key }) => key ?? []).toSorted())
  if (!isCheck)
    await tx.execute(sql`insert into ${voterKeys} (email_key, key_set)
      select decode(key, 'hex'), ${keys.id} from unnest(${all}::text[]) as key on conflict do nothing`)
  const { rows: found } = await tx.execute<{ key: string; voter: number }>(sql`
    select encode(email_key, 'hex') as key, voter_id as voter from ${voterKeys}
    where email_key in (select decode(key, 'hex') from unnest(${all}::text[]) as key)`)
  const voterOf = new Map(found.map(({ key, voter }) => [key, voter]))
  return rows.map((row) => ({ ...row, voter: (row.key && voterOf.get(row.key)) || null }))
}

async function findMembers(tx: Db, circleId: number): Promise<Existing[]> {
  const { rows } = await tx.execute<Existing>(sql`
    select m.id, m.voter_id as voter, m.email, encode(m.code_hash, 'hex') as code, m.name, m.list_id, m.group,
      m.email is null and not exists (select from ${voterKeys} k where k.voter_id = m.voter_id) as is_code_only,
      m.struck_at is not null as is_struck, exists (select from ${ballots} b where b.member_id = m.id) as has_ballot
    from ${circleMembers} m where m.circle_id = ${circleId}`)
  return rows
}

function compare(members: Existing[], entries: Entry[], file: File): Changes {
  const byVoter = new Map(members.map((member) => [member.voter, member]))
  const byCode = new Map(members.flatMap((member) => (member.code ? [[member.code, member] as const] : [])))
  const inFile = new Set(entries.map(({ voter }) => voter))
  /** The row may get an address, or another one, because its own is not in the file. */
  const isOpen = (member: Existing) => member.is_code_only || !inFile.has(member.voter)
  const byId = findByIds(members.filter(isOpen), entries)
  const changes: Changes = { added: [], changed: [], unchanged: 0, deleted: [], struck: [] }
  const lineOf = new Map<number, number>()
  const kept = new Set<number>()
  for (const entry of entries) {
    const { voter, code, line } = entry
    const first = voter === null ? undefined : lineOf.get(voter)
    if (voter !== null) lineOf.set(voter, first ?? line)
    const ofCode = code === null ? undefined : byCode.get(code)
    const ofMailbox = voter === null ? undefined : byVoter.get(voter)
    const open = ofCode && isOpen(ofCode) ? ofCode : byId.get(entry)
    const member = entry.key === null ? ofCode : (ofMailbox ?? open)
    if (first !== undefined) note(file.doubled, { line, first })
    else if (ofCode && ofCode !== member) {
      note(file.unusable, { line, reason: 'The code belongs to another row of the list.' })
      for (const { id } of [ofCode, member ?? ofCode]) kept.add(id)
    } else if (!member) changes.added.push(entry)
    else {
      kept.add(member.id)
      const isSame = (['email', 'name', 'list_id', 'group'] as const).every((name) => entry[name] === member[name])
      // A file without codes ends none, because letters may have them.
      if (isSame && (code ?? member.code) === member.code && !member.is_struck) changes.unchanged++
      else {
        const isReaddressed = entry.key !== null && !member.is_code_only && voter !== member.voter
        const getsAddress = !isReaddressed && member.email === null && entry.email !== null
        changes.changed.push({ ...entry, id: member.id, before: member.voter, getsAddress, isReaddressed })
      }
    }
  }
  for (const { id, is_struck: isStruck, has_ballot: hasBallot } of members)
    if (!kept.has(id) && !isStruck) (hasBallot ? changes.struck : changes.deleted).push(id)
  return changes
}

/** The members whose code the file leaves out, by the rows of the file that have their id, and no other code. */
function findByIds(members: Existing[], entries: Entry[]): Map<Entry, Existing> {
  const codes = new Set(entries.flatMap(({ code }) => code ?? []))
  const free = members.filter(({ list_id: id, code }) => id !== '' && !(code !== null && codes.has(code)))
  const [freeOf, entriesOf] = [Map.groupBy(free, ofId), Map.groupBy(entries, ofId)]
  return new Map(
    [...freeOf].flatMap(([id, [member, ...others]]) => {
      const [entry, ...doubled] = entriesOf.get(id) ?? []
      if (!member || !entry || others.length + doubled.length > 0) return []
      return entry.code === null || member.code === null ? [[entry, member] as const] : []
    }),
  )
}

const ofId = ({ list_id: id }: Pick<Read, 'list_id'>) => id

async function apply(tx: Db, circleId: number, { added, changed, deleted, struck }: Changes): Promise<void> {
  const columns = sql.raw('email text, code text, name text, list_id text, "group" text')
  await tx.execute(sql`delete from ${circleMembers} where id = any(${sql.param(deleted)}::int[])`)
  await tx.execute(sql`update ${circleMembers} set struck_at = now() where id = any(${sql.param(struck)}::int[])`)
  await joinMailboxes(tx, changed)
  await tx.execute(sql`
    update ${circleMembers} m set email = r.email, code_hash = coalesce(decode(r.code, 'hex'), m.code_hash), name = r.name, list_id = r.list_id,
      "group" = r.group, struck_at = null, voter_id = coalesce(r.voter, m.voter_id)
    from json_to_recordset(${JSON.stringify(changed)}) as r (id int, voter int, ${columns}) where m.id = r.id`)
  await tx.execute(sql`
    insert into ${circleMembers} (circle_id, voter_id, email, code_hash, name, list_id, "group")
    select ${circleId}, coalesce(voter, ${nextVoterId}), email, decode(code, 'hex'), name, list_id, "group"
    from json_to_recordset(${JSON.stringify(added)}) as r (voter int, ${columns})`)
}

function toReport(
  { rows, doubled, unusable }: File,
  { added, changed, unchanged, deleted, struck }: Changes,
  { isApplied, openPapers }: { isApplied: boolean; openPapers: number },
): ListReport {
  const groups = Map.groupBy(rows, ({ group }) => group)
  return {
    is_applied: isApplied,
    rows: added.length + changed.length + unchanged,
    new: added.length,
    changed: changed.length,
    addressed: changed.filter(({ getsAddress }) => getsAddress).length,
    readdressed: changed.filter(({ isReaddressed }) => isReaddressed).length,
    unchanged,
    gone: deleted.length + struck.length,
    struck: struck.length,
    doubled,
    unusable,
    first: rows.slice(0, shown).map(({ email, code, name, list_id: id, group }) => ({
      email: email ?? '',
      code: code !== null,
      name,
      id,
      group,
    })),
    groups: [...groups]
      .filter(([name]) => name !== '')
      .map(([name, ofGroup]) => ({ name, rows: ofGroup.length }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    late_ballots: added.length * openPapers,
  }
}
