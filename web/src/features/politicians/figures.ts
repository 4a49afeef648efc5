/** Specification 1 and 2: fixed display text, never live counts (decision 62). */
export const directoryFigures = [
  { value: '15K+', label: 'officials' },
  { value: '2.5M+', label: 'ratings' },
  { value: '50', label: 'states' },
  { value: '98%', label: 'accuracy' },
] as const

export const lastUpdated = 'Last updated: 5 minutes ago'
