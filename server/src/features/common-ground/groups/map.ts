import type { GroupLetter, GroupMap } from '@wtpu/contract/common-ground'
import { roundedTo, smallestCell } from '@wtpu/contract/disclosure'
import type { FoundGroups } from './find-groups.ts'

const [fewestCells, mostCells] = [6, 24]
/** How many people each cell would have if they were spread evenly. */
const peoplePerCell = 6
/** Positions beyond these quantiles are drawn at the edge, so that a few outliers do not shrink the rest. */
const [lowest, highest] = [0.01, 0.99]

/** Counts people in the cells of a grid, separately for each group. Cells with too few people are left out. */
export function drawMap({ groups, positions }: FoundGroups, letters: readonly GroupLetter[]): GroupMap {
  const side = Math.min(mostCells, Math.max(fewestCells, Math.round(Math.sqrt(groups.length / peoplePerCell))))
  const [x, y] = [scaleTo(side, positions.x), scaleTo(side, positions.y)]
  const counts = new Map<number, number>()
  for (const [row, group] of groups.entries()) {
    const cell = (group * side + (y[row] ?? 0)) * side + (x[row] ?? 0)
    counts.set(cell, (counts.get(cell) ?? 0) + 1)
  }
  const cells = [...counts]
    .filter(([, people]) => people >= smallestCell)
    .toSorted(([a], [b]) => a - b)
    .map(([cell, people]) => ({
      x: cell % side,
      y: Math.floor(cell / side) % side,
      group: letters[Math.floor(cell / side / side)] ?? 'A',
      people: people - (people % roundedTo),
    }))
  return { columns: side, rows: side, cells }
}

function scaleTo(side: number, values: Float64Array): Uint8Array {
  const sorted = values.toSorted()
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0
  const [from, to] = [at(lowest), at(highest)]
  const scale = to > from ? side / (to - from) : 0
  return Uint8Array.from(values, (value) => Math.min(side - 1, Math.max(0, Math.floor((value - from) * scale))))
}
