import { createHash } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fullCount } from '@wtpu/contract/full-count'
import type { Db } from '#db/client.ts'
import { unpackExecutives } from './archive.ts'
import { nearestBioguidePattern, readCongress } from './congress.ts'
import { findGovernorFiles, readGovernors, statesWithoutGovernor } from './governors.ts'
import { type Batch, toIsoDate } from './official.ts'
import { readOwnList } from './own-list.ts'
import { parseText } from './parse-records.ts'
import { download, readSource } from './read-source.ts'
import { type Outcome, writeOfficials } from './write-officials.ts'

/** All files of openstates/people. */
export const governorsUrl = 'https://codeload.github.com/openstates/people/tar.gz/refs/heads/main'

/** Where to read from. A source that is left out is not changed in the database. */
export interface Sources {
  /** A file or an http(s) address: YAML or JSON of congress-legislators. */
  congress?: string | undefined
  /**
   * A checkout of openstates/people, a folder of its executive files, the http(s) address of a .tar.gz of the checkout, or
   * uploaded files: executives, or the .tar.gz.
   */
  governors?: string | string[] | undefined
  /** A CSV file of the site's own officials. */
  own?: string | undefined
}

interface LoadOptions {
  now?: Date
  onProgress?(line: string): void
  /** What to do if an address cannot be reached, for error messages. */
  advice?: string
  /** Time limit for each download. */
  timeoutMs?: number
}

interface Options extends LoadOptions {
  /** Writes the sentence into the moderation log, in the transaction of the import. */
  record?(tx: Db, sentence: string): Promise<unknown>
}

export interface ImportReport {
  batches: Batch[]
  outcomes: Outcome[]
  /** Undefined if governors were not imported. */
  statesWithoutGovernor: string[] | undefined
}

/** Imports officials in one transaction. Everything is read and validated first, so an invalid record changes nothing. */
export async function importOfficials(db: Db, sources: Sources, options: Options = {}): Promise<ImportReport> {
  const batches = await loadOfficials(sources, options)
  const { now, record, onProgress = () => undefined } = options
  onProgress(`Writing ${officialCount(batches)}`)
  return db.transaction((tx) => writeBatches(tx, batches, { now, record }))
}

/** Reads and validates. @throws Error with a printable message that names the file and the record */
export async function loadOfficials(sources: Sources, options: LoadOptions = {}): Promise<Batch[]> {
  const reading = { now: new Date(), onProgress: () => undefined, ...options }
  const batches = await Promise.all([
    sources.congress && loadCongress(sources.congress, reading),
    sources.governors && loadGovernors(sources.governors, reading),
    sources.own && readOwnList(sources.own),
  ])
  return batches.filter((batch) => typeof batch === 'object')
}

/** Writes in the caller's transaction. */
export async function writeBatches(
  tx: Db,
  batches: Batch[],
  { now = new Date(), record }: Pick<Options, 'now' | 'record'>,
): Promise<ImportReport> {
  const outcomes = await writeOfficials(tx, batches, now)
  await record?.(tx, sentenceOf(outcomes))
  const governors = batches.find((batch) => batch.source === 'openstates')
  return { batches, outcomes, statesWithoutGovernor: governors && statesWithoutGovernor(governors.officials) }
}

export function officialCount(batches: Batch[]): string {
  const count = batches.reduce((sum, { officials }) => sum + officials.length, 0)
  return `${fullCount(count)} ${count === 1 ? 'official' : 'officials'}`
}

function sentenceOf(outcomes: Outcome[]): string {
  const count = (key: 'added' | 'updated' | 'retired') =>
    fullCount(outcomes.reduce((sum, outcome) => sum + outcome[key].length, 0))
  return `Officials were imported: ${count('added')} added, ${count('updated')} changed, ${count('retired')} ended.`
}

/** Differs if anything that an import does differs. */
export function checksumOf({ batches, outcomes }: ImportReport): string {
  const done = JSON.stringify([batches.map(({ officials }) => officials), outcomes])
  return createHash('sha256').update(done).digest('hex')
}

type Reading = Required<Pick<LoadOptions, 'now' | 'onProgress'>> & Pick<LoadOptions, 'advice' | 'timeoutMs'>

async function loadCongress(source: string, { now, onProgress, ...reading }: Reading): Promise<Batch> {
  onProgress(`Reading Congress from ${source}`)
  const text = await readSource(source, {
    option: '--congress',
    ...reading,
    onBytes: (read, total) =>
      onProgress(`Reading Congress: ${kilobytes(read)}${total ? ` of ${kilobytes(total)}` : ''}`),
  })
  onProgress(`Checking the members of Congress (${kilobytes(text.length)})`)
  const batch = readCongress(await parseText(text, source, nearestBioguidePattern), source, now)
  return requireCurrentOfficials(batch, `${source} has no member of Congress`, now)
}

async function loadGovernors(source: string | string[], reading: Reading): Promise<Batch> {
  const [first] = source
  if (typeof source === 'string' && !/^https?:/i.test(source))
    return readGovernorFiles(await findGovernorFiles(source), source, reading)
  const name = typeof source === 'string' ? source : (first ?? '')
  if (typeof source !== 'string' && !(await isGzip(name))) return readGovernorFiles(source, name, reading)
  const folder = await mkdtemp(path.join(tmpdir(), 'governors-'))
  try {
    const archive = typeof source === 'string' ? path.join(folder, 'archive') : name
    if (typeof source === 'string') await fetchArchive(source, archive, reading)
    const files = await unpackExecutives(archive, path.join(folder, 'executive'))
    return await readGovernorFiles(files, name, reading)
  } catch (error) {
    // The reader of a message knows the names in the archive, not the folder.
    if (error instanceof Error)
      error.message = error.message
        .replaceAll(`${path.join(folder, 'executive')}/`, '')
        .replaceAll(path.join(folder, 'archive'), name)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fetchArchive(
  url: string,
  file: string,
  { onProgress, advice, timeoutMs = 120_000 }: Reading,
): Promise<void> {
  onProgress(`Reading governors from ${url}`)
  const onBytes = (read: number) => onProgress(`Reading governors: ${kilobytes(read)}`)
  await writeFile(file, await download(url, { advice, onBytes, timeoutMs }))
}

async function isGzip(file: string): Promise<boolean> {
  await using handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  return buffer.toString('hex') === '1f8b'
}

async function readGovernorFiles(files: string[], source: string, { now, onProgress }: Reading): Promise<Batch> {
  const batch = await readGovernors(files, now, (done) => {
    onProgress(`Reading governors: ${done + 1} of ${files.length} files`)
  })
  return requireCurrentOfficials(batch, `${source} has no governor`, now)
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`

/** Throws if no official is in office: the source must be outdated, and importing it would empty the directory. */
function requireCurrentOfficials(batch: Batch, message: string, now: Date): Batch {
  if (batch.officials.length > 0) return batch
  const terms = batch.skipped.length
  const why = terms > 0 ? `: all ${terms} terms have ended or not begun. Is the source out of date?` : '.'
  throw new Error(`${message} in office on ${toIsoDate(now)}${why}`)
}
