import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { createPost } from '@wtpu/contract/boiler-room/posts'
import { mediaProblems } from '@wtpu/contract/boiler-room/post-media'
import { fileProblems, kindOfName } from '@wtpu/contract/on-demand/rejected-files'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { posts } from '#db/schema/boiler-room.ts'
import { unusedMedia } from '#db/schema/media.ts'
import { box, patch, sampleVideo, uint32 } from '#testing/sample-video.ts'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp } from '#testing/test-app.ts'

type Form = Parameters<typeof sendForm>[3]
type Files = NonNullable<Form['files']>

const megabyte = 2 ** 20
let t: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t[Symbol.asyncDispose]())

const filesIn = (folder: string) =>
  readdir(path.join(t.config.dataDir, folder), { recursive: true, withFileTypes: true }).then(
    (entries) => entries.filter((entry) => entry.isFile()).map((entry) => entry.name),
    () => [],
  )

/** Nothing was published, and no file remains. */
async function expectNothingKept(): Promise<void> {
  await expect.poll(() => readdir(path.join(t.config.dataDir, 'uploads')).catch(() => [])).toEqual([])
  expect(await filesIn('media')).toEqual([])
  expect(await t.db.select().from(posts)).toEqual([])
  expect(await t.db.select().from(unusedMedia)).toEqual([])
}

const jpeg = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#b91c1c' } })
    .jpeg()
    .toBuffer()
const png = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#b91c1c' } })
    .png()
    .toBuffer()

/** A PNG that declares 30,000 x 30,000 pixels. */
async function bomb(): Promise<Buffer> {
  const bytes = await png()
  const header = Buffer.concat([Buffer.from('IHDR'), uint32(30_000), uint32(30_000), bytes.subarray(24, 29)])
  return Buffer.concat([bytes.subarray(0, 12), header, uint32(crc32(header)), bytes.subarray(33)])
}

const long = async () => {
  // The movie header declares 700 s.
  const video = await sampleVideo('phone.mp4')
  return patch(patch(video, 'mvhd', 16, uint32(1)), 'mvhd', 20, uint32(700))
}

const many = async (count: number, make: () => Promise<Buffer>, more: Partial<Files[number]> = {}): Promise<Files> => {
  const bytes = await make()
  return Array.from({ length: count }, () => ({ field: 'media_files', bytes, ...more }))
}
const file = async (make: () => Promise<Buffer> | Buffer, more: Partial<Files[number]> = {}): Promise<Files> => [
  { field: 'media_files', bytes: await make(), ...more },
]

const { unknownType, oneVideo, tooManyImages, imageTooLarge, videoTooLarge, videoTooLong } = mediaProblems
const { damagedImage, damagedVideo, empty } = fileProblems
const itIs = (what: string) => `This is ${what}. ${unknownType}`

