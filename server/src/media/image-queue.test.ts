import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { openFolderStore } from './file-store.ts'
import { JobRejected, JobsBusy } from '#processes/job-queue.ts'
import { ImageQueue } from './image-queue.ts'
import { saveImage } from './images.ts'

type Settings = ConstructorParameters<typeof ImageQueue>[0]

/** A queue and a file store in a temporary folder that contains an upload. */
async function start(settings?: Settings, bytes?: Buffer) {
  const { at } = temporaryFolder({ upload: bytes ?? (await image().png().toBuffer()) })
  const [folder, file] = [at(), at('upload')]
  const images = new ImageQueue(settings)
  const files = openFolderStore(path.join(folder, 'media'))
  let number = 0
  return {
    images,
    run: async () => {
      const { width } = await images.run({ file, into: path.join(folder, `variants-${number++}`), maxWidth: 640 })
      return width
    },
    save: async () =>
      (
        await saveImage(
          { files, images },
          { file, folder: 'avatars', maxWidth: 640, beforeSave: async () => undefined },
        )
      ).url,
    left: async () => (await readdir(folder, { recursive: true })).filter((name) => /\./.test(path.basename(name))),
    folder,
    [Symbol.asyncDispose]: () => images.close(),
  }
}

const image = (width = 40, height = 40) => sharp({ create: { width, height, channels: 3, background: '#1e40af' } })

/** Frames alternate in color, because the encoder merges equal frames. */
async function animation(frames: number, size: number): Promise<Buffer> {
  const all = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({ create: { width: size, height: size, channels: 3, background: index % 2 ? '#ff0000' : '#0000ff' } })
        .png({ compressionLevel: 1 })
        .toBuffer(),
    ),
  )
  return sharp(all, { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer()
}

const pidOf = (images: ImageQueue) => {
  if (images.pid === undefined) throw new Error('no image process is running')
  return images.pid
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('the image process', () => {
  test('is separate from the server process and reused for the next image', async () => {
    await using t = await start()

    expect(await t.run()).toBe(40)
    const first = pidOf(t.images)
    await t.run()

    expect(first).not.toBe(process.pid)
    expect(t.images.pid).toBe(first)
  })

  test('does not get secrets from the environment', async () => {
    vi.stubEnv('JWT_SECRET', 'only the server knows this')
    await using t = await start()
    await t.run()

    const environment = await readFile(`/proc/${pidOf(t.images)}/environ`, 'latin1')
    vi.unstubAllEnvs()

    expect(environment).toContain('UV_THREADPOOL_SIZE=')
    expect(environment).not.toContain('JWT_SECRET')
  })

  test('is replaced after a crash, without leftover files', async () => {
    await using t = await start()
    await t.run()
    const crashed = pidOf(t.images)
    const before = await t.left()
    process.kill(crashed, 'SIGSTOP')
    const saving = t.save()
    process.kill(crashed, 'SIGKILL')

    await expect(saving).rejects.toThrow(JobRejected)
    expect(await t.left()).toEqual(before)
    expect(await t.save()).toMatch(/-40\.webp$/)
    expect(t.images.pid).not.toBe(crashed)
  })

  test('is killed when an image exceeds the time limit', async () => {
    await using t = await start({ timeLimit: 200 })
    const running = t.run()
    const hung = pidOf(t.images)
    process.kill(hung, 'SIGSTOP')

    await expect(running).rejects.toThrow(JobRejected)
    expect(isAlive(hung)).toBe(false)
  })

  test('rejects an image that is too tall to be stored before decoding it', async () => {
    await using t = await start({}, await image(1, 20_000).png().toBuffer())

    await expect(t.run()).rejects.toThrow('1 x 20000 pixels')
  })

  test.each<[string, (jpeg: Sharp) => Sharp, width: number, height: number]>([
    ['48 megapixels', (jpeg) => jpeg.jpeg(), 8064, 6048],
    [
      '50 megapixels, progressive and turned',
      (jpeg) => jpeg.jpeg({ progressive: true }).withMetadata({ orientation: 6 }),
      8192,
      6144,
    ],
    [
      '50 megapixels as an interlaced PNG of 16 bits',
      (png) => png.toColourspace('rgb16').png({ progressive: true }),
      8192,
      6144,
    ],
  ])('takes a photo of %s', async (_what, encode, width, height) => {
    await using t = await start({}, await encode(image(width, height)).toBuffer())

    expect(await t.run()).toBe(640)
  })

  test('says how many pixels are too many', async () => {
    await using t = await start({}, await image(7_212, 7_211).png().toBuffer())

    await expect(t.run()).rejects.toThrow('This image has 53 million pixels; at most 52 million are possible.')
  })

  test.each([
    ['a JPEG without its end marker', 'jpeg', -2, true],
    ['a JPEG without half of its end marker', 'jpeg', -1, true],
    ['a PNG without its end marker', 'png', -12, true],
    ['a GIF without its end marker', 'gif', -1, true],
    ['a JPEG without the end of its data', 'jpeg', -4, false],
    ['a WebP without the end of its data', 'webp', -4, false],
  ] as const)('decides about %s as browsers do', async (_what, format, end, isShown) => {
    const bytes = (await image(40, 40).toFormat(format).toBuffer()).subarray(0, end)
    await using t = await start({}, bytes)

    if (isShown) expect(await t.run()).toBe(40)
    else await expect(t.run()).rejects.toThrow('This image is damaged or incomplete.')
  })

  test('exits when idle and restarts when needed', async () => {
    await using t = await start({ idleLimit: 1 })
    await t.run()

    await expect.poll(() => t.images.pid).toBeUndefined()
    expect(await t.run()).toBe(40)
  })

  test('ends with the server, and unfinished images are rejected', async () => {
    await using t = await start()
    await t.run()
    const pid = pidOf(t.images)
    process.kill(pid, 'SIGSTOP')
    const saving = [t.save(), t.save()].map((save) => expect(save).rejects.toThrow(JobsBusy))
    await t.images.close()

    await Promise.all(saving)
    expect(isAlive(pid)).toBe(false)
    await expect(t.run()).rejects.toThrow(JobsBusy)
  })
})

test('rejects images beyond the queue limit', async () => {
  await using t = await start({ maxWaiting: 2 })
  await t.run()
  process.kill(pidOf(t.images), 'SIGSTOP')
  const accepted = [t.run(), t.run(), t.run()]

  await expect(t.run()).rejects.toThrow(JobsBusy)

  process.kill(pidOf(t.images), 'SIGCONT')
  expect(await Promise.all(accepted)).toEqual([40, 40, 40])
})

test.each([
  ['keeps a small animation animated', 3, 100, 3],
  ['reduces an animation with too many pixels to a still image', 15, 900, undefined],
  ['reduces an animation with too many frames to a still image', 101, 8, undefined],
])('%s', async (_what, frames, size, pages) => {
  await using t = await start({}, await animation(frames, size))

  const address = await t.save()

  const saved = await readFile(path.join(t.folder, address))
  expect((await sharp(saved).metadata()).pages).toBe(pages)
})
