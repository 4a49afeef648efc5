import { listModerationLog } from '@wtpu/contract/moderation/cases'
import { defaultIdentity } from '@wtpu/contract/site/defaults'
import { changeSiteIdentity, changeSiteLogo, getSiteIdentity, type NameAndLook } from '@wtpu/contract/site/identity'
import { site } from '@wtpu/contract/site/name'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { logoFiles } from '#db/schema/site.ts'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp } from '#testing/test-app.ts'

// Other test files of this process are about a site with the default logo.
afterEach(() => void Object.assign(site, defaultIdentity, { logo: null }))

const clear = { r: 0, g: 0, b: 0, alpha: 0 }
const red = { r: 200, g: 0, b: 0, alpha: 1 }
const drawing = (width: number, height: number, background: typeof red) =>
  sharp({ create: { width, height, channels: 4, background } })
const png = (width: number, height: number, background: typeof red = red) =>
  drawing(width, height, background).png().toBuffer()

async function startSite() {
  const t = await startTestApp()
  const admin = await t.make.user({ role: 'admin' })
  const read = async () => (await t.as(admin).call(getSiteIdentity, {})).json<NameAndLook>()
  const send = async (file?: Buffer, { version, by = admin }: { version?: number; by?: { id: number } } = {}) =>
    sendForm(t, by, changeSiteLogo, {
      text: { version: String(version ?? (await read()).version) },
      files: file ? [{ field: 'logo', bytes: file }] : [],
    })
  const upload = async (file: Buffer) => {
    const response = await send(file)
    expect([response.statusCode, response.json().fields]).toEqual([200, undefined])
    return response.json<NameAndLook>().logo ?? expect.fail('no logo')
  }
  const icon = async (src: string, size: string) => {
    const response = await t.app.inject(src.replace('header', size))
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png'])
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const { data, info } = await sharp(response.rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
    return { size: [info.width, info.height], corner: at(0, 0), middle: at(info.width >> 1, info.height >> 1) }
  }
  return { ...t, admin, read, send, upload, icon }
}

const paper = [0xf8, 0xf5, 0xee, 255]
const nothing = [0, 0, 0, 0]

test('a wide logo is in the header as it is, and in square icons on the background of the site', async () => {
  await using t = await startSite()
  const logo = await t.upload(await png(900, 300))
  expect(logo).toMatchObject({ width: 120, height: 40 })
  expect((await t.read()).logo).toEqual(logo)
  expect(await t.icon(logo.src, 'header')).toMatchObject({ size: [240, 80], middle: [200, 0, 0, 255] })
  for (const size of [32, 180, 192, 512])
    expect(await t.icon(logo.src, String(size))).toEqual({
      size: [size, size],
      corner: paper,
      middle: [200, 0, 0, 255],
    })
  expect(await t.icon(logo.src, 'maskable')).toMatchObject({ size: [512, 512], corner: paper })
})

test('a square logo keeps what is clear, except where systems would make it black', async () => {
  await using t = await startSite()
  const { src } = await t.upload(await png(100, 100, clear))
  expect(await t.icon(src, '512')).toMatchObject({ corner: nothing, middle: nothing })
  expect(await t.icon(src, '180')).toMatchObject({ corner: paper, middle: paper })
  const opaque = await t.upload(await drawing(300, 300, red).removeAlpha().webp({ lossless: true }).toBuffer())
  expect(await t.icon(opaque.src, '180')).toMatchObject({ corner: [200, 0, 0, 255] })
  expect(await t.icon(opaque.src, 'maskable')).toMatchObject({ corner: paper })
})

test('rejects a file that cannot be a logo with a reason, and stores nothing', async () => {
  await using t = await startSite()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>')
  const whole = await png(200, 200)
  const files: [file: Buffer, reason: RegExp][] = [
    [svg, /^This is an SVG drawing\. Please choose a PNG, JPEG or WebP image\.$/],
    [await drawing(100, 100, red).gif().toBuffer(), /^Please choose a PNG, JPEG or WebP image\.$/],
    [whole.subarray(0, whole.length / 2), /damaged/],
    [Buffer.alloc(0), /empty/],
    [Buffer.from('text'), /^Please choose a PNG, JPEG or WebP image\.$/],
    [await png(100, 200), /taller than wide/],
    [await png(700, 100), /more than 6 times/],
    [await png(79, 79), /79 pixels high; .* at least 80\.$/],
    [Buffer.alloc(5 * 1024 * 1024 + 1), /at most 5 MB/],
  ]
  // Each by an admin of their own, because people can send only some files in a minute.
  for (const [file, reason] of files) {
    const response = await t.send(file, { version: 0, by: await t.make.user({ role: 'admin' }) })
    expect.soft([response.statusCode, response.json().fields?.logo?.[0]]).toEqual([400, expect.stringMatching(reason)])
  }
  expect(await t.read()).toMatchObject({ logo: null, version: 0 })
  expect(await t.db.$count(logoFiles)).toBe(0)
})

test('a new logo replaces the files of the one before, whose addresses lead to it; without one, there are none', async () => {
  await using t = await startSite()
  const first = await t.upload(await png(100, 100))
  const second = await t.upload(await png(300, 100))
  expect(await t.db.$count(logoFiles)).toBe(6)
  const earlier = await t.app.inject(first.src.replace('header', '32'))
  expect([earlier.statusCode, earlier.headers.location]).toEqual([302, second.src.replace('header', '32')])
  expect(earlier.headers['cache-control']).toBe('no-store')

  expect((await t.send()).json()).toMatchObject({ logo: null, version: 3 })
  expect(await t.db.$count(logoFiles)).toBe(0)
  for (const path of [first.src, second.src, '/logo/x.png', '/logo/0123456789abcdef-33.png'])
    expect([path, (await t.app.inject(path)).statusCode]).toEqual([path, 404])

  const log = (await t.call(listModerationLog, { querystring: {} })).json()
  expect(log.results).toMatchObject(
    [1, 2, 3].map(() => ({ action: 'identity', sentence: 'Changed of the site: logo.' })),
  )
})

test('of admins who change the name and the logo at the same time, one succeeds, and neither undoes the other', async () => {
  await using t = await startSite()
  const { identity, version } = await t.read()
  const body = { identity: { ...identity, name: 'Civic Post' }, version }
  const outcomes = await Promise.all([
    t.send(await png(100, 100), { version }),
    t.send(await png(300, 100), { version }),
    t.as(t.admin).call(changeSiteIdentity, { body }),
  ])
  expect(outcomes.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])

  const { logo } = await t.upload(await png(200, 100)).then(t.read)
  const now = await t.read()
  await t.as(t.admin).call(changeSiteIdentity, { body: { ...body, version: now.version } })
  expect(await t.read()).toMatchObject({ identity: { name: 'Civic Post' }, logo })
})
