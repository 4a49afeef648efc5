import { randomUUID } from 'node:crypto'
import { imageQuality, variantWidths } from '@wtpu/contract/media'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import type { FileStore } from './file-store.ts'

/** What was uploaded is no picture we take: SVG, a document in disguise, a bomb, a damaged file. */
export class NotAPicture extends Error {}

/** libvips would decode more, SVG among it (fact 7): these, decided by content. */
const accepted = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

/** Beyond this a small file unpacks into gigabytes. Frames of an animation count together. */
const maxPixels = 40e6
const animation = { maxWidth: 480, maxFrames: 100, maxBytes: 1024 * 1024 }
const secondsAllowed = 20

sharp.cache(false)
// Two cores stay free for everybody else's requests.
sharp.concurrency(1)

/**
 * Decodes and writes anew, so that nothing of the upload but its pixels is kept: upright, without metadata, as webp and jpg
 * in the widths of the image helper up to `maxWidth`. An animation stays one as webp, small; its jpg is the first frame,
 * and so is the webp of one that cannot be made small.
 * @returns the address of the greatest variant, which `pictureVariant` derives the others from.
 * @throws NotAPicture
 */
export async function savePicture(
  store: FileStore,
  { file, folder, maxWidth }: { file: string; folder: string; maxWidth: number },
): Promise<string> {
  const { width, frames } = await inspect(file)
  const greatest = Math.min(width, frames > 1 ? Math.min(maxWidth, animation.maxWidth) : maxWidth)
  const still = await shrink(file, greatest)
  const moving = frames > 1 ? await animate(file, frames, greatest) : undefined
  const small = moving && moving.length <= animation.maxBytes ? moving : undefined
  const webpOf = (size: number) => {
    if (!small) return encode(still, size, 'webp')
    return size === greatest ? small : animate(file, frames, size)
  }
  const key = `${folder}/${randomUUID()}`
  const saved: string[] = []
  try {
    for (const one of variantWidths(greatest)) {
      for (const [format, bytes] of [
        ['webp', await webpOf(one)],
        ['jpg', await encode(still, one, 'jpg')],
      ] as const) {
        const name = `${key}-${one}.${format}`
        saved.push(name)
        await store.save(name, bytes)
      }
    }
  } catch (error) {
    await Promise.all(saved.map((name) => store.remove(name)))
    throw error
  }
  return store.url(`${key}-${greatest}.webp`)
}

/** Removes all variants of a picture that `savePicture` stored; any other address is left alone. */
export async function removePicture(store: FileStore, address: string): Promise<void> {
  const [, key, greatest] = /^\/media\/([a-z]+\/[a-z0-9-]+)-(\d+)\.webp$/.exec(address) ?? []
  if (key === undefined || greatest === undefined) return
  const names = variantWidths(Number(greatest)).flatMap((width) => [`${key}-${width}.webp`, `${key}-${width}.jpg`])
  await Promise.all(names.map((name) => store.remove(name)))
}

const reading = { limitInputPixels: maxPixels, failOn: 'error' } as const

async function inspect(file: string): Promise<{ width: number; frames: number }> {
  const type = await fileTypeFromFile(file).catch(() => undefined)
  if (!type || !accepted.has(type.mime)) throw new NotAPicture(`content is ${type?.mime ?? 'unknown'}`)
  const { width, height, autoOrient, pages = 1 } = await decoding(() => sharp(file, reading).metadata())
  if (width * height > maxPixels) throw new NotAPicture(`${width} x ${height} pixels`)
  const affordable = Math.floor(maxPixels / (width * height))
  return { width: autoOrient.width, frames: Math.min(pages, animation.maxFrames, affordable) }
}

/** The first frame, upright, in the greatest width: the one time that the whole upload is decoded. */
function shrink(file: string, width: number): Promise<Buffer> {
  const picture = sharp(file, { ...reading, pages: 1 })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
  return decoding(() => picture.timeout({ seconds: secondsAllowed }).png({ compressionLevel: 1 }).toBuffer())
}

function encode(still: Buffer, width: number, format: 'webp' | 'jpg'): Promise<Buffer> {
  const picture = sharp(still).resize({ width })
  const written =
    format === 'webp'
      ? picture.webp({ quality: imageQuality })
      : picture.flatten({ background: '#ffffff' }).jpeg({ quality: imageQuality, mozjpeg: true })
  // A strip may be higher than a webp can be.
  return decoding(() => written.toBuffer())
}

function animate(file: string, frames: number, width: number): Promise<Buffer> {
  const picture = sharp(file, { ...reading, pages: frames }).resize({ width })
  return decoding(() => picture.timeout({ seconds: secondsAllowed }).webp({ quality: 60, effort: 2 }).toBuffer())
}

/** Whatever the decoder dislikes is the picture's fault, not ours. */
async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new NotAPicture('the picture cannot be decoded', { cause: error })
  }
}
