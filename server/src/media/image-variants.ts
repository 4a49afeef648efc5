import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { imageQuality, variantWidths } from '@wtpu/contract/images'
import { fileProblems, imageMaxPixels } from '@wtpu/contract/on-demand/rejected-files'
import sharp from 'sharp'
import { detectKind } from './detect-kind.ts'
import { JobRejected } from '#processes/job-queue.ts'
import { animationMaxWidth, type ImageJob, type LargestVariant } from './image-job.ts'

/** WebP allows no more. */
const maxStoredHeight = 16_383
/** Limits for animations, because every frame is decoded and encoded again. Larger ones become still images. */
const animation = { maxFrames: 100, maxPixels: 12e6, maxBytes: 1024 * 1024 }

sharp.cache(false)
sharp.concurrency(1)

/**
 * Decodes an image and encodes it again, upright and without metadata, as webp and jpg in all `variantWidths` up to
 * `maxWidth`, with names such as `640.webp`. A small animation stays animated as webp; its jpg is the first frame.
 * @throws JobRejected
 */
export async function writeVariants({ file, into, maxWidth }: ImageJob): Promise<LargestVariant> {
  const { width, frames, format } = await inspect(file, maxWidth)
  const largest = Math.min(width, frames > 1 ? Math.min(maxWidth, animationMaxWidth) : maxWidth)
  const { still, height } = await shrink(file, largest, format)
  const animated = frames > 1 ? await animate(file, largest) : undefined
  const small = animated && animated.length <= animation.maxBytes ? animated : undefined
  const webpOf = (size: number) => {
    if (!small) return encode(still, size, 'webp')
    return size === largest ? small : animate(file, size)
  }
  await mkdir(into)
  for (const size of variantWidths(largest)) {
    await writeFile(path.join(into, `${size}.webp`), await webpOf(size))
    await writeFile(path.join(into, `${size}.jpg`), await encode(still, size, 'jpg'))
  }
  return { width: largest, height, isAnimated: small !== undefined }
}

// Checked in `inspect`, whose error says how many pixels there are.
const reading = { limitInputPixels: imageMaxPixels, failOn: 'error' } as const

/** @throws JobRejected */
export async function inspect(
  file: string,
  maxWidth: number,
): Promise<{ width: number; frames: number; format: string }> {
  // libvips can decode more types, including SVG.
  const detected = await detectKind(file)
  if (detected.kind === 'video') throw new JobRejected(fileProblems.notAnImage)
  if (detected.kind !== 'image') throw new JobRejected(detected.problem)
  const {
    width,
    height,
    autoOrient,
    format,
    pages = 1,
  } = await decoding(() => sharp(file, { ...reading, limitInputPixels: false }).metadata())
  if (width * height > imageMaxPixels) throw new JobRejected(fileProblems.tooManyPixels(width * height))
  // Rejected here, because decoding millions of rows takes far longer than decoding as many pixels in a usual shape.
  const storedHeight = autoOrient.height * Math.min(1, maxWidth / autoOrient.width)
  if (storedHeight > maxStoredHeight) throw new JobRejected(fileProblems.tooTall(width, height))
  const affordable = pages <= animation.maxFrames && pages * width * height <= animation.maxPixels
  return { width: autoOrient.width, frames: affordable ? pages : 1, format }
}

/** The first frame, upright, in the largest width. Smaller variants are made from it, so a still is decoded only once. */
export async function shrink(file: string, width: number, format: string): Promise<{ still: Buffer; height: number }> {
  const decode = (failOn: 'error' | 'warning') =>
    sharp(file, { ...reading, failOn, pages: 1 })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true })
  const { data, info } = await decoding(() =>
    decode('error').catch(async (error: unknown) => {
      if (format !== 'jpeg') throw error
      // Some cameras and programs leave out the end marker, and browsers show the image. With the marker, the decoder only
      // warns if data is missing.
      await appendFile(file, jpegEnd)
      return decode('warning')
    }),
  )
  return { still: data, height: info.height }
}

const jpegEnd = Buffer.from([0xff, 0xd9])

function encode(still: Buffer, width: number, format: 'webp' | 'jpg'): Promise<Buffer> {
  const image = sharp(still).resize({ width })
  const written =
    format === 'webp'
      ? image.webp({ quality: imageQuality })
      : image.flatten({ background: '#ffffff' }).jpeg({ quality: imageQuality, mozjpeg: true })
  return decoding(() => written.toBuffer())
}

function animate(file: string, width: number): Promise<Buffer> {
  const image = sharp(file, { ...reading, pages: -1 }).resize({ width })
  return decoding(() => image.webp({ quality: 60, effort: 2 }).toBuffer())
}

/** Converts decoder errors to `JobRejected`. */
async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new JobRejected(fileProblems.damagedImage, { cause: error })
  }
}