describe('an upload is rejected, and nothing is kept', () => {
  test.each<[what: string, files: () => Promise<Files>, message: string]>([
    [
      'an SVG',
      () => file(() => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), { type: 'image/svg+xml' }),
      itIs('an SVG drawing'),
    ],
    [
      'an SVG named as a PNG',
      () => file(() => Buffer.from('<svg><script>alert(1)</script></svg>'), { name: 'a.png', type: 'image/png' }),
      itIs('an SVG drawing'),
    ],
    [
      'HTML',
      () => file(() => Buffer.from('<!doctype html><script>alert(1)</script>'), { type: 'text/html' }),
      itIs('a web page'),
    ],
    [
      'HTML named as a video',
      () => file(() => Buffer.from('<html>'), { name: 'a.mp4', type: 'video/mp4' }),
      itIs('a web page'),
    ],
    [
      'a script that begins like a GIF',
      () => file(() => Buffer.from('GIF89a=1;alert(document.domain)//'), { type: 'image/gif' }),
      damagedImage,
    ],
    [
      'HTML after the head of a JPEG',
      () => file(() => Buffer.from('\xFF\xD8\xFF\xE0<html><script>', 'latin1')),
      damagedImage,
    ],
    ['a PDF', () => file(() => Buffer.from('%PDF-1.7\n')), itIs('a PDF document')],
    ['a ZIP archive', () => file(() => Buffer.from('PK\x03\x04')), itIs('a ZIP archive or an office document')],
    ['a program', () => file(() => Buffer.from('\x7FELF\x02\x01\x01'), { name: 'a.jpg' }), unknownType],
    ['a BMP', () => file(() => Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])), itIs('a BMP image')],
    [
      'a TIFF',
      async () =>
        file(
          await sharp(await png())
            .tiff()
            .toBuffer()
            .then((bytes) => () => bytes),
        ),
      itIs('a TIFF image or the raw photo of a camera'),
    ],
    ['zero bytes', () => file(() => Buffer.alloc(0)), empty],
    ['a decompression bomb', () => file(bomb), fileProblems.tooManyPixels(900e6)],
    ['a truncated JPEG', () => file(async () => (await jpeg()).subarray(0, 200)), damagedImage],
    ['a JPEG cut near its end', () => file(async () => (await jpeg()).subarray(0, -4)), damagedImage],
    ['a truncated PNG', () => file(async () => (await png()).subarray(0, 60)), damagedImage],
    ['a truncated MP4', () => file(async () => (await sampleVideo('phone.mp4')).subarray(0, 3000)), damagedVideo],
    ['a truncated WebM', () => file(async () => (await sampleVideo('plain.webm')).subarray(0, 2000)), damagedVideo],
    [
      'an MP4 followed by HTML',
      () => file(async () => Buffer.concat([await sampleVideo('phone.mp4'), Buffer.from('<script>')])),
      damagedVideo,
    ],
    [
      'an image in an MP4 container',
      () => file(() => box('ftyp', 'avif', uint32(0), 'avifmif1')),
      itIs('an AVIF image'),
    ],
    [
      'a HEIC photo',
      () => file(() => box('ftyp', 'heic', uint32(0), 'mif1heic')),
      `${kindOfName({ type: 'image/heic', name: '' })} ${unknownType}`,
    ],
    ['a QuickTime video without brands', () => file(() => box('wide', '')), itIs('an old QuickTime video')],
    ['an AVCHD video', () => file(() => Buffer.alloc(188 * 3, 'G' + '\0'.repeat(187))), itIs('an AVCHD video')],
    [
      'a ProRes video',
      () => file(async () => patch(await sampleVideo('phone.mov'), 'avc1', 0, Buffer.from('apcn'))),
      fileProblems.proRes,
    ],
    ['a WebM with subtitles', () => file(() => sampleVideo('subtitled.webm')), fileProblems.otherTracks],
    [
      'an image of 6 MB',
      () => file(async () => Buffer.concat([await jpeg(), Buffer.alloc(6 * megabyte)])),
      imageTooLarge,
    ],
    ['a video of 11 minutes', () => file(long), videoTooLong],
    [
      'a video of 101 MB',
      () => file(async () => Buffer.concat([await sampleVideo('phone.mp4'), Buffer.alloc(101 * megabyte)])),
      videoTooLarge,
    ],
    [
      'images of 101 MB together',
      async () => await many(4, async () => Buffer.concat([await jpeg(), Buffer.alloc(26 * megabyte)])),
      videoTooLarge,
    ],
    ['five images', () => many(5, jpeg), tooManyImages],
    ['twelve images', () => many(12, jpeg), tooManyImages],
    ['two videos', () => many(2, () => sampleVideo('phone.mp4')), oneVideo],
    [
      'an image and a video',
      async () => [...(await file(jpeg)), ...(await file(() => sampleVideo('plain.webm')))],
      oneVideo,
    ],
    [
      'three images and one that is none',
      async () => [...(await many(3, jpeg)), ...(await file(() => Buffer.from('no')))],
      unknownType,
    ],
    [
      'a good image and a truncated one',
      async () => [...(await file(jpeg)), ...(await file(async () => (await jpeg()).subarray(0, 200)))],
      damagedImage,
    ],
    [
      'a path as file name',
      () => file(jpeg, { name: '../../../etc/passwd.jpg' }),
      'The name of the file is not valid.',
    ],
    [
      'a path of Windows as file name',
      () => file(jpeg, { name: '..\\..\\boot.jpg' }),
      'The name of the file is not valid.',
    ],
    ['a file in a text field', async () => file(jpeg, { field: 'text' }), 'text does not take a file'],
    [
      'a file in a field of the prototype',
      async () => file(jpeg, { field: '__proto__' }),
      'The form could not be read. Please try again.',
    ],
    [
      'a poster without video',
      async () => [...(await file(jpeg)), ...(await file(jpeg, { field: 'poster' }))],
      'A poster can only be sent with a video.',
    ],
    [
      'a poster that is no image',
      async () => [
        ...(await file(() => sampleVideo('phone.mp4'))),
        ...(await file(() => Buffer.from('<svg/>'), { field: 'poster' })),
      ],
      itIs('an SVG drawing'),
    ],
    [
      'a truncated poster',
      async () => [
        ...(await file(() => sampleVideo('phone.mp4'))),
        ...(await file(async () => (await jpeg()).subarray(0, 200), { field: 'poster' })),
      ],
      damagedImage,
    ],
    [
      'two posters',
      async () => [...(await file(() => sampleVideo('phone.mp4'))), ...(await many(2, jpeg, { field: 'poster' }))],
      'At most 1 of these files can be sent.',
    ],
  ])('%s', async (_what, files, message) => {
    const response = await sendForm(t, await t.make.user(), createPost, {
      text: { text: 'Look' },
      files: await files(),
    })

    expect([response.statusCode, response.json().detail]).toEqual([400, message])
    await expectNothingKept()
  })
})

