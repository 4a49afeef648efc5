/** The strokes of each letter in a box 4 wide and 6 high. SVG text would need fonts, which a server may not have. */
const strokes: Record<string, string> = {
  A: 'M0 6L2 0L4 6M.7 4H3.3',
  B: 'M0 6V0H2.5Q4 0 4 1.5T2.5 3H0M2.5 3Q4 3 4 4.5T2.5 6H0',
  C: 'M4 1Q3.5 0 2 0Q0 0 0 3T2 6Q3.5 6 4 5',
  D: 'M0 6V0H1.5Q4 0 4 3T1.5 6H0',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  G: 'M4 1Q3.5 0 2 0Q0 0 0 3T2 6Q4 6 4 3.4H2.4',
  H: 'M0 0V6M4 0V6M0 3H4',
  I: 'M2 0V6',
  K: 'M0 0V6M4 0L0 3.4M1.4 2.4L4 6',
  L: 'M0 0V6H4',
  M: 'M0 6V0L2 3L4 0V6',
  N: 'M0 6V0L4 6V0',
  O: 'M2 0Q0 0 0 3T2 6Q4 6 4 3T2 0',
  P: 'M0 6V0H2.4Q4 0 4 1.6T2.4 3.2H0',
  R: 'M0 6V0H2.4Q4 0 4 1.6T2.4 3.2H0M2 3.2L4 6',
  S: 'M4 .9Q3.4 0 2 0Q0 0 0 1.5Q0 2.7 2 3T4 4.5Q4 6 2 6Q.6 6 0 5.1',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V4Q0 6 2 6T4 4V0',
  V: 'M0 0L2 6L4 0',
  W: 'M0 0L1 6L2 2L3 6L4 0',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 3L4 0M2 3V6',
  '0': 'M2 0Q.2 0 .2 3T2 6Q3.8 6 3.8 3T2 0',
  '1': 'M.8 1.2L2.2 0V6',
  '2': 'M0 1.5Q.2 0 2 0T4 1.6Q4 3 0 6H4',
  '3': 'M0 .8Q.8 0 2 0Q3.8 0 3.8 1.5T1.6 2.9Q4 2.9 4 4.4T2 6Q.6 6 0 5',
  '4': 'M3 6V0L0 4.2H4',
  '6': 'M3.6 .4Q.2 .2 .2 3.8Q.2 6 2 6T3.9 4.2Q3.9 2.6 2.2 2.6Q.6 2.6 .3 4',
  '7': 'M0 0H4L1.4 6',
  '9': 'M.4 5.6Q3.8 5.8 3.8 2.2Q3.8 0 2 0T.1 1.8Q.1 3.4 1.8 3.4Q3.4 3.4 3.7 2',
  ' ': '',
  '-': 'M.8 3H3.2',
  '&': 'M4 6L.9 1.6Q.6 0 1.8 0T2.6 1.6Q0 3.2 0 4.6Q0 6 1.6 6Q3.4 6 4 3.6',
}

interface Place {
  x: number
  y: number
  /** Height of a letter in pixels. */
  size: number
  color: string
  align?: 'start' | 'middle' | 'end'
}

/** Draws capital letters and digits; `y` is their upper edge. */
export function letters(text: string, { x, y, size, color, align = 'start' }: Place): string {
  const scale = size / 6
  const advance = 5.6
  const width = (text.length * advance - 1.6) * scale
  const start = x - { start: 0, middle: width / 2, end: width }[align]
  const paths = Array.from(text, (letter, index) => {
    const path = strokes[letter]
    if (path === undefined) throw new Error(`no strokes for ${letter}`)
    return `<path transform="translate(${start + index * advance * scale} ${y}) scale(${scale})" d="${path}"/>`
  })
  return `<g fill="none" stroke="${color}" stroke-width=".95" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`
}
