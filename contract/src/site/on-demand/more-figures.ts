import type { Figure } from '../figures.ts'

// Apart from those of the home page, which loads as little as possible.

export const directoryFigures: readonly Figure[] = [
  { value: '15K+', label: 'officials' },
  { part: 'ratings', value: '2.5M+', label: 'ratings' },
  { value: '50', label: 'states' },
  { value: '98%', label: 'accuracy' },
]

export const lastUpdated = { value: 'Last updated:', label: '5 minutes ago' }

export const boilerRoomFigures = [
  { value: '250K+', label: 'members' },
  { value: '1.2M+', label: 'comments' },
  { value: '50K+', label: 'daily discussions' },
  { value: '95%', label: 'positive engagement' },
]

export const timeline = { value: 'Our story,', label: '2021-2024' }
