import { randomUUID } from 'node:crypto'
import { type OfficialsReport, type OfficialsState, officialSources } from '@wtpu/contract/site/officials'
import { and, eq, isNotNull, isNull, like, lt, or, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { politicians } from '#db/schema/politicians.ts'
import { site } from '#db/schema/site.ts'
import { ApiError } from '#http/errors.ts'
import { congressUrl } from '#imports/congress.ts'
import type { Batch } from '#imports/official.ts'
import {
  checksumOf,
  governorsUrl,
  type ImportReport,
  loadOfficials,
  officialCount,
  type Sources,
  writeBatches,
} from '#imports/officials.ts'
import { fetchPhotos } from '#imports/photos.ts'

type App = Pick<FastifyInstance, 'db' | 'files' | 'images' | 'log'>

/** A run that has not said anything for this long belongs to a server that stopped. */
const silence = sql`interval '2 minutes'`
const isRunning = sql<boolean>`${site.importAt} > now() - ${silence}`
/** Also how soon a run notices that it was stopped. */
const beatMs = 2_000
const shownEveryMs = 500
/** Both downloads, at the same time, end before browsers give up. */
const timeoutMs = 45_000

export async function findOfficials(db: Db): Promise<OfficialsState> {
  const inOffice = isNull(politicians.retiredAt)
  const [[running], [last], counts, [photos]] = await Promise.all([
    db.select({ line: sql<string | null>`case when ${isRunning} then ${site.importLine} end` }).from(site),
    db
      .select({ at: sql<string | null>`${isoTime('max(created_at)')}` })
      .from(moderationActions)
      .where(and(eq(moderationActions.action, 'import'), eq(moderationActions.subjectKind, 'politician'))),
    db
      .select({ source: politicians.source, count: sql<number>`count(*)::int` })
      .from(politicians)
      .where(inOffice)
      .groupBy(politicians.source),
    db
      .select({ all: sql<number>`count(*)::int`, stored: sql<number>`count(${politicians.photo})::int` })
      .from(politicians)
      .where(and(inOffice, like(politicians.profileImage, 'http%'))),
  ])
  return {
    running: running?.line ?? null,
    last_import: last?.at ?? null,
    in_office: officialSources.flatMap((source) => counts.filter((row) => row.source === source)),
    photos: photos ?? { stored: 0, all: 0 },
  }
}

interface Input {
  sources: Sources
  /** The admin saw the changes of the check with this checksum. Without it, nothing changes. */
  checksum: string | undefined
  /** Paths of uploaded files, with the names that messages have for them. */
  names: ReadonlyMap<string, string>
  by: (tx: Db) => Promise<Decision>
}

const noRun = { importLine: null, importAt: null, importRun: null }

const imported = { action: 'import', subjectKind: 'politician', subjectId: 0 } as const

export const networkSources: Sources = { congress: congressUrl, governors: governorsUrl }

/** Says what an import would change, or imports. One at a time, on all servers. @throws ApiError 400 or 409 */
export async function runImport(app: App, input: Input): Promise<OfficialsReport> {
  const run = randomUUID()
  await claimRun(app.db, run)
  const progress = showProgress(app, run)
  try {
    return await checkOrImport(app.db, input, run, progress.update)
  } catch (error) {
    // Whatever else went wrong then.
    if (progress.isStopped()) throw new ApiError('import_stopped')
    throw error
  } finally {
    progress.end()
    await endRun(app.db, run)
  }
}

/** A run changes something only if it ends before an admin stops it. @returns whether it had not ended yet */
async function endRun(tx: Db, run: string): Promise<boolean> {
  const ended = await tx.update(site).set(noRun).where(eq(site.importRun, run)).returning({ isOnly: site.isOnly })
  return ended.length > 0
}

/** Waits for a run that commits. @throws ApiError 409 if none is running */
export async function stopImport(db: Db, by: Input['by']): Promise<void> {
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    const stopped = await tx
      .update(site)
      .set(noRun)
      .where(and(isNotNull(site.importRun), isRunning))
      .returning({ isOnly: site.isOnly })
    if (stopped.length === 0) throw new ApiError('import_ended')
    const reason = 'A check or import of officials was stopped before it changed anything.'
    // Not about officials, so that it is not their last import.
    await recordModeration(tx, { ...imported, subjectKind: 'site' }, { ...decision, reason })
  })
}

