import { type GroupLetter, groupLetters } from '@wtpu/contract/common-ground'
import { classes } from '#lib/classes.ts'

/** Colors of no party. The letter tells groups apart without color. */
const styles = [
  { fill: 'bg-option-a', shape: 'fill-option-a' },
  { fill: 'bg-option-b', shape: 'fill-option-b' },
  { fill: 'bg-option-c', shape: 'fill-option-c' },
  { fill: 'bg-option-d', shape: 'fill-option-d' },
  { fill: 'bg-option-e', shape: 'fill-option-e' },
] as const

export const groupStyle = (group: GroupLetter): (typeof styles)[number] =>
  styles[groupLetters.indexOf(group)] ?? styles[0]

/** A disc in the group's color with its letter. Options of polls are squares. */
export function GroupMarker({ group, className }: { group: GroupLetter; className?: string }) {
  return (
    <span
      className={classes(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-full text-sm leading-none font-bold text-on-option',
        groupStyle(group).fill,
        className,
      )}
    >
      <span className="sr-only">Group </span>
      {group}
    </span>
  )
}
