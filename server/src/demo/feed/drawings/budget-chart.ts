import type { Drawing } from '#demo/feed/sample-post.ts'
import { letters } from './letters.ts'

const bars: [name: string, cents: number, color: string][] = [
  ['SCHOOLS', 46, '#25488f'],
  ['POLICE & FIRE', 21, '#98283a'],
  ['STREETS', 13, '#a35c00'],
  ['DEBT', 9, '#64408d'],
  ['PARKS & LIBRARY', 7, '#14603a'],
  ['THE REST', 4, '#5c6670'],
]

export const budgetChart: Drawing = {
  alt: 'Bar chart "One tax dollar": schools 46 cents, police and fire 21, streets 13, debt 9, parks and library 7, the rest 4.',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640" viewBox="0 0 960 640">
    <rect width="960" height="640" fill="#fffdf8"/>
    ${letters('ONE TAX DOLLAR', { x: 56, y: 48, size: 38, color: '#221d16' })}
    <path d="M56 112h848" stroke="#ddd5c5" stroke-width="3"/>
    ${bars
      .map(([name, cents, color], index) => {
        const y = 146 + index * 78
        const label = letters(name, { x: 320, y: y + 16, size: 19, color: '#5a5241', align: 'end' })
        const value = letters(String(cents), { x: 364 + cents * 10, y: y + 12, size: 26, color: '#221d16' })
        return `${label}<rect x="344" y="${y}" width="${cents * 10}" height="50" rx="5" fill="${color}"/>${value}`
      })
      .join('')}
  </svg>`,
}
