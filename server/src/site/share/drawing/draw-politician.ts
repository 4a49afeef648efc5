import { initials } from '@wtpu/contract/accounts/names'
import type { PoliticianImage } from '../find-share-image.ts'
import { colors, drawFrame, left, right } from './frame.ts'
import { drawableText, drawLine } from './lettering.ts'
import { count, percent } from './numbers.ts'
import { fitText, lineHeight } from './wrap.ts'

/** The circle of the photo or the initials. */
export const portrait = { x: left, y: 140, size: 232 }
const textLeft = left + portrait.size + 48
const bar = { y: 412, height: 44 }

/** Name and office next to the portrait, above a bar of the ratings. Undefined if the fonts lack letters of the name. */
export function drawPolitician(image: PoliticianImage): string | undefined {
  const name = drawableText(image.name, 'serif')
  const role = drawableText(image.role, 'sans')
  if (name === undefined || role === undefined) return undefined
  const total = image.good + image.bad
  const label = image.retired ? 'No longer in office' : 'Citizen ratings'
  const invitation = image.retired ? '' : 'Be the first to rate'
  const figure = total === 0 ? invitation : count(total, 'rating')
  const content = drawPortrait(name) + drawName(name, role) + drawRatings(image.good, total)
  return drawFrame({ label, figure, site: image.site }, content)
}

/** Initials, which a photo covers. */
function drawPortrait(name: string): string {
  const text = initials(name)
  const radius = portrait.size / 2
  const [x, y] = [portrait.x + radius, portrait.y + radius]
  return [
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colors.tint}"/>`,
    drawLine({ text, face: 'serif', size: 92, color: colors.brand, x, baseline: y + 31, anchor: 'middle' }),
  ].join('')
}

/** Centered vertically beside the portrait. */
function drawName(name: string, role: string): string {
  const roleSize = 34
  const box = { face: 'serif', width: right - textLeft, height: 176, maxSize: 76, minSize: 32 } as const
  const { lines, size } = fitText(name, box)
  const height = lines.length * size * lineHeight + 12 + roleSize
  const top = portrait.y + (portrait.size - height) / 2
  const baselines = lines.map((_, index) => top + size * 0.92 + index * size * lineHeight)
  return [
    ...lines.map((text, index) =>
      drawLine({ text, face: 'serif', size, color: colors.ink, x: textLeft, baseline: baselines[index] ?? top }),
    ),
    drawLine({
      text: role,
      face: 'sans',
      size: roleSize,
      color: colors.soft,
      x: textLeft,
      baseline: top + height - roleSize * 0.2,
    }),
  ].join('')
}

function drawRatings(good: number, total: number): string {
  const width = right - left
  const box = `x="${left}" y="${bar.y}" width="${width}" height="${bar.height}"`
  const share = percent(good, total)
  const goodWidth = total > 0 ? (width * good) / total : 0
  const label = { face: 'bold', size: 34, baseline: bar.y + bar.height + 48 } as const
  return [
    `<clipPath id="bar"><rect ${box} rx="10"/></clipPath><g clip-path="url(#bar)">`,
    `<rect ${box} fill="${total > 0 ? colors.bad : colors.sunken}"/>`,
    `<rect x="${left}" y="${bar.y}" width="${goodWidth}" height="${bar.height}" fill="${colors.good}"/>`,
    // A gap between the parts, because their colors look alike to some people.
    goodWidth > 0 && goodWidth < width
      ? `<rect x="${left + goodWidth - 3}" y="${bar.y}" width="6" height="${bar.height}" fill="${colors.paper}"/>`
      : '',
    '</g>',
    total > 0
      ? drawLine({ ...label, text: `${share}% Good Job`, color: colors.good, x: left })
      : drawLine({ ...label, text: 'No ratings yet', color: colors.soft, x: left }),
    total > 0
      ? drawLine({ ...label, text: `${100 - share}% Bad Job`, color: colors.bad, x: right, anchor: 'end' })
      : '',
  ].join('')
}
