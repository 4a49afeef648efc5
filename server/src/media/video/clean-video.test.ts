import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { box, patch, sampleVideo, uint32 } from '#testing/sample-video.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { cleanVideo } from './clean-video.ts'
import { NotAVideo } from './video-file.ts'

async function clean(upload: Buffer) {
  const file = temporaryFolder({ upload }).at('upload')
  const video = await cleanVideo(file)
  return { video, bytes: await readFile(file) }
}

const secrets = /Secret|37\.33|2024-05/

/** The time of recording, in seconds since 1904. */
const recordedAt = uint32(Date.UTC(2024, 4, 6, 7, 8, 9) / 1000 - Date.UTC(1904, 0, 1) / 1000)

describe('cleanVideo', () => {
  test.each([
    ['phone.mp4', 'mp4', 1.02],
    ['fragmented.mp4', 'mp4', 0.8],
    ['phone.mov', 'mp4', 1],
    ['plain.webm', 'webm', 1],
    ['live.webm', 'webm', 0],
  ] as const)('reads %s and removes its metadata', async (name, format, seconds) => {
    const original = await sampleVideo(name)

    const { video, bytes } = await clean(original)

    expect(video).toMatchObject({ format, width: 64, height: 48 })
    expect(video.seconds).toBeCloseTo(seconds, 1)
    expect(original.toString('latin1')).toMatch(secrets)
    expect(bytes.toString('latin1')).not.toMatch(secrets)
    expect(bytes.includes(recordedAt)).toBe(false)
    expect(bytes).toHaveLength(original.length)
    // Cleaning again changes nothing.
    expect((await clean(bytes)).bytes).toEqual(bytes)
  })

  test('knows that the sample holds the time of its recording', async () => {
    expect((await sampleVideo('phone.mp4')).includes(recordedAt)).toBe(true)
  })

  test('reads the size of a video that is shown turned', async () => {
    const original = await sampleVideo('phone.mp4')
    const turned = Buffer.concat([uint32(0), uint32(65_536), uint32(0), uint32(0xff_ff_00_00), uint32(0)])

    const { video } = await clean(patch(original, 'tkhd', 4 + 40, turned))

    expect(video).toMatchObject({ width: 48, height: 64 })
  })

  test('stores a QuickTime file as MP4, without the names of folders that it refers to', async () => {
    const original = await sampleVideo('phone.mov')

    const { bytes } = await clean(patch(original, 'url \0\0\0\x01', 0, Buffer.from('alis')))

    expect(bytes.toString('latin1', 4, 20)).toBe('ftypmp42\0\0\x02\0qt  ')
    expect(bytes.includes('alis')).toBe(false)
  })

  test('takes a QuickTime file that has only brands of MP4 beside its own', async () => {
    const { bytes } = await clean(patch(await sampleVideo('phone.mp4'), 'ftyp', 4, Buffer.from('qt  ')))

    expect(bytes.toString('latin1', 8, 12)).toBe('mp42')
  })

  test.each(['M4V ', '3gp6', '3g2a'])('takes a file of the brand %s alone', async (brand) => {
    const original = await sampleVideo('phone.mp4')
    const head = box('ftyp', brand, uint32(0), brand)

    const { video } = await clean(
      Buffer.concat([head, box('free', Buffer.alloc(32 - head.length - 8)), original.subarray(32)]),
    )

    expect(video).toMatchObject({ format: 'mp4', width: 64 })
  })

  test('removes a track that no browser plays, with its samples', async () => {
    const original = await sampleVideo('phone.mp4')
    const sound = patch(original, 'soun', 0, Buffer.from('meta'))

    const { bytes } = await clean(sound)

    expect(bytes.includes('SoundHandler')).toBe(false)
    expect(bytes.includes('VideoHandler')).toBe(true)
    const zeros = (video: Buffer) => video.filter((byte) => byte === 0).length
    expect(zeros(bytes) - zeros((await clean(original)).bytes)).toBeGreaterThan(1_000)
  })

  test('removes metadata and such tracks from fragments too', async () => {
    const original = await sampleVideo('fragmented.mp4')
    const count = (video: Buffer, type: string) => video.toString('latin1').split(type).length - 1

    const noted = await clean(patch(original, 'trun', 0, Buffer.from('udta')))
    const muted = await clean(patch(original, 'soun', 0, Buffer.from('meta')))

    const at = original.indexOf('trun')
    expect(noted.bytes.toString('latin1', at, at + 4)).toBe('free')
    expect(count(noted.bytes, 'udta')).toBe(0)
    expect(count(original, 'traf')).toBeGreaterThan(count(muted.bytes, 'traf'))
    const zeros = (video: Buffer) => video.filter((byte) => byte === 0).length
    expect(zeros(muted.bytes) - zeros((await clean(original)).bytes)).toBeGreaterThan(1_000)
  })

  test('removes place data that a camera writes between the samples, and leaves the samples', async () => {
    const original = await sampleVideo('phone.mp4')
    const plain = (await clean(original)).bytes
    // Media data that no table refers to, after the last sample.
    const place = Buffer.from('freeGPS Secret 37.33')
    const noted = await clean(Buffer.concat([original, box('mdat', place)]))

    expect(noted.bytes.subarray(0, plain.length)).toEqual(plain)
    expect(noted.bytes.subarray(plain.length)).toEqual(box('mdat', Buffer.alloc(place.length)))
  })

  test.each(['phone.mp4', 'phone.mov', 'fragmented.mp4'] as const)(
    'leaves the images and the sound of %s',
    async (name) => {
      const original = await sampleVideo(name)
      const { bytes } = await clean(original)
      for (let at = original.indexOf('mdat'); at >= 0; at = original.indexOf('mdat', at + 4)) {
        const end = at - 4 + original.readUInt32BE(at - 4)
        expect(bytes.subarray(at, end).equals(original.subarray(at, end))).toBe(true)
      }
    },
  )

  test.each([
    ['between boxes', (video: Buffer) => Buffer.concat([video, box('free', '<script>')])],
    ['in an unknown box', (video: Buffer) => Buffer.concat([video, box('html', '<script>')])],
    ['in a box of XMP metadata', (video: Buffer) => Buffer.concat([video, box('uuid', '<script>')])],
  ])('zeroes HTML %s', async (_where, add) => {
    const { bytes } = await clean(add(await sampleVideo('phone.mp4')))

    expect(bytes.includes('<script>')).toBe(false)
  })

  test('reads the durations of the samples, not only those of the headers', async () => {
    const original = await sampleVideo('phone.mp4')
    // One entry: all samples of the first track last 1,000 s.
    const long = patch(original, 'stts', 4 + 12, uint32(12_800_000))

    expect((await clean(long)).video.seconds).toBeGreaterThan(600)
  })
})

