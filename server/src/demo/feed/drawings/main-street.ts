import type { Drawing } from '#demo/feed/sample-post.ts'

/** x, width, height, wall and awning of each house. The left row, then the right row. */
const houses: [x: number, width: number, height: number, wall: string, awning: string][] = [
  [0, 130, 330, '#8a3f3a', '#25488f'],
  [130, 110, 270, '#a5683f', '#14603a'],
  [240, 90, 225, '#7c5a74', '#98283a'],
  [330, 70, 185, '#6d6a7c', '#a35c00'],
  [560, 70, 185, '#7d6550', '#14603a'],
  [630, 90, 235, '#935047', '#25488f'],
  [720, 110, 280, '#6a5873', '#98283a'],
  [830, 130, 345, '#9a6b3d', '#64408d'],
]
const ground = 470

function house([x, width, height, wall, awning]: (typeof houses)[number]): string {
  const top = ground - height
  const step = width / 3
  const rows = Math.floor((height - 110) / 62)
  const windows = Array.from({ length: Math.max(rows, 1) * 2 }, (_, index) => {
    const left = x + step * (0.55 + 1.15 * (index % 2))
    return `<rect x="${left}" y="${top + 24 + Math.floor(index / 2) * 62}" width="${step * 0.75}" height="38" rx="3"/>`
  })
  return `<rect x="${x}" y="${top}" width="${width}" height="${height}" fill="${wall}"/>
    <rect x="${x - 3}" y="${top - 8}" width="${width + 6}" height="14" fill="#3b2c2a"/>
    <g fill="#f6d79a">${windows.join('')}</g>
    <rect x="${x + 10}" y="${ground - 58}" width="${width - 20}" height="58" fill="#2b2420"/>
    <path d="M${x + 6} ${ground - 76}h${width - 12}l8 26H${x - 2}z" fill="${awning}"/>`
}

export const mainStreet: Drawing = {
  alt: 'Drawing of an empty main street at sunrise, with brick shops and colored awnings on both sides and the sun at the end of the road.',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640" viewBox="0 0 960 640">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#4a5f92"/><stop offset=".55" stop-color="#e0a08a"/><stop offset="1" stop-color="#f9dfa6"/></linearGradient></defs>
    <rect width="960" height="${ground}" fill="url(#sky)"/>
    <circle cx="480" cy="420" r="130" fill="#fbe7b5" opacity=".5"/><circle cx="480" cy="420" r="66" fill="#fff3cf"/>
    <path d="M380 ${ground}Q430 400 480 424T600 ${ground}z" fill="#77657c"/>
    ${houses.map(house).join('')}
    <rect y="${ground}" width="960" height="170" fill="#b9a58c"/>
    <path d="M440 ${ground}h80l250 170H190z" fill="#5f5753"/>
    <g fill="#f6e8c8"><path d="M478 486h5l1 16h-7zM476 516h8l2 26h-12zM473 562h14l4 44h-22z"/></g>
    <g stroke="#2b2420" stroke-width="7" fill="none"><path d="M250 560V330q0-22 26-22M710 560V330q0-22-26-22"/></g>
    <circle cx="280" cy="312" r="13" fill="#fff3cf"/><circle cx="680" cy="312" r="13" fill="#fff3cf"/>
  </svg>`,
}
