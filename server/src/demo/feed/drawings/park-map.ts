import type { Drawing } from '#demo/feed/sample-post.ts'
import { letters } from './letters.ts'

const trees = [
  [96, 118],
  [150, 92],
  [118, 176],
  [212, 128],
  [88, 428],
  [140, 470],
  [96, 510],
  [704, 96],
  [760, 128],
  [812, 92],
  [850, 150],
  [480, 92],
  [548, 120],
  [610, 86],
  [430, 540],
  [492, 516],
]
const label = (text: string, x: number, y: number, color = '#221d16') =>
  letters(text, { x, y, size: 17, color, align: 'middle' })

export const parkMap: Drawing = {
  alt: 'Simple map of a park between two streets: a pond on the left with a dashed loop trail around it, an orange playground in the middle and a gray parking lot on the right.',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640" viewBox="0 0 960 640">
    <rect width="960" height="640" fill="#efeadf"/>
    <path d="M0 604h960M926 0v640" stroke="#fffdf8" stroke-width="48"/>
    <rect x="40" y="40" width="850" height="530" rx="28" fill="#cfdcc0"/>
    <path d="M222 214Q330 150 430 222T470 380Q390 470 286 424T186 330Q170 250 222 214z" fill="#8fb3cf"/>
    <path d="M240 246Q320 190 400 240" fill="none" stroke="#c3d8e6" stroke-width="7" stroke-linecap="round"/>
    <path d="M196 176Q340 96 470 196T520 410Q400 530 258 466T146 330Q130 220 196 176zM526 320Q580 330 620 330M760 330H900" fill="none" stroke="#8a6a3c" stroke-width="8" stroke-dasharray="20 13" stroke-linecap="round"/>
    <rect x="596" y="270" width="130" height="120" rx="12" fill="#d98a3d"/>
    <g stroke="#fffdf8" stroke-width="8" fill="none" stroke-linecap="round"><path d="M622 362l22-66 22 66M644 298h48M692 298v64M676 298v40h-16"/></g>
    <rect x="648" y="440" width="220" height="104" rx="8" fill="#9b9a96"/>
    <g stroke="#fffdf8" stroke-width="4">${[0, 1, 2, 3, 4, 5, 6].map((n) => `<path d="M${676 + n * 28} 450v34M${676 + n * 28} 500v34"/>`).join('')}</g>
    <g fill="#6f9a66">${trees.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="25"/>`).join('')}</g>
    <g fill="#86ae7b">${trees.map(([x = 0, y = 0]) => `<circle cx="${x - 6}" cy="${y - 6}" r="14"/>`).join('')}</g>
    ${label('MILL POND', 326, 320, '#25488f')}${label('PLAYGROUND', 661, 234)}${label('PARKING', 758, 412)}${label('LOOP TRAIL', 300, 512, '#57421f')}
    ${label('MILL STREET', 480, 596, '#5a5241')}
    <circle cx="836" cy="234" r="30" fill="#fffdf8"/><path d="M836 256v-38M826 228l10-12 10 12" stroke="#221d16" stroke-width="5" fill="none"/>${letters('N', { x: 836, y: 184, size: 16, color: '#221d16', align: 'middle' })}
  </svg>`,
}
