import { classes } from '#lib/classes.ts'

/** The frame of a card without padding: some cards contain full-width dividers and images. */
export function cardClass(className?: string): string {
  return classes('rounded-card border border-line bg-surface shadow-raised', className)
}
