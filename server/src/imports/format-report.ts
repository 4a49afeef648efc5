import { states } from '@wtpu/contract/states'
import type { ImportReport } from './officials.ts'

const titles = { congress: 'Congress', openstates: 'Governors', sample: 'Samples' }

/** The summary of an import: a table of counts, then the names of skipped and retired officials, and notes. */
export function formatReport({ batches, outcomes, statesWithoutGovernor }: ImportReport): string {
  const rows = outcomes.map((outcome) => {
    const skipped = batches.find((batch) => batch.source === outcome.source)?.skipped.length ?? 0
    return { ...outcome, retired: outcome.retired.length, skipped }
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
