import { resultText, shareText } from '@wtpu/contract/polls/on-demand/shares'
import { fullCount } from '@wtpu/contract/full-count'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import sharp from 'sharp'
import { JobRejected } from '#processes/job-queue.ts'
import type { DrawingJob, PollImage, PoliticianImage, RollCallImage, SiteImage } from '../find-share-image.ts'
import { colors, drawFrame, left, logoPlace, look, right } from './frame.ts'
import { drawableText, drawLine, fitText, lineHeight, truncate } from './lettering.ts'
import { initials } from '@wtpu/contract/accounts/names'

sharp.cache(false)
sharp.concurrency(1)

/** @throws JobRejected if the fonts lack letters of the texts. */
export async function drawShareImage({ image, photo, logo, look: wanted }: DrawingJob): Promise<Buffer> {
  Object.assign(look, wanted, logo ? {} : { logo: null })
  const svg = drawSvg(image)
  if (svg === undefined) throw new JobRejected('the fonts lack letters of the text')
  const drawing = sharp(Buffer.from(svg)).removeAlpha()
  const round = photo && (await cutOut(photo).catch(() => undefined))
  const place = logo && logoPlace()
  return drawing
    .composite([
      ...(round ? [{ input: round, left: portrait.x, top: portrait.y }] : []),
      ...(place
        ? [{ input: await sharp(logo).resize(place.width, place.height).toBuffer(), left, top: place.top }]
        : []),
    ])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

function drawSvg(image: DrawingJob['image']): string | undefined {
  if (image.kind === 'poll') return drawPoll(image)
  if (image.kind === 'site') return drawSite(image)
  return image.kind === 'politician' ? drawPolitician(image) : drawRollCall(image)
}

/** The photo as a circle. */
function cutOut(photo: Buffer): Promise<Buffer> {
  const { size } = portrait
  const circle = `<svg width="${size}" height="${size}"><circle cx="${size / 2}" cy="${size / 2}" r="${size / 2}"/></svg>`
  return sharp(photo, { limitInputPixels: 40e6 })
    .resize(size, size, { position: 'top' })
    .composite([{ input: Buffer.from(circle), blend: 'dest-in' }])
    .png()
    .toBuffer()
}

const width = right - left
/** Where the question begins and the last bar ends. */
const pollTop = 124
const pollBottom = 524
/** The height of a bar and the gap below it, by number of options. */
const wordings = { first: ', first of two wordings', second: ', second of two wordings' } as const
const rows: Record<number, { height: number; gap: number }> = {
  2: { height: 78, gap: 16 },
  3: { height: 66, gap: 14 },
  4: { height: 54, gap: 12 },
  5: { height: 46, gap: 10 },
}
const largestRow = { height: 78, gap: 16 }
const smallestRow = { height: 46, gap: 10 }

/** The question above one bar per option. Undefined if the fonts lack letters of the question or an option. */
function drawPoll({
  question,
  options,
  totalVotes,
  closed,
  isSample,
  isImported,
  hidden,
  wording,
  sentence,
  site,
}: PollImage): string | undefined {
  const title = drawableText(question, 'serif')
  const labels = options.map(({ text }) => drawableText(text, 'sans'))
  if (title === undefined || labels.includes(undefined)) return undefined
  const { height, gap } = rows[options.length] ?? (options.length < 2 ? largestRow : smallestRow)
  const barsTop = pollBottom - options.length * height - (options.length - 1) * gap
  const most = Math.max(...options.map(({ votes }) => votes))
  const bars = options.map(({ votes }, index) =>
    drawBar({
      label: labels[index] ?? '',
      width: totalVotes > 0 ? votes / totalVotes : 0,
      figure: totalVotes === 0 ? '' : resultText(votes, totalVotes),
      leads: votes === most && totalVotes >= votesForPercent,
      y: barsTop + index * (height + gap),
      height,
      id: index,
    }),
  )
  const figure = hidden ?? (totalVotes === 0 ? 'No votes yet' : sentence)
  const label = `${hidden ? (closed ? 'Closed poll' : 'Open poll') : closed ? 'Final results' : 'Live poll'}${isSample ? ' (sample data)' : isImported ? ' (imported)' : ''}${wording ? wordings[wording] : ''}`
  return drawFrame({ label, figure, site }, drawQuestion(title, barsTop - 24) + bars.join(''))
}

/** What was voted on, above a bar for yeas and one for nays, which look alike. A line shows an unusual majority. */
function drawRollCall({ title, label, result, bars, site }: RollCallImage): string | undefined {
  const drawable = drawableText(title, 'serif')
  if (drawable === undefined) return undefined
  const frame = { label, figure: bars === null ? result : `${result}. ${bars.base}`, site }
  if (bars === null) return drawFrame(frame, drawQuestion(drawable, pollBottom))
  const { yeas, nays, text: majority, needed } = bars
  const { height, gap } = largestRow
  const barsTop = pollBottom - 2 * height - gap
  const drawn = [
    { text: 'Yes', votes: yeas },
    { text: 'No', votes: nays },
  ].map(({ text, votes }, id) =>
    drawBar({
      label: `${text}: ${fullCount(votes)}`,
      width: yeas + nays > 0 ? votes / (yeas + nays) : 0,
      figure: yeas + nays > 0 ? shareText(votes, yeas + nays) : '',
      leads: false,
      y: barsTop + id * (height + gap),
      height,
      id,
    }),
  )
  const line = { x: left + (width * (needed ?? 0)) / (yeas + nays), top: barsTop - 14 }
  const content = [
    drawQuestion(drawable, barsTop - (majority ? 62 : 24)),
    ...drawn,
    majority &&
      drawLine({ text: majority, face: 'sans', size: 24, color: colors.soft, x: left, baseline: barsTop - 24 }),
    needed === null
      ? ''
      : `<rect x="${line.x - 2}" y="${line.top}" width="4" height="${pollBottom - line.top}" fill="${colors.ink}"/>`,
  ]
  return drawFrame(frame, content.join(''))
}

/** The tagline below the name. */
function drawSite({ tagline, site }: SiteImage): string {
  const drawable = drawableText(tagline, 'serif')
  return drawFrame({ label: '', figure: '', site }, drawQuestion(drawable ?? site, pollBottom))
}

/** Centered vertically between the logo and the bars. */
function drawQuestion(question: string, end: number): string {
  const height = end - pollTop
  const { lines, size } = fitText(question, { face: 'serif', width, height, maxSize: 68, minSize: 28 })
  const first = pollTop + (height - lines.length * size * lineHeight) / 2 + size * 0.92
  return lines
    .map((text, index) => first + index * size * lineHeight)
    .map((baseline, index) =>
      drawLine({ text: lines[index] ?? '', face: 'serif', size, color: colors.ink, x: left, baseline }),
    )
    .join('')
}

interface Bar {
  label: string
  /** From 0 to 1. */
  width: number
  /** At its end, such as "62%". */
  figure: string
  leads: boolean
  y: number
  height: number
  id: number
}

function drawBar({ label, width: part, figure, leads, y, height, id }: Bar): string {
  const size = Math.round(height * 0.34 + 8)
  const baseline = y + height / 2 + size * 0.36
  const face = leads ? 'bold' : 'sans'
  const text = truncate(label, face, size, width - 52 - (figure ? size * (figure.length * 0.62 + 1) : 0))
  const box = `x="${left}" y="${y}" width="${width}" height="${height}"`
  const end = { face: 'bold', size, x: right - 24, baseline, anchor: 'end' } as const
  return [
    `<clipPath id="bar${id}"><rect ${box} rx="10"/></clipPath><g clip-path="url(#bar${id})">`,
    `<rect ${box} fill="${colors.sunken}"/>`,
    `<rect x="${left}" y="${y}" width="${width * part}" height="${height}" fill="${leads ? colors.leading : '#d7dff4'}"/>`,
    leads ? `<rect x="${left}" y="${y}" width="8" height="${height}" fill="${colors.brand}"/>` : '',
    '</g>',
    drawLine({ text, face, size, color: colors.ink, x: left + 28, baseline }),
    figure ? drawLine({ ...end, text: figure, color: leads ? colors.brand : colors.soft }) : '',
  ].join('')
}

/** The circle of the photo or the initials. */
const portrait = { x: left, y: 140, size: 232 }
const textLeft = left + portrait.size + 48
const bar = { y: 412, height: 44 }

/** Name and office next to the portrait, above a bar of the ratings. Undefined if the fonts lack letters of the name. */
function drawPolitician(image: PoliticianImage): string | undefined {
  const name = drawableText(image.name, 'serif')
  const role = drawableText(image.role, 'sans')
  if (name === undefined || role === undefined) return undefined
  const total = image.good + image.bad
  const label = `${image.retired ? 'No longer in office' : 'Citizen ratings'}${image.isSample ? ' (sample data)' : ''}`
  const invitation = image.retired ? '' : 'Be the first to rate'
  const figure = total === 0 ? invitation : image.sentence
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
  const box = `x="${left}" y="${bar.y}" width="${width}" height="${bar.height}"`
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
      ? drawLine({ ...label, text: `${ratingText(good, total)} Good Job`, color: colors.good, x: left })
      : drawLine({ ...label, text: 'No ratings yet', color: colors.soft, x: left }),
    total > 0
      ? drawLine({
          ...label,
          text: `${ratingText(total - good, total)} Bad Job`,
          color: colors.bad,
          x: right,
          anchor: 'end',
        })
      : '',
  ].join('')
}

const ratingText = (ratings: number, total: number) =>
  total < votesForPercent ? fullCount(ratings) : shareText(ratings, total)
