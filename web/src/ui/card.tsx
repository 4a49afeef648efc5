import { classes } from '#lib/classes.ts'

/** The frame of a card; its padding is the caller's, since some hold rules and pictures edge to edge. */
export function cardClass(className?: string): string {
  return classes('rounded-card border border-line bg-surface shadow-raised', className)
}
