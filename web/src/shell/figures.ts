/** Specification 1: fixed display text, never live counts (decision 62). */
export const siteFigures = [
  { value: '2.5M+', label: 'citizens' },
  { value: '15K+', label: 'politicians' },
  { value: '98%', label: 'accuracy' },
  { value: 'Free', label: 'forever' },
] as const
