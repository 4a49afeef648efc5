import type { Db } from '#db/client.ts'
import { readVoteview, type RollCallSources } from './voteview.ts'
import { type ChamberOutcome, writeChamber } from './write-roll-calls.ts'

/**
 * Imports roll calls, one transaction per chamber and Congress. Everything is read and checked first, so an invalid file changes
 * nothing.
 */
export async function importRollCalls(
  db: Db,
  sources: RollCallSources,
  onProgress: (line: string) => void = () => undefined,
): Promise<ChamberOutcome[]> {
  const chambers = await readVoteview(sources, onProgress)
  const outcomes: ChamberOutcome[] = []
  for (const files of chambers) {
    onProgress(`Writing ${files.rollCalls.size} roll calls of the ${files.chamber}`)
    outcomes.push(await db.transaction((tx) => writeChamber(tx, files)))
  }
  return outcomes
}

export function formatRollCallReport(outcomes: ChamberOutcome[]): string {
  return outcomes
    .flatMap(({ congress, chamber, members, rollCalls, positions, unknown, notes }) => [
      `  Congress ${congress}, ${chamber}`,
      `    members     ${listCounts(members)}`,
      `    roll calls  ${listCounts(rollCalls)}`,
      `    positions   ${listCounts(positions)}`,
      ...listLines('Members who are not in the directory', unknown),
      ...listLines('Notes', notes),
      '',
    ])
    .join('\n')
}

const listCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')

const listLines = (title: string, lines: string[]) =>
  lines.length > 0 ? [`    ${title} (${lines.length})`, ...lines.map((line) => `      ${line}`)] : []
