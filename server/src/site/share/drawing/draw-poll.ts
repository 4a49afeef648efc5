import type { PollImage } from '../find-share-image.ts'
import { colors, drawFrame, left, right } from './frame.ts'
import { drawableText, drawLine } from './lettering.ts'
import { count, percent } from './numbers.ts'
import { fitText, lineHeight, truncate } from './wrap.ts'

const width = right - left
/** Where the question begins and the last bar ends. */
const top = 124
const bottom = 524
/** The height of a bar and the gap below it, by number of options. */
const rows: Record<number, { height: number; gap: number }> = {
  2: { height: 78, gap: 16 },
  3: { height: 66, gap: 14 },
  4: { height: 54, gap: 12 },
  5: { height: 46, gap: 10 },
}
const largestRow = { height: 78, gap: 16 }
const smallestRow = { height: 46, gap: 10 }

/** The question above one bar per option. Undefined if the fonts lack letters of the question or an option. */
export function drawPoll({ question, options, totalVotes, closed, site }: PollImage): string | undefined {
  const title = drawableText(question, 'serif')
  const labels = options.map(({ text }) => drawableText(text, 'sans'))
  if (title === undefined || labels.includes(undefined)) return undefined
  const { height, gap } = rows[options.length] ?? (options.length < 2 ? largestRow : smallestRow)
  const barsTop = bottom - options.length * height - (options.length - 1) * gap
  const most = Math.max(...options.map(({ votes }) => votes))
  const bars = options.map(({ votes }, index) =>
    drawBar({
      label: labels[index] ?? '',
      share: percent(votes, totalVotes),
      shown: totalVotes > 0,
      leads: votes === most && votes > 0,
      y: barsTop + index * (height + gap),
      height,
      id: index,
    }),
  )
  const figure = totalVotes === 0 ? 'No votes yet' : count(totalVotes, 'vote')
  const label = closed ? 'Final results' : 'Live poll'
  return drawFrame({ label, figure, site }, drawQuestion(title, barsTop - 24) + bars.join(''))
}

/** Centered vertically between the logo and the bars. */
function drawQuestion(question: string, end: number): string {
  const height = end - top
  const { lines, size } = fitText(question, { face: 'serif', width, height, maxSize: 68, minSize: 28 })
  const first = top + (height - lines.length * size * lineHeight) / 2 + size * 0.92
  return lines
    .map((text, index) => first + index * size * lineHeight)
    .map((baseline, index) =>
      drawLine({ text: lines[index] ?? '', face: 'serif', size, color: colors.ink, x: left, baseline }),
    )
    .join('')
}

interface Bar {
  label: string
  share: number
  /** Whether there are votes to show the percentage of. */
  shown: boolean
  leads: boolean
  y: number
  height: number
  id: number
}

function drawBar({ label, share, shown, leads, y, height, id }: Bar): string {
  const size = Math.round(height * 0.34 + 8)
  const baseline = y + height / 2 + size * 0.36
  const face = leads ? 'bold' : 'sans'
  const text = truncate(label, face, size, width - 52 - (shown ? size * 3.4 : 0))
  const box = `x="${left}" y="${y}" width="${width}" height="${height}"`
  const figure = { face: 'bold', size, x: right - 24, baseline, anchor: 'end' } as const
  return [
    `<clipPath id="bar${id}"><rect ${box} rx="10"/></clipPath><g clip-path="url(#bar${id})">`,
    `<rect ${box} fill="${colors.sunken}"/>`,
    `<rect x="${left}" y="${y}" width="${(width * share) / 100}" height="${height}" fill="${leads ? colors.leading : '#d7dff4'}"/>`,
    leads ? `<rect x="${left}" y="${y}" width="8" height="${height}" fill="${colors.brand}"/>` : '',
    '</g>',
    drawLine({ text, face, size, color: colors.ink, x: left + 28, baseline }),
    shown ? drawLine({ ...figure, text: `${share}%`, color: leads ? colors.brand : colors.soft }) : '',
  ].join('')
}