describe('rejects', () => {
  const changed =
    (name: 'phone.mp4' | 'plain.webm' | 'subtitled.webm', change: (video: Buffer) => Buffer | Promise<Buffer>) =>
    async () =>
      change(await sampleVideo(name))

  /** The type of a track, which is 17. */
  const subtitles = Buffer.from('838111', 'hex')

  test.each<[string, () => Promise<Buffer>]>([
    ['an empty file', async () => Buffer.alloc(0)],
    ['an MP4 without its last byte', changed('phone.mp4', (video) => video.subarray(0, -1))],
    ['an MP4 cut in its media data', changed('phone.mp4', (video) => video.subarray(0, 500))],
    ['an MP4 without movie', changed('phone.mp4', (video) => video.subarray(0, video.indexOf('moov') - 4))],
    [
      'an MP4 with two movies',
      changed('phone.mp4', (video) => Buffer.concat([video, video.subarray(video.indexOf('moov') - 4)])),
    ],
    ['only a file type', async () => box('ftyp', 'isom', uint32(512), 'isom')],
    ['a ProRes video', async () => patch(await sampleVideo('phone.mov'), 'avc1', 0, Buffer.from('apch'))],
    ['a HEIF image', async () => Buffer.concat([box('ftyp', 'heic', uint32(0), 'heicmif1'), box('mdat', 'x')])],
    ['HTML after an MP4', changed('phone.mp4', (video) => Buffer.concat([video, Buffer.from('<html><script>')]))],
    ['a box longer than the file', changed('phone.mp4', (video) => patch(video, 'mdat', -4, uint32(2 ** 31)))],
    ['a box longer than its parent', changed('phone.mp4', (video) => patch(video, 'trak', -4, uint32(2 ** 30)))],
    ['a box shorter than its header', changed('phone.mp4', (video) => patch(video, 'mvhd', -4, uint32(7)))],
    ['a table longer than its box', changed('phone.mp4', (video) => patch(video, 'stts', 8, uint32(2 ** 32 - 1)))],
    ['a time scale of zero', changed('phone.mp4', (video) => patch(video, 'mvhd', 16, uint32(0)))],
    ['a movie without video track', changed('phone.mp4', (video) => patch(video, 'hdlr', 12, Buffer.from('text')))],
    ['a width of zero', changed('phone.mp4', (video) => patch(video, 'tkhd', 4 + 76, uint32(0)))],
    ['a width of 65,535', changed('phone.mp4', (video) => patch(video, 'tkhd', 4 + 76, uint32(0xff_ff_00_00)))],
    [
      '100,000 small boxes',
      changed('phone.mp4', (video) => Buffer.concat([video, ...Array<Buffer>(100_000).fill(box('free'))])),
    ],
    [
      'a movie of 17 MB',
      changed('phone.mp4', (video) =>
        Buffer.concat([video.subarray(0, video.indexOf('moov') - 4), box('moov', Buffer.alloc(17 * 2 ** 20))]),
      ),
    ],
    ['a Matroska file', changed('plain.webm', (video) => patch(video, 'webm', 0, Buffer.from('mkv\0')))],
    ['a WebM without its last byte', changed('plain.webm', (video) => video.subarray(0, -1))],
    ['a WebM with timed metadata', changed('subtitled.webm', (video) => patch(video, subtitles, 2, Buffer.from([33])))],
    [
      'a WebM with a track of no type',
      changed('subtitled.webm', (video) => patch(video, subtitles, 0, Buffer.from([0xec]))),
    ],
    ['only the head of a WebM', changed('plain.webm', (video) => video.subarray(0, 60))],
    ['HTML after a WebM', changed('plain.webm', (video) => Buffer.concat([video, Buffer.from('<html><script>')]))],
    [
      'an element longer than the file',
      changed('plain.webm', (video) =>
        patch(video, Buffer.from('1f43b675', 'hex'), 4, Buffer.from('01000000ffffffff', 'hex')),
      ),
    ],
    ['an EBML header without end', async () => Buffer.from('1a45dfa3ffffffffffffffffffff', 'hex')],
    ['zeros after an EBML header', async () => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(1000)])],
  ])('%s', async (_what, make) => {
    await expect(clean(await make())).rejects.toThrow(NotAVideo)
  })

  test('files with any single byte changed, or reads them, but fails in no other way', async () => {
    for (const name of ['phone.mp4', 'phone.mov', 'fragmented.mp4', 'plain.webm', 'live.webm'] as const) {
      const original = await sampleVideo(name)
      for (let at = 0; at < original.length; at += 7) {
        const damaged = Buffer.from(original)
        damaged[at] = (damaged[at]! + 129) % 256
        const outcome = await clean(damaged).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(NotAVideo)
        else expect((outcome as { bytes: Buffer }).bytes).toHaveLength(original.length)
      }
    }
  })
})
