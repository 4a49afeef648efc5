import { readFile } from 'node:fs/promises'
import path from 'node:path'

type Sample = 'phone.mp4' | 'phone.mov' | 'fragmented.mp4' | 'plain.webm' | 'live.webm' | 'subtitled.webm'

/** One second of 64 x 48 pixels, with a title, place, comment and time in its metadata. Made with ffmpeg. */
export function sampleVideo(name: Sample): Promise<Buffer> {
  return readFile(path.join(import.meta.dirname, 'videos', name))
}

/** A box of an MP4 file. */
export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** Replaces bytes at a distance from the first place where `marker` is found. */
export function patch(video: Buffer, marker: string | Buffer, distance: number, bytes: Buffer): Buffer {
  const copy = Buffer.from(video)
  const found = copy.indexOf(marker)
  if (found < 0) throw new Error('the marker is not in the video')
  bytes.copy(copy, found + distance)
  return copy
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
