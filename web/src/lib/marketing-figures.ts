/** Fixed display text, never mixed with live counts. Operators can change it here. */
export const marketingFigures = [
  { value: '2.5M+', label: 'citizens' },
  { value: '15K+', label: 'politicians' },
  { value: '98%', label: 'accuracy' },
  { value: 'Free', label: 'forever' },
] as const

export const directoryFigures = [
  { value: '15K+', label: 'officials' },
  { value: '2.5M+', label: 'ratings' },
  { value: '50', label: 'states' },
  { value: '98%', label: 'accuracy' },
] as const

export const lastUpdated = 'Last updated: 5 minutes ago'

export const boilerRoomFigures = [
  { value: '250K+', label: 'members' },
  { value: '1.2M+', label: 'comments' },
  { value: '50K+', label: 'daily discussions' },
  { value: '95%', label: 'positive engagement' },
] as const
