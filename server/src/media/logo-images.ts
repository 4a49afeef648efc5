import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { paper } from '@wtpu/contract/site/colors'
import { logoBox, type LogoSize } from '@wtpu/contract/site/logo'
import { isWide } from '@wtpu/contract/site/logo-shape'
import sharp, { type Sharp } from 'sharp'
import { JobRejected } from '#processes/job-queue.ts'
import type { LargestVariant, LogoJob } from './image-job.ts'
import { inspect, shrink } from './image-variants.ts'

/** Larger images are made smaller first. The largest icon has 512 pixels. */
const maxWidth = 1024
/** The header shows two pixels of the image in each of its own. */
const minHeight = 2 * logoBox.height
/** A logo's width divided by its height lies between these. */
const ratios = { min: 0.8, max: 6 }

/** Systems cut the last one to their own shape. */
const icons: [size: Exclude<LogoSize, 'header'>, pixels: number, shape: 'free' | 'opaque' | 'cut'][] = [
  ['32', 32, 'free'],
  ['180', 180, 'opaque'],
  ['192', 192, 'free'],
  ['512', 512, 'free'],
  ['maskable', 512, 'cut'],
]
const shares = { free: 1, opaque: 0.9, cut: 0.8 }

/**
 * Decodes a logo and writes it as PNG, with names such as `header.png`: for the header, and as square icons, on the background
 * of the site if it is wide. @returns the size in the header, in CSS pixels
 * @throws JobRejected
 */
export async function writeLogo({ file, into }: LogoJob): Promise<LargestVariant> {
  const { width: own, format } = await inspect(file, maxWidth)
  if (format === 'gif') throw new JobRejected()
  const width = Math.min(own, maxWidth)
  const { still, height } = await shrink(file, width, format)
  const ratio = width / height
  if (ratio < ratios.min) throw new JobRejected('This image is taller than wide. A logo is square or wide.')
  if (ratio > ratios.max)
    throw new JobRejected(`This image is more than ${ratios.max} times as wide as high, too small in the header.`)
  if (height < minHeight)
    throw new JobRejected(`This image is ${height} pixels high; to be sharp, a logo needs at least ${minHeight}.`)
  await mkdir(into)
  const save = async (size: LogoSize, image: Sharp) => {
    const { data, info } = await image.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
    await writeFile(path.join(into, `${size}.png`), data)
    return info
  }
  const box = { width: 2 * logoBox.width, height: 2 * logoBox.height, fit: 'inside' } as const
  const header = await save('header', sharp(still).resize(box))
  const { isOpaque } = await sharp(still).stats()
  const wide = isWide({ width, height })
  for (const [size, pixels, shape] of icons) {
    const fills = shape === 'opaque' && isOpaque && !wide
    await save(size, iconOf(still, pixels, { share: fills ? 1 : shares[shape], onPaper: wide || shape !== 'free' }))
  }
  return { width: Math.round(header.width / 2), height: Math.round(header.height / 2), isAnimated: false }
}

/** A square of `pixels`, of which the image takes `share`. */
function iconOf(still: Buffer, pixels: number, { share, onPaper }: { share: number; onPaper: boolean }): Sharp {
  const inner = Math.round(pixels * share)
  const before = Math.floor((pixels - inner) / 2)
  const after = pixels - inner - before
  const background = onPaper ? paper : '#ffffff00'
  const icon = sharp(still)
    .resize(inner, inner, { fit: 'contain', background })
    .extend({ top: before, left: before, bottom: after, right: after, background })
  return onPaper ? icon.flatten({ background }) : icon
}
