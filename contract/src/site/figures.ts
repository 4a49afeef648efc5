import { site } from './name.ts'

/** Fixed display text, never mixed with live counts. Admins can switch each on and off; only the demo has them by default. */
export const homeFigures = [
  { value: '2.5M+', label: 'citizens' },
  { value: '15K+', label: 'politicians' },
  { value: '98%', label: 'accuracy' },
  { value: 'Free', label: 'forever' },
]

export const isShown = ({ label }: { label: string }): boolean => !site.hidden.includes(label)
