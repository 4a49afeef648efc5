import { positionNames, positions } from '@wtpu/contract/roll-calls'

/** How many voted how. */
export const positionColumns = positions.map((position) => ({
  title: positionNames[position],
  short: position === 'present' ? 'Abstain' : positionNames[position],
  count: true,
}))