describe('a text is rejected, and nothing is kept', () => {
  const needed = 'A post needs some text, an image or a video.'

  test.each<[string, NonNullable<Form['text']>, status: number, message: RegExp | string]>([
    ['nothing', {}, 400, needed],
    ['white space', { text: ' \n\t\u00A0 ' }, 400, needed],
    ['zero-width characters', { text: '\u200B\u200D\uFEFF\u2060' }, 400, needed],
    ['direction marks', { text: '\u202E\u2066\u200F' }, 400, needed],
    ['2,001 characters', { text: 'x'.repeat(2001) }, 400, 'A post can have at most 2,000 characters.'],
    ['2,001 emoji', { text: '🗽'.repeat(2001) }, 400, 'A post can have at most 2,000 characters.'],
    ['10,000 characters', { text: 'x'.repeat(10_000) }, 400, 'A post can have at most 2,000 characters.'],
    ['100,000 characters', { text: 'x'.repeat(100_000) }, 400, /text/],
    [
      'ten descriptions of 10,000 characters',
      { text: 'a', media_alt: Array<string>(10).fill('x'.repeat(10_000)) },
      413,
      'The form is too large.',
    ],
    ['a NUL character', { text: 'a\0b' }, 400, 'The text contains characters that cannot be stored.'],
    [
      'a NUL character in a hashtag',
      { text: 'a', hashtag_list: ['b', 'c\0'] },
      400,
      'The text contains characters that cannot be stored.',
    ],
    ['a description of 10,000 characters', { text: 'a', media_alt: 'x'.repeat(10_000) }, 400, /media_alt/],
    ['five descriptions', { text: 'a', media_alt: ['1', '2', '3', '4', '5'] }, 400, /media_alt/],
    [
      'eleven hashtags',
      { text: 'a', hashtag_list: Array.from({ length: 11 }, (_, index) => `tag${index}`) },
      400,
      /hashtag_list/,
    ],
    ['a hashtag with a space', { text: 'a', hashtag_list: 'two words' }, 400, /A hashtag can have/],
    ['a hashtag of digits', { text: 'a', hashtag_list: '#1' }, 400, /A hashtag can have/],
    ['a hashtag of markup', { text: 'a', hashtag_list: '<b>' }, 400, /A hashtag can have/],
    ['30 fields', { text: 'a', hashtag_list: Array.from({ length: 30 }, () => 'a') }, 413, 'The form is too large.'],
  ])('%s', async (_what, text, status, message) => {
    const response = await sendForm(t, await t.make.user(), createPost, { text })

    expect(response.statusCode).toBe(status)
    expect(response.json().detail).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
    await expectNothingKept()
  })

  test.each([
    ['no boundary', 'multipart/form-data', '--x--'],
    ['no end', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nhal'],
    [
      'a cut file',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="media_files"; filename="a"\r\n\r\n\xFF\xD8',
    ],
    ['JSON instead of a form', 'application/json', '{"text":"a"}'],
  ])('a form with %s', async (_what, type, payload) => {
    const headers = { authorization: await t.as(await t.make.user()).authorization(), 'content-type': type }

    const response = await t.app.inject({
      method: 'POST',
      url: createPost.url,
      headers,
      payload: Buffer.from(payload, 'latin1'),
    })

    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    await expectNothingKept()
  })

  test('an anonymous form, before it is read', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }

    expect((await t.app.inject({ method: 'POST', url: createPost.url, headers, payload: 'no form' })).statusCode).toBe(
      401,
    )
  })
})
