import { fullCount } from '@wtpu/contract/full-count'
import type { GroupLetter, GroupMap as Map } from '@wtpu/contract/common-ground'
import { smallestCell } from '@wtpu/contract/disclosure'
import { classes } from '#lib/classes.ts'
import { groupStyle } from '#community/groups/group-marker.tsx'

/** In units of the picture. */
const cellSize = 20
const smallestDot = 0.45
/** The share of the picture's width that a letter takes, so that it has 14 px on the narrowest phone. */
const letterShare = 0.06

/**
 * Where people are, as a picture of density: a larger disc is more people. Each group's letter stands in its middle.
 * Screen readers read the sizes of the groups instead.
 */
export function GroupMap({ map, groups }: { map: Map; groups: readonly { id: GroupLetter; size: number }[] }) {
  const most = Math.max(...map.cells.map(({ people }) => people))
  const place = ({ x, y }: { x: number; y: number }) => ({
    cx: (x + 0.5) * cellSize,
    cy: (map.rows - y - 0.5) * cellSize,
  })
  const letterSize = map.columns * cellSize * letterShare
  const summary = groups.map(({ id, size }) => `Group ${id} has ${fullCount(size)} people.`).join(' ')
  return (
    <figure>
      <p className="sr-only">A map of the groups. {summary}</p>
      <svg
        aria-hidden
        viewBox={`0 0 ${map.columns * cellSize} ${map.rows * cellSize}`}
        className="mx-auto aspect-square w-full max-w-md rounded-card border border-line bg-surface forced-canvas"
      >
        {map.cells.map((cell) => {
          const radius = (cellSize / 2) * (smallestDot + (1 - smallestDot) * Math.sqrt(cell.people / most))
          const { cx, cy } = place(cell)
          return (
            <circle
              key={`${cell.group} ${cell.x} ${cell.y}`}
              cx={cx}
              cy={cy}
              r={radius}
              className={groupStyle(cell.group).shape}
            />
          )
        })}
        {groups.map(({ id }) => {
          const center = centerOf(map.cells.filter(({ group }) => group === id))
          if (!center) return null
          const { cx, cy } = place(center)
          return (
            <g key={id}>
              <circle
                cx={cx}
                cy={cy}
                r={letterSize * 0.85}
                strokeWidth={letterSize / 8}
                className={classes(groupStyle(id).shape, 'stroke-surface')}
              />
              <text
                x={cx}
                y={cy}
                fontSize={letterSize}
                textAnchor="middle"
                dominantBaseline="central"
                className="fill-on-group font-bold"
              >
                {id}
              </text>
            </g>
          )
        })}
      </svg>
      <figcaption className="mt-3 max-w-prose text-sm text-soft">
        People who vote alike are close together. A larger disc is more people, and each letter stands in the middle of
        its group; places with fewer than {smallestCell} people of a group are left out. The directions have no meaning
        of their own: there is no left or right.
      </figcaption>
    </figure>
  )
}

/** The mean position of the people in these cells. */
function centerOf(cells: Map['cells']): { x: number; y: number } | undefined {
  const people = cells.reduce((sum, cell) => sum + cell.people, 0)
  if (people === 0) return undefined
  const mean = (axis: 'x' | 'y') => cells.reduce((sum, cell) => sum + cell[axis] * cell.people, 0) / people
  return { x: mean('x'), y: mean('y') }
}
