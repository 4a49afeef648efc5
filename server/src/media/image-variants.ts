import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { imageQuality, variantWidths } from '@wtpu/contract/images'
import sharp from 'sharp'
import { detectKind } from './detect-kind.ts'
import { NotAnImage, type ImageJob, type ImageSize } from './image-job.ts'

/** A small file with more pixels than this could decompress into gigabytes. */
const maxPixels = 40e6
/** WebP allows no more. */
const maxStoredHeight = 16_383
/** Limits for animations, because every frame is decoded and encoded again. Larger ones become still images. */
const animation = { maxWidth: 480, maxFrames: 100, maxPixels: 12e6, maxBytes: 1024 * 1024 }

sharp.cache(false)
sharp.concurrency(1)

/**
 * Decodes an image and encodes it again, upright and without metadata, as webp and jpg in all `variantWidths` up to
 * `maxWidth`, with names such as `640.webp`. A small animation stays animated as webp; its jpg is the first frame.
 * @returns the size of the largest variant.
 * @throws NotAnImage
 */
export async function writeVariants({ file, into, maxWidth }: ImageJob): Promise<ImageSize> {
  const { width, frames } = await inspect(file, maxWidth)
  const largest = Math.min(width, frames > 1 ? Math.min(maxWidth, animation.maxWidth) : maxWidth)
  const { still, height } = await shrink(file, largest)
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
  return { width: largest, height }
}

const reading = { limitInputPixels: maxPixels, failOn: 'error' } as const

async function inspect(file: string, maxWidth: number): Promise<{ width: number; frames: number }> {
  // libvips can decode more types, including SVG.
  if ((await detectKind(file)) !== 'image') throw new NotAnImage('its type is not accepted')
  const { width, height, autoOrient, pages = 1 } = await decoding(() => sharp(file, reading).metadata())
  if (width * height > maxPixels) throw new NotAnImage(`${width} x ${height} pixels`)
  // Rejected here, because decoding millions of rows takes far longer than decoding as many pixels in a usual shape.
  const storedHeight = autoOrient.height * Math.min(1, maxWidth / autoOrient.width)
  if (storedHeight > maxStoredHeight) throw new NotAnImage(`${width} x ${height} pixels`)
  const affordable = pages <= animation.maxFrames && pages * width * height <= animation.maxPixels
  return { width: autoOrient.width, frames: affordable ? pages : 1 }
}

/** The first frame, upright, in the largest width. Smaller variants are made from it, so a still is decoded only once. */
async function shrink(file: string, width: number): Promise<{ still: Buffer; height: number }> {
  const image = sharp(file, { ...reading, pages: 1 })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .png({ compressionLevel: 1 })
  const { data, info } = await decoding(() => image.toBuffer({ resolveWithObject: true }))
  return { still: data, height: info.height }
}

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

/** Converts decoder errors to `NotAnImage`. */
async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new NotAnImage('the image cannot be decoded', { cause: error })
  }
}
