import type { Drawing } from '#demo/feed/sample-post.ts'

const hives: [x: number, color: string][] = [
  [90, '#25488f'],
  [310, '#d9a441'],
  [530, '#98283a'],
  [750, '#14603a'],
]
const bees = [
  [150, 140],
  [262, 190],
  [330, 110],
  [474, 176],
  [560, 96],
  [668, 166],
  [720, 118],
  [880, 190],
]

export const beehives: Drawing = {
  alt: 'Drawing of four wooden beehives in a meadow, painted blue, yellow, red and green, with bees flying above them.',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 960 540">
    <rect width="960" height="540" fill="#dce8ee"/>
    <path d="M0 300Q250 210 520 280T960 250V540H0z" fill="#a9c09a"/><path d="M0 380Q300 320 600 372T960 350V540H0z" fill="#86a878"/>
    <path d="M812 300V190" stroke="#6b4d2a" stroke-width="16"/><circle cx="812" cy="150" r="74" fill="#5f8a5a"/><circle cx="766" cy="186" r="46" fill="#6c9866"/>
    ${hives
      .map(
        ([x, color]) => `<path d="M${x + 10} 446v44M${x + 110} 446v44" stroke="#57421f" stroke-width="14"/>
      <rect x="${x}" y="372" width="120" height="78" rx="4" fill="${color}"/><rect x="${x}" y="296" width="120" height="74" rx="4" fill="${color}"/>
      <rect x="${x}" y="366" width="120" height="8" fill="#221d16" opacity=".28"/><rect x="${x - 9}" y="276" width="138" height="24" rx="4" fill="#fffdf8"/>
      <rect x="${x + 38}" y="322" width="44" height="10" rx="5" fill="#fffdf8" opacity=".8"/><rect x="${x + 24}" y="430" width="72" height="12" rx="3" fill="#221d16"/>`,
      )
      .join('')}
    ${bees
      .map(
        ([x, y], index) => `<g transform="translate(${x} ${y}) rotate(${(index % 3) * 16 - 16})">
      <ellipse cx="-3" cy="-10" rx="8" ry="12" fill="#fffdf8" opacity=".9"/><ellipse cx="8" cy="-10" rx="7" ry="11" fill="#fffdf8" opacity=".9"/>
      <ellipse rx="17" ry="10" fill="#e0aa2e"/><path d="M-5-9v18M4-9v18" stroke="#221d16" stroke-width="5"/><circle cx="15" r="6" fill="#221d16"/></g>`,
      )
      .join('')}
    <g fill="#fffdf8">${[30, 240, 285, 470, 690, 720, 905].map((x, index) => `<circle cx="${x}" cy="${480 + (index % 3) * 16}" r="8"/>`).join('')}</g>
    <g fill="#d9a441">${[30, 240, 285, 470, 690, 720, 905].map((x, index) => `<circle cx="${x}" cy="${480 + (index % 3) * 16}" r="3.5"/>`).join('')}</g>
  </svg>`,
}
