import sharp from 'sharp'
import { NotAnImage } from '#media/image-job.ts'
import type { DrawingJob } from '../find-share-image.ts'
import { drawPoll } from './draw-poll.ts'
import { drawPolitician, portrait } from './draw-politician.ts'

sharp.cache(false)
sharp.concurrency(1)

/** @throws NotAnImage if the fonts lack letters of the texts. */
export async function drawShareImage({ image, photo }: DrawingJob): Promise<Buffer> {
  const svg = image.kind === 'poll' ? drawPoll(image) : drawPolitician(image)
  if (svg === undefined) throw new NotAnImage('the fonts lack letters of the text')
  const drawing = sharp(Buffer.from(svg)).removeAlpha()
  const round = photo && (await cutOut(photo).catch(() => undefined))
  return drawing
    .composite(round ? [{ input: round, left: portrait.x, top: portrait.y }] : [])
    .png({ compressionLevel: 9 })
    .toBuffer()
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
