import type { Drawing } from '#demo/feed/sample-post.ts'
import { letters } from './letters.ts'

const red = '#98283a'
const ink = '#221d16'

export const pancakeFlyer: Drawing = {
  alt: 'Flyer with a stack of pancakes: "Pancake breakfast. Fire hall, Saturday 7 to 11. All you can eat for 6 dollars. For new radios."',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="960" viewBox="0 0 800 960">
    <rect width="800" height="960" fill="#f8f0da"/>
    <rect x="26" y="26" width="748" height="908" rx="14" fill="none" stroke="${red}" stroke-width="8"/>
    ${letters('PANCAKE', { x: 400, y: 82, size: 92, color: red, align: 'middle' })}
    ${letters('BREAKFAST', { x: 400, y: 204, size: 72, color: ink, align: 'middle' })}
    <ellipse cx="400" cy="606" rx="280" ry="56" fill="#25488f"/><ellipse cx="400" cy="594" rx="280" ry="56" fill="#e1e8f4"/>
    ${[0, 1, 2, 3, 4]
      .map((layer) => {
        const y = 572 - layer * 36
        const x = 400 + (layer % 2 ? 7 : -7)
        return `<ellipse cx="${x}" cy="${y}" rx="180" ry="44" fill="#a86a2b"/><ellipse cx="${x}" cy="${y - 11}" rx="180" ry="42" fill="#dda657"/>`
      })
      .join('')}
    <path d="M268 410Q400 356 534 412Q546 440 520 446Q514 520 500 520T480 456Q420 470 396 466Q390 556 374 556T352 462Q300 458 290 444Q262 436 268 410Z" fill="#8a3f16"/>
    <path d="M362 380l66-20 38 30-66 24z" fill="#fbe7a8"/><path d="M362 380l38 34v22l-38-34zM400 414l66-24v20l-66 26z" fill="#ecc765"/>
    <g fill="none" stroke="#c9b48c" stroke-width="8" stroke-linecap="round"><path d="M300 350q-16-22 0-40t0-34M490 346q-16-22 0-40t0-34"/></g>
    ${letters('FIRE HALL', { x: 400, y: 690, size: 50, color: ink, align: 'middle' })}
    ${letters('SATURDAY 7-11', { x: 400, y: 762, size: 44, color: red, align: 'middle' })}
    ${letters('ALL YOU CAN EAT 6 DOLLARS', { x: 400, y: 828, size: 26, color: ink, align: 'middle' })}
    ${letters('FOR NEW RADIOS', { x: 400, y: 874, size: 22, color: '#5a5241', align: 'middle' })}
  </svg>`,
}
