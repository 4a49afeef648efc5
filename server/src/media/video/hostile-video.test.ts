import { expect, test } from 'vitest'
import { box, sampleVideo, uint32 } from '#testing/sample-video.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { cleanVideo } from './clean-video.ts'
import { NotAVideo } from './video-file.ts'

// Files that are small to send but would keep the disk, the processor or the memory of the server busy for long.

const clean = (upload: Buffer) => cleanVideo(temporaryFolder({ upload }).at('upload'))

const fileType = box('ftyp', 'isom', uint32(512), 'isom')
const noTimes = box('stts', uint32(0), uint32(0))

function movie(...tracks: Buffer[]): Buffer {
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1_000, 12)
  header.writeUInt32BE(1_000, 16)
  return box('moov', box('mvhd', header), track(1, 'vide', noTimes), ...tracks)
}

function track(id: number, handler: string, tables: Buffer): Buffer {
  const header = Buffer.alloc(84)
  header.writeUInt32BE(id, 12)
  header.writeUInt32BE(64 << 16, 76)
  header.writeUInt32BE(48 << 16, 80)
  const media = Buffer.alloc(24)
  media.writeUInt32BE(1_000, 12)
  const handling = box('hdlr', uint32(0), uint32(0), handler, Buffer.alloc(13))
  return box('trak', box('tkhd', header), box('mdia', box('mdhd', media), handling, box('minf', box('stbl', tables))))
}

/** A track of chunks that all have this place. */
function trackAt(id: number, chunks: number, { start, size }: { start: number; size: number }): Buffer {
  const sizes = box('stsz', uint32(0), uint32(size), uint32(chunks))
  const perChunk = box('stsc', uint32(0), uint32(1), uint32(1), uint32(1), uint32(1))
  const offsets = box('stco', uint32(0), uint32(chunks), Buffer.alloc(4 * chunks, uint32(start)))
  return track(id, 'soun', Buffer.concat([noTimes, sizes, perChunk, offsets]))
}

test('rejects a video with hundreds of thousands of chunks', async () => {
  const data = { start: fileType.length + 8, size: 1_000 }
  const tracks = Array.from({ length: 5 }, (_, index) => trackAt(index + 2, 50_000, data))

  const video = Buffer.concat([fileType, box('mdat', Buffer.alloc(data.size)), movie(...tracks)])

  await expect(clean(video)).rejects.toThrow(NotAVideo)
})

test('rejects a video with hundreds of thousands of boxes in its fragments', async () => {
  const fragment = box('moof', Buffer.concat(Array<Buffer>(9_990).fill(box('junk'))))

  const video = Buffer.concat([fileType, movie(), box('mdat', 'x'), ...Array<Buffer>(20).fill(fragment)])

  await expect(clean(video)).rejects.toThrow(NotAVideo)
})

test('rejects a video with many boxes in fragments, although none of them is removed', async () => {
  const part = box('traf', box('tfhd', uint32(0), uint32(1)), box('tfdt', uint32(0), uint32(0)))
  const fragment = box('moof', Buffer.concat(Array<Buffer>(1_500).fill(part)))

  const video = Buffer.concat([fileType, movie(), box('mdat', 'x'), ...Array<Buffer>(100).fill(fragment)])

  await expect(clean(video)).rejects.toThrow(NotAVideo)
})

test('rejects a WebM with a hundred thousand elements to remove', async () => {
  const element = Buffer.from('8180', 'hex')

  const video = Buffer.concat([await sampleVideo('plain.webm'), ...Array<Buffer>(100_000).fill(element)])

  await expect(clean(video)).rejects.toThrow(NotAVideo)
})

test('compares many chunks with many parts of media data in a short time', async () => {
  const nowhere = { start: 0, size: 1_000_000_000 }
  const tracks = Array.from({ length: 4 }, (_, index) => trackAt(index + 2, 50_000, nowhere))

  const video = Buffer.concat([fileType, movie(...tracks), ...Array<Buffer>(19_000).fill(box('mdat'))])

  await expect(clean(video)).resolves.toMatchObject({ format: 'mp4' })
})
