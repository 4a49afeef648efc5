import { brandColor } from '@wtpu/contract/site/colors'
import { drawableText, drawLine, fitText, lineHeight } from './lettering.ts'

const canvas = { width: 1200, height: 630, margin: 72 }
/** The left and right ends of the content. */
export const left = canvas.margin
export const right = canvas.width - canvas.margin

/** What the site has chosen. Set for each drawing. */
export const look = { name: '', brand: brandColor() }

/** The light theme of web/src/styles.css. */
export const colors = {
  paper: '#f8f5ee',
  surface: '#fffdf8',
  sunken: '#efeadf',
  line: '#ddd5c5',
  ink: '#221d16',
  soft: '#5a5241',
  get brand() {
    return look.brand
  },
  tint: '#e3e8f6',
  /** Between `tint` and `brand`, with enough contrast for text in `ink`. */
  leading: '#b9c7f0',
  good: '#14603a',
  bad: '#9d231c',
} as const

/** The mark of web/src/shell/logo.tsx, which is 32 pixels wide there. */
export function drawMark(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 32})">
    <rect width="32" height="32" rx="7" fill="${colors.brand}"/>
    <path d="M5.5 12.5l4.8 9.5 5.7-12 5.7 12 5.3-14" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>
  </g>`
}

interface Frame {
  /** At the top right, such as "Live poll". */
  label: string
  /** At the bottom left, such as how many voted, in up to two lines. */
  figure: string
  /** At the bottom right, the site's host name. */
  site: string
}

/** A complete image: background, logo and footer around the content. */
export function drawFrame({ label, figure, site }: Frame, content: string): string {
  const { width, height } = canvas
  const parts = [
    `<rect width="${width}" height="${height}" fill="${colors.paper}"/>`,
    `<rect y="${height - 14}" width="${width}" height="14" fill="${colors.brand}"/>`,
    drawMark(left, 48, 56),
    drawLine({
      text: drawableText(look.name, 'serif') ?? '',
      face: 'serif',
      size: 36,
      color: colors.ink,
      x: left + 74,
      baseline: 88,
    }),
    drawLine({ text: label, face: 'bold', size: 24, color: colors.brand, x: right, baseline: 85, anchor: 'end' }),
    content,
    drawFigure(figure),
    drawLine({ text: site, face: 'sans', size: 26, color: colors.soft, x: right, baseline: 580, anchor: 'end' }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
}

function drawFigure(figure: string): string {
  const box = { face: 'bold', width: 760, height: 66, maxSize: 28, minSize: 20 } as const
  const { lines, size } = fitText(figure, box)
  const first = 580 - ((lines.length - 1) * size * lineHeight) / 2
  return lines
    .map((text, index) => {
      const baseline = first + index * size * lineHeight
      return drawLine({ text, face: 'bold', size, color: colors.ink, x: left, baseline })
    })
    .join('')
}
