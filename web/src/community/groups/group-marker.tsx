import { type GroupLetter, groupLetters } from '@wtpu/contract/common-ground'
import { classes } from '#lib/classes.ts'

/** Colors of no party. The letter tells groups apart without color. */
const styles = [
  { fill: 'bg-group-a', shape: 'fill-group-a' },
  { fill: 'bg-group-b', shape: 'fill-group-b' },
  { fill: 'bg-group-c', shape: 'fill-group-c' },
  { fill: 'bg-group-d', shape: 'fill-group-d' },
  { fill: 'bg-group-e', shape: 'fill-group-e' },
] as const

export const groupStyle = (group: GroupLetter): (typeof styles)[number] =>
  styles[groupLetters.indexOf(group)] ?? styles[0]

/** A disc in the group's color with its letter. Options of polls are squares. */
export function GroupMarker({ group, className }: { group: GroupLetter; className?: string }) {
  return (
    <span
      className={classes(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-full text-sm leading-none font-bold text-on-group',
        groupStyle(group).fill,
        className,
      )}
    >
      <span className="sr-only">Group </span>
      {group}
    </span>
  )
}
