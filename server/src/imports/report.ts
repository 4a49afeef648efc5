import { states } from '@wtpu/contract/states'
import type { ImportReport } from './officials.ts'
import type { PhotoReport } from './photos.ts'

const titles = { congress: 'Congress', openstates: 'Governors', own: 'Own list', sample: 'Samples' }

/** The summary of an import: a table of counts, then the names of skipped and retired officials, and notes. */
export function formatReport({ batches, outcomes, statesWithoutGovernor }: ImportReport): string {
  const rows = outcomes.map((outcome) => {
    const skipped = batches.find((batch) => batch.source === outcome.source)?.skipped.length ?? 0
    const { added, updated, unchanged, retired } = outcome
    return {
      source: outcome.source,
      added: added.length,
      updated: updated.length,
      unchanged,
      retired: retired.length,
      skipped,
    }
  })
  const shown = rows.filter(({ source, retired }) => source !== 'sample' || retired > 0)
  const counts = ['added', 'updated', 'unchanged', 'retired', 'skipped'] as const
  const table = [
    ['', ...shown.map(({ source }) => titles[source])],
    ...counts.map((count) => [count, ...shown.map((row) => String(row[count]))]),
  ].map(([head = '', ...cells]) => `  ${head.padEnd(10)}${cells.map((cell) => cell.padStart(11)).join('')}`)
  return [
    ...table,
    ...list(
      'Skipped',
      batches.flatMap(({ skipped }) => skipped.map(({ who, reason }) => `${who}: ${reason}`)),
    ),
    ...list(
      'Retired',
      outcomes.filter(({ source }) => source !== 'sample').flatMap(({ retired }) => retired),
    ),
    ...list(
      'Notes',
      batches.flatMap(({ notes }) => notes),
    ),
    ...missingGovernors(statesWithoutGovernor),
  ].join('\n')
}

/** How many photos were fetched, and which ones could not be had. */
export function formatPhotos({ stored, missing }: PhotoReport): string {
  const reasons = Map.groupBy(missing, ({ host, reason }) => `${host}: ${reason}`)
  const lines = [...reasons].map(([reason, officials]) => `${reason}: ${namesOf(officials.map(({ who }) => who))}`)
  const advice = ['', '  The site shows initials for them. The next import tries again.']
  return [
    `  Photos fetched: ${stored}`,
    ...(missing.length > 0 ? ['', `  Photos that could not be fetched (${missing.length})`] : []),
    ...lines.map((line) => `    ${line}`),
    ...(missing.length > 0 ? advice : []),
  ].join('\n')
}

function namesOf(names: string[]): string {
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown
}

function list(title: string, lines: string[]): string[] {
  return lines.length > 0 ? ['', `  ${title} (${lines.length})`, ...lines.map((line) => `    ${line}`)] : []
}

function missingGovernors(without: string[] | undefined): string[] {
  if (!without) return ['', '  Governors were not imported. To import them: --governors FOLDER']
  const stateNames = new Set<string>(states.map(([, name]) => name))
  const kinds = [
    ['States', without.filter((name) => stateNames.has(name))],
    ['Territories', without.filter((name) => !stateNames.has(name))],
  ] as const
  return kinds.flatMap(([kind, names]) => list(`${kind} without a governor`, names))
}

interface Output {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/** The shortest time between two lines of the same phase, outside a terminal. */
const minIntervalMs = 2_000

/** Shows progress: rewrites one line in a terminal, and otherwise prints new lines at a limited rate. */
export function showProgress(output: Output, clock: () => number = Date.now) {
  let last = { phase: '', at: 0 }
  return {
    update(line: string): void {
      if (output.isTTY) {
        output.write(`\r\u001B[K  ${line.slice(0, (output.columns ?? 80) - 3)}`)
        return
      }
      // "Reading governors: 3 of 53 files" and "Reading governors: 4 of 53 files" are the same phase.
      const phase = line.replace(/:? *\d.*/, '')
      if (phase === last.phase && clock() - last.at < minIntervalMs) return
      last = { phase, at: clock() }
      output.write(`  ${line}\n`)
    },
    finish(): void {
      if (output.isTTY) output.write('\r\u001B[K')
    },
  }
}