async function checkOrImport(
  db: Db,
  input: Input,
  run: string,
  onProgress: (line: string) => void,
): Promise<OfficialsReport> {
  const { checksum, by } = input
  const batches = await read(input, onProgress)
  onProgress(`Comparing ${officialCount(batches)}`)
  if (checksum === undefined) {
    const report = await tryOut(db, batches)
    if (!(await endRun(db, run))) throw new ApiError('import_stopped')
    return toReport(report, false)
  }
  const report = await db.transaction(async (tx) => {
    const written = await writeBatches(tx, batches, {
      record: async (_, reason) => recordModeration(tx, imported, { ...(await by(tx)), reason }),
    })
    if (checksumOf(written) !== checksum) throw new ApiError('check_again')
    if (!(await endRun(tx, run))) throw new ApiError('import_stopped')
    return written
  })
  return toReport(report, true)
}

/** @throws ApiError 400 with the message of the importer, which names file, line and column */
async function read({ sources, names }: Input, onProgress: (line: string) => void): Promise<Batch[]> {
  const named = (text: string) => [...names].reduce((line, [file, name]) => line.replaceAll(file, name), text)
  const advice = 'This server may have no network: download it elsewhere, and upload it here as a file.'
  try {
    return await loadOfficials(sources, { advice, timeoutMs, onProgress: (line) => onProgress(named(line)) })
  } catch (error) {
    // A plain Error is one of the importer. What it has no sentence for is a bug.
    if (!(error instanceof Error) || error.constructor !== Error) throw error
    throw new ApiError('import_failed', { detail: `${named(error.message)} Nothing was changed.` })
  }
}

class TriedOut extends Error {
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super()
    this.report = report
  }
}

/** Imports, and rolls it back. */
async function tryOut(db: Db, batches: Batch[]): Promise<ImportReport> {
  try {
    return await db.transaction(async (tx) => {
      throw new TriedOut(await writeBatches(tx, batches, {}))
    })
  } catch (error) {
    if (error instanceof TriedOut) return error.report
    throw error
  }
}

function toReport(report: ImportReport, isImported: boolean): OfficialsReport {
  const { batches, outcomes, statesWithoutGovernor } = report
  return {
    checksum: checksumOf(report),
    is_imported: isImported,
    sources: outcomes
      .map(({ source, added, updated, unchanged, retired }) => {
        const { skipped = [], notes = [] } = batches.find((batch) => batch.source === source) ?? {}
        return { source, added, updated, unchanged, ended: retired, skipped, notes }
      })
      .filter(({ source, ended }) => source !== 'sample' || ended.length > 0),
    states_without_governor: statesWithoutGovernor ?? null,
  }
}

/** @throws ApiError 409 if another run has not ended */
async function claimRun(db: Db, run: string): Promise<void> {
  await db.insert(site).values({}).onConflictDoNothing()
  const claimed = await db
    .update(site)
    .set({ importLine: 'Starting', importAt: sql`now()`, importRun: run })
    .where(or(isNull(site.importAt), lt(site.importAt, sql`now() - ${silence}`)))
    .returning({ isOnly: site.isOnly })
  if (claimed.length === 0) throw new ApiError('import_running')
}

/** Keeps the run claimed, and shows admins on all servers what it does. */
function showProgress({ db, log }: App, run: string) {
  let shownAt = 0
  let isStopped = false
  let hasEnded = false
  const write = async (change: { importLine?: string }) => {
    shownAt = Date.now()
    try {
      const { rowCount } = await db
        .update(site)
        .set({ ...change, importAt: sql`now()` })
        .where(eq(site.importRun, run))
      // Its own transaction may have ended it.
      if (rowCount === 0 && !hasEnded) isStopped = true
    } catch (error) {
      log.warn({ err: error }, 'the progress of an import could not be stored')
    }
  }
  const timer = setInterval(() => void write({}), beatMs)
  return {
    /** @throws ApiError if the run was stopped, so that it ends soon */
    update: (line: string) => {
      if (isStopped) throw new ApiError('import_stopped')
      if (Date.now() - shownAt >= shownEveryMs) void write({ importLine: line })
    },
    isStopped: () => isStopped,
    end: () => {
      hasEnded = true
      clearInterval(timer)
    },
  }
}

/** Fetches photos after imports, one import after the other, until the server closes. */
export class PhotoFetcher {
  readonly #app: App
  readonly #closing = new AbortController()
  #last: Promise<unknown> = Promise.resolve()

  constructor(app: App) {
    this.#app = app
  }

  start(): void {
    const { db, log } = this.#app
    this.#last = this.#last
      .then(() => fetchPhotos(db, this.#app, { signal: this.#closing.signal }))
      .catch((error: unknown) => log.error({ err: error }, 'photos of officials could not be fetched'))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#last
  }
}
