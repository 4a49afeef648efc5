import { site } from './name.ts'
import type { PartName } from './part-names.ts'

export interface Figure {
  part?: PartName
  value: string
  label: string
}

/** Fixed display text, never mixed with live counts. Admins can switch each on and off; only the demo has them by default. */
export const homeFigures: readonly Figure[] = [
  { value: '2.5M+', label: 'citizens' },
  { part: 'officials', value: '15K+', label: 'politicians' },
  { value: '98%', label: 'accuracy' },
  { value: 'Free', label: 'forever' },
]

export const isShown = ({ label }: { label: string }): boolean => !site.hidden.includes(label)
