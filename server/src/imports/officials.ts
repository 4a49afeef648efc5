import type { Db } from '#db/client.ts'
import { nearestBioguidePattern, readCongress } from './congress.ts'
import { findGovernorFiles, readGovernors, statesWithoutGovernor } from './governors.ts'
import { type Batch, toIsoDate } from './official.ts'
import { parseText } from './parse-records.ts'
import { readSource } from './read-source.ts'
import { type Outcome, writeOfficials } from './write-officials.ts'

/** Where to read from. A source that is left out is not changed in the database. */
export interface Sources {
  /** A file or an http(s) address: YAML or JSON of congress-legislators. */
  congress?: string | undefined
  /** A checkout of openstates/people, or a folder of its executive files. */
  governors?: string | undefined
}

interface Options {
  now?: Date
  onProgress?(line: string): void
}

export interface ImportReport {
  batches: Batch[]
  outcomes: Outcome[]
  /** Undefined if governors were not imported. */
  statesWithoutGovernor: string[] | undefined
}

/** Imports officials in one transaction. Everything is read and validated first, so an invalid record changes nothing. */
export async function importOfficials(db: Db, sources: Sources, options: Options = {}): Promise<ImportReport> {
  const { now = new Date(), onProgress = () => undefined } = options
  const batches: Batch[] = []
  if (sources.congress) batches.push(await loadCongress(sources.congress, now, onProgress))
  if (sources.governors) batches.push(await loadGovernors(sources.governors, now, onProgress))
  onProgress(`Writing ${batches.reduce((sum, batch) => sum + batch.officials.length, 0)} officials`)
  const outcomes = await db.transaction((tx) => writeOfficials(tx, batches, now))
  const governors = batches.find((batch) => batch.source === 'openstates')
  return { batches, outcomes, statesWithoutGovernor: governors && statesWithoutGovernor(governors.officials) }
}

async function loadCongress(source: string, now: Date, onProgress: (line: string) => void): Promise<Batch> {
  onProgress(`Reading Congress from ${source}`)
  const text = await readSource(source, {
    option: '--congress',
    onBytes: (read, total) =>
      onProgress(`Reading Congress: ${kilobytes(read)}${total ? ` of ${kilobytes(total)}` : ''}`),
  })
  onProgress(`Checking the members of Congress (${kilobytes(text.length)})`)
  const batch = readCongress(await parseText(text, source, nearestBioguidePattern), source, now)
  return requireCurrentOfficials(batch, `${source} has no member of Congress`, now)
}

async function loadGovernors(folder: string, now: Date, onProgress: (line: string) => void): Promise<Batch> {
  const files = await findGovernorFiles(folder)
  const batch = await readGovernors(files, now, (done) => {
    onProgress(`Reading governors: ${done + 1} of ${files.length} files`)
  })
  return requireCurrentOfficials(batch, `${folder} has no governor`, now)
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`

/** Throws if no official is in office: the source must be outdated, and importing it would empty the directory. */
function requireCurrentOfficials(batch: Batch, message: string, now: Date): Batch {
  if (batch.officials.length > 0) return batch
  const terms = batch.skipped.length
  const why = terms > 0 ? `: all ${terms} terms have ended or not begun. Is the source out of date?` : '.'
  throw new Error(`${message} in office on ${toIsoDate(now)}${why}`)
}
