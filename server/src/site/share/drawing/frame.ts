import { brandColor, paper } from '@wtpu/contract/site/colors'
import type { Logo } from '@wtpu/contract/site/name'
import { isWide } from '@wtpu/contract/site/logo-shape'
import { drawableText, drawLine, fitText, lineHeight } from './lettering.ts'

const canvas = { width: 1200, height: 630, margin: 72 }
/** The left and right ends of the content. */
export const left = canvas.margin
export const right = canvas.width - canvas.margin

/** What the site has chosen. Set for each drawing. */
export const look: { name: string; brand: string; logo: Logo | null } = { name: '', brand: brandColor(), logo: null }

/** The light theme of web/src/styles.css. */
export const colors = {
  paper,
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

const markSize = 56
const logoTop = 48

/** Where an own logo is drawn instead of the mark, in pixels. */
export function logoPlace(): { width: number; height: number; top: number } | undefined {
  if (!look.logo) return undefined
  const { width, height } = look.logo
  const scale = Math.min(markSize / height, 360 / width)
  const drawn = { width: Math.round(width * scale), height: Math.round(height * scale) }
  return { ...drawn, top: logoTop + Math.round((markSize - drawn.height) / 2) }
}

/** The mark and the name. Of an own logo only the name, if it does not contain it: `draw.ts` adds the image. */
function drawName(): string {
  if (look.logo && isWide(look.logo)) return ''
  const text = drawableText(look.name, 'serif') ?? ''
  const x = left + (logoPlace()?.width ?? markSize) + 18
  const name = drawLine({ text, face: 'serif', size: 36, color: colors.ink, x, baseline: 88 })
  return look.logo ? name : drawMark(left, logoTop, markSize) + name
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
    drawName(),
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
