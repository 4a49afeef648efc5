import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import { getUser } from '@wtpu/contract/accounts/accounts'
import { usernameTaken } from '@wtpu/contract/accounts/profile'
import * as contract from '@wtpu/contract/accounts/settings'
import { imageVariant } from '@wtpu/contract/images'
import sharp from 'sharp'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { attempts, formerUsernames, users } from '#db/schema/accounts.ts'
import { unusedMedia } from '#db/schema/media.ts'
import { sweepUnusedMedia } from '#media/unused-media.ts'
import { runDuring } from '#testing/races.ts'
import { startTestApp } from '#testing/test-app.ts'
import { closeAccount } from './account.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type File = { bytes: Buffer | string; name?: string; type?: string }

/** Sends a multipart form as a browser does. */
async function update(t: TestApp, user: { id: number }, text: Record<string, string>, ...avatars: File[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(text)) form.append(name, value)
  for (const { bytes, name = 'me.png', type = 'image/png' } of avatars) {
    form.append('avatar', new Blob([new Uint8Array(Buffer.from(bytes))], { type }), name)
  }
  const encoded = new Response(form)
  return t.app.inject({
    method: 'POST',
    url: contract.updateProfile.url,
    headers: {
      authorization: await t.as(user).authorization(),
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

const stored = (t: TestApp) =>
  readdir(path.join(t.config.dataDir, 'media'), { recursive: true, withFileTypes: true }).then(
    (entries) => entries.filter((entry) => entry.isFile()).map((entry) => entry.name),
    () => [],
  )

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1e40af' } })

describe('updateProfile', () => {
  test('changes only the fields that are sent', async () => {
    await using t = await startTestApp()
    const user = await t.make.user({ first_name: 'Ada', last_name: 'Lovelace', bio: 'Engines' })

    const response = await update(t, user, { first_name: ' Augusta ', bio: 'Notes\r\nand more ' })

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ first_name: 'Augusta', last_name: 'Lovelace', bio: 'Notes\nand more' })
    expect(response.json().email).toBe(user.email)
  })

  test.each([
    [{ first_name: ' ', last_name: '' }, 'first_name', 'First name or last name is required'],
    [{ last_name: 'm0derator' }, 'last_name', expect.stringMatching(/^Last name cannot/)],
    [{ first_name: '👩‍👩‍👧‍👦'.repeat(61) }, 'first_name', 'First name can have at most 60 characters'],
    [{ bio: 'x'.repeat(251) }, 'bio', 'A bio can have at most 250 characters.'],
  ])('rejects %o', async (text, field, message) => {
    await using t = await startTestApp()
    const user = await t.make.user({ first_name: 'Ada', bio: 'Engines' })

    const response = await update(t, user, text, { bytes: await photo(40, 40).png().toBuffer() })

    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toEqual({ [field]: [message] })
    expect((await t.db.select().from(users))[0]).toMatchObject({ firstName: 'Ada', bio: 'Engines', avatar: null })
    expect(await stored(t)).toEqual([])
  })

  test('keeps a name from before the rules for names until it is changed', async () => {
    await using t = await startTestApp()
    const user = await t.make.user({ first_name: 'Official', last_name: 'Ada' })

    expect((await update(t, user, { first_name: 'Official', last_name: 'Lovelace' })).statusCode).toBe(200)
    expect((await update(t, user, { first_name: 'Officials' })).statusCode).toBe(400)
  })

  test('counts an emoji in the name and the bio as one character', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()

    expect((await update(t, user, { first_name: '👩‍👩‍👧‍👦'.repeat(60) })).statusCode).toBe(200)
    expect((await update(t, user, { bio: '🗳️'.repeat(125) })).statusCode).toBe(200)
    expect((await update(t, user, { bio: '🗽'.repeat(250) })).statusCode).toBe(200)
    expect((await update(t, user, { bio: '🗽'.repeat(251) })).statusCode).toBe(400)
  })

  test('changes only the account of the viewer, ignoring ids in the form', async () => {
    await using t = await startTestApp()
    const [ada, bob] = [await t.make.user({ bio: 'Engines' }), await t.make.user()]

    await update(t, bob, { bio: 'Mine', id: String(ada.id), user_id: String(ada.id), role: 'admin', email: 'x@x' })

    const rows = await t.db.select().from(users).orderBy(users.id)
    expect(rows.map((row) => [row.bio, row.role, row.email])).toEqual([
      ['Engines', 'user', ada.email],
      ['Mine', 'user', bob.email],
    ])
  })

  test('rejects visitors before reading the form', async () => {
    await using t = await startTestApp()

    const response = await t.app.inject({
      method: 'POST',
      url: contract.updateProfile.url,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: 'not even a form',
    })

    expect(response.statusCode).toBe(401)
  })

  test.each([
    [
      'a truncated body',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="bio"\r\n\r\nhal',
    ],
    ['no boundary', 'multipart/form-data', '--x--'],
    ['JSON', 'application/json', '{"bio":"x"}'],
  ])('rejects an invalid form: %s', async (_what, type, payload) => {
    await using t = await startTestApp()
    const user = await t.make.user({ bio: 'Engines' })

    const response = await t.app.inject({
      method: 'POST',
      url: contract.updateProfile.url,
      headers: { authorization: await t.as(user).authorization(), 'content-type': type },
      payload,
    })

    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect((await t.db.select().from(users))[0]?.bio).toBe('Engines')
  })
})

describe('the avatar', () => {
  test('is stored as webp and jpg in all widths up to 640, and cached as immutable', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()

    const { avatar } = (await update(t, user, {}, { bytes: await photo(960, 480).jpeg().toBuffer() })).json()

    expect(avatar).toMatch(/^\/media\/avatars\/[0-9a-f-]{36}-640\.webp$/)
    for (const [width, format] of [
      [320, 'webp'],
      [480, 'jpg'],
      [640, 'webp'],
    ] as const) {
      const response = await t.app.inject(imageVariant(avatar, width, format))
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': format === 'jpg' ? 'image/jpeg' : 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width, height: width / 2 })
    }
    expect(await stored(t)).toHaveLength(6)
  })

  test('is rotated upright, and camera and location data are removed', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    const sideways = await photo(400, 200)
      .withExif({ IFD0: { Make: 'Secret camera' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()

    const { avatar } = (await update(t, user, {}, { bytes: sideways })).json()

    const file = await t.app.inject(avatar)
    const facts = await sharp(file.rawPayload).metadata()
    expect([facts.width, facts.height, facts.exif, facts.orientation]).toEqual([200, 400, undefined, undefined])
  })

  test('stays animated in webp if it is small, with a still jpg', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    const frames = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
        sharp({ create: { width: 800, height: 800, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()

    const { avatar } = (await update(t, user, {}, { bytes: gif, type: 'image/gif' })).json()

    const moving = await t.app.inject(avatar)
    const still = await t.app.inject(avatar.replace('.webp', '.jpg'))
    expect(await sharp(moving.rawPayload).metadata()).toMatchObject({ width: 480, pages: 3, format: 'webp' })
    expect(await sharp(still.rawPayload).metadata()).toMatchObject({ width: 480, format: 'jpeg' })
  })

  test('is stored as a still if its animation is too large', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const frame = () => sharp({ create: { width: 480, height: 480, channels: 3, background: '#000000', noise } })
    const frames = await Promise.all(Array.from({ length: 20 }, () => frame().png({ compressionLevel: 0 }).toBuffer()))
    const bytes = await sharp(frames, { join: { animated: true } })
      .webp({ effort: 0 })
      .toBuffer()

    const { avatar } = (await update(t, user, {}, { bytes, type: 'image/webp' })).json()

    const { rawPayload } = await t.app.inject(avatar)
    expect((await sharp(rawPayload).metadata()).pages).toBeUndefined()
    expect(rawPayload.length).toBeLessThan(300_000)
  })

  test('deletes the files of the previous one when replaced or removed', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    const first = (await update(t, user, {}, { bytes: await photo(50, 50).png().toBuffer() })).json().avatar

    const second = (await update(t, user, {}, { bytes: await photo(60, 60).webp().toBuffer() })).json().avatar

    expect((await t.app.inject(first)).statusCode).toBe(404)
    expect((await t.app.inject(second)).statusCode).toBe(200)
    expect((await update(t, user, { remove_avatar: 'true' })).json().avatar).toBeNull()
    expect(await stored(t)).toEqual([])
  })

  test('is marked as unused until it is saved, so that a crash leaves no file', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    // Signing in waits for the user's row, too.
    await t.as(user).authorization()
    const marked = async () => (await t.db.select().from(unusedMedia)).map(({ file }) => file)
    const bytes = await photo(50, 50).png().toBuffer()

    const { saving, files } = await t.db.transaction(async (tx) => {
      await tx.select().from(users).for('update')
      const started = update(t, user, {}, { bytes })
      await expect.poll(marked).toHaveLength(1)
      return { saving: started, files: await marked() }
    })

    const { avatar } = (await saving).json()
    expect(files).toEqual([avatar])
    expect(await marked()).toEqual([])
    expect((await t.app.inject(avatar)).statusCode).toBe(200)
  })

  test.each<[string, (t: TestApp, user: { id: number }) => Promise<unknown>]>([
    ['replaced', async (t, user) => update(t, user, {}, { bytes: await photo(60, 60).png().toBuffer() })],
    ['removed', (t, user) => update(t, user, { remove_avatar: 'true' })],
  ])('that is %s just before the server stops is deleted a day later', async (_, change) => {
    await using t = await startTestApp()
    const user = await t.make.user()
    const { avatar } = (await update(t, user, {}, { bytes: await photo(50, 50).png().toBuffer() })).json()
    const stopped = vi.spyOn(t.app.files, 'remove').mockRejectedValue(new Error('the server stops'))
    await change(t, user)
    stopped.mockRestore()
    expect((await t.app.inject(avatar)).statusCode).toBe(200)
    await sweepUnusedMedia(t.db, t.app.files)
    expect((await t.app.inject(avatar)).statusCode).toBe(200)
    await t.db.update(unusedMedia).set({ createdAt: sql`now() - interval '25 hours'` })

    await sweepUnusedMedia(t.db, t.app.files)

    const [row] = await t.db.select().from(users)
    expect((await t.app.inject(avatar)).statusCode).toBe(404)
    expect(await stored(t)).toHaveLength(row?.avatar ? 2 : 0)
  })

  test('keeps the files of only one of two concurrent uploads', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    const bytes = await photo(50, 50).png().toBuffer()

    await Promise.all([update(t, user, {}, { bytes }), update(t, user, {}, { bytes })])

    const [row] = await t.db.select().from(users)
    const left = await stored(t)
    expect(left).toHaveLength(2)
    expect(row?.avatar).toContain(left[0]?.slice(0, 36))
  })
})

/** A PNG of 30,000 x 30,000 pixels that is only a few hundred kilobytes. */
function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const size = 30_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((size / 8 + 1) * size)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const notAnImage = 'Please select a valid image file'
const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0])

test.each<[string, () => File | Promise<File>, string]>([
  [
    'SVG with a script',
    () => ({ bytes: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', type: 'image/svg+xml' }),
    `${notAnImage}. This is an SVG drawing.`,
  ],
  [
    'SVG declared as PNG',
    () => ({ bytes: '<?xml version="1.0"?><svg width="9" height="9"/>' }),
    `${notAnImage}. This is an SVG drawing.`,
  ],
  [
    'HTML declared as JPEG',
    () => ({ bytes: '<html><script>1</script></html>', type: 'image/jpeg' }),
    `${notAnImage}. This is a web page.`,
  ],
  [
    'HTML after a JPEG header',
    () => ({ bytes: Buffer.concat([jpegStart, Buffer.from('<html><script>1</script></html>')]), type: 'image/jpeg' }),
    `${notAnImage}. This image is damaged or incomplete.`,
  ],
  [
    'a PNG of 30,000 x 30,000 pixels',
    () => ({ bytes: bomb() }),
    `${notAnImage}. This image has 900 million pixels; at most 52 million are possible.`,
  ],
  [
    'a truncated PNG',
    async () => ({ bytes: (await photo(500, 500).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 5_000) }),
    `${notAnImage}. This image is damaged or incomplete.`,
  ],
  [
    'an image that is too tall',
    async () => ({ bytes: await photo(600, 20_000).png().toBuffer() }),
    `${notAnImage}. This image has 600 x 20000 pixels and is too tall.`,
  ],
  ['a PDF', () => ({ bytes: '%PDF-1.7\n1 0 obj' }), `${notAnImage}. This is a PDF document.`],
  ['a text', () => ({ bytes: 'Hello' }), notAnImage],
  ['nothing', () => ({ bytes: '' }), `${notAnImage}. This file is empty.`],
  ['6 MB', () => ({ bytes: Buffer.alloc(6 * 1024 * 1024, 1) }), 'Image size must be less than 5MB'],
  [
    'a path in the file name',
    async () => ({ bytes: await photo(9, 9).png().toBuffer(), name: '../../x' }),
    'The name of the file is not valid.',
  ],
])('rejects %s and stores nothing', async (_what, file, message) => {
  await using t = await startTestApp()
  const user = await t.make.user({ bio: 'Engines' })

  const response = await update(t, user, { bio: 'Changed' }, await file())

  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ detail: message, fields: { avatar: [message] } })
  expect((await t.db.select().from(users))[0]).toMatchObject({ bio: 'Engines', avatar: null })
  expect(await stored(t)).toEqual([])
})

test('removes HTML hidden in an image', async () => {
  await using t = await startTestApp()
  const user = await t.make.user()
  const bytes = Buffer.concat([await photo(20, 20).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')])

  const { avatar } = (await update(t, user, {}, { bytes, type: 'image/jpeg' })).json()

  const name = avatar.slice('/media/'.length)
  expect(await readFile(path.join(t.config.dataDir, 'media', name), 'latin1')).not.toContain('<script>')
})

test('rejects two images in one form', async () => {
  await using t = await startTestApp()
  const user = await t.make.user()
  const bytes = await photo(9, 9).png().toBuffer()

  expect((await update(t, user, {}, { bytes }, { bytes })).json().fields.avatar).toHaveLength(1)
  expect(await stored(t)).toEqual([])
})

test.each(['/media/avatars/..%2f..%2fjwt-secret', '/media/avatars/none-320.webp', '/media/..%2f/jwt-secret.jpg'])(
  'responds with 404 to %s',
  async (url) => {
    await using t = await startTestApp()

    expect((await t.app.inject(url)).statusCode).toBe(404)
  },
)

describe('an own username', () => {
  const rename = async (t: TestApp, user: { id: number }, username: string) => {
    const response = await update(t, user, { username })
    const { username: name, fields, detail } = response.json()
    return response.statusCode === 200 ? name : (fields?.username?.[0] ?? detail)
  }

  test('is stored in lower case, and leads to the profile instead of the old one', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user({ username: 'secret.half42' })

    expect(await rename(t, ada, ' @Countess_1815 ')).toBe('countess_1815')

    const find = async (id: string) => (await t.as(ada).call(getUser, { params: { id } })).statusCode
    expect([await find('countess_1815'), await find('secret.half42')]).toEqual([200, 404])
    // What did not change needs no rule.
    expect(await rename(t, await t.make.user({ username: 'old.name' }), 'old.name')).toBe('old.name')
  })

  test.each([
    ['ab', /^A username has 3 to 30 letters/],
    ['a'.repeat(31), /^A username has 3 to 30 letters/],
    ['42', /^A username has 3 to 30 letters/],
    ['1815ada', /^A username has 3 to 30 letters/],
    ['ada lovelace', /^A username has 3 to 30 letters/],
    ['zoë', /^A username has 3 to 30 letters/],
    ['ada@wtpu.example', /^A username has 3 to 30 letters/],
    ['site_admin', /^A username cannot contain a word that is reserved/],
    ['m0derator9', /^A username cannot contain a word that is reserved/],
    ['wtpu_news', /^A username cannot contain a word that is reserved/],
    ['anonymous', /^This username is reserved/],
  ])('is not %s', async (username, sentence) => {
    await using t = await startTestApp()
    expect(await rename(t, await t.make.user(), username)).toMatch(sentence)
  })

  test('is of one person, also after it was given up, until that account is deleted', async () => {
    await using t = await startTestApp()
    const [ada, grace] = [await t.make.user({ username: 'ada' }), await t.make.user({ username: 'Grace' })]
    expect(await rename(t, ada, 'grace')).toBe(usernameTaken)
    expect(await rename(t, ada, 'countess')).toBe('countess')
    expect(await rename(t, grace, 'ADA')).toBe(usernameTaken)
    expect(await rename(t, ada, 'ada')).toBe('ada')
    expect(await rename(t, grace, 'countess')).toBe(usernameTaken)
    await closeAccount(t.app, ada.id)
    expect(await t.db.$count(formerUsernames)).toBe(0)
    expect(await rename(t, grace, 'countess')).toBe('countess')
  })

  test('goes to one of two who take it at the same time, and to nobody while it is given up', async () => {
    await using t = await startTestApp()
    const [ada, grace] = [await t.make.user({ username: 'ada' }), await t.make.user({ username: 'grace' })]
    const both = await Promise.all([rename(t, ada, 'countess'), rename(t, grace, 'countess')])
    expect(both.toSorted()).toEqual([usernameTaken, 'countess'])
    const [owner, other] = both[0] === 'countess' ? [ada, grace] : [grace, ada]

    const outcome = await runDuring(
      t,
      async (tx) => {
        await tx.insert(formerUsernames).values({ userId: owner.id, username: 'countess' })
        await tx.update(users).set({ username: 'engine' }).where(eq(users.id, owner.id))
      },
      () => rename(t, other, 'countess'),
    )

    expect(outcome).toMatchObject({ status: 'fulfilled', value: usernameTaken })
  })

  test('changes three times a day, and the last ten are kept', async () => {
    await using t = await startTestApp()
    const ada = await t.make.user({ username: 'ada' })
    for (const name of ['ada_1', 'ada_2', 'ada_3']) expect(await rename(t, ada, name)).toBe(name)
    expect(await rename(t, ada, 'ada_4')).toBe('You can change your username at most 3 times in 24 hours.')
    for (let number = 5; number < 20; number++) {
      await t.db.delete(attempts)
      await rename(t, ada, `ada_${number}`)
    }
    expect(await t.db.$count(formerUsernames)).toBe(10)
    expect(await rename(t, await t.make.user(), 'ada_18')).toBe(usernameTaken)
  })
})
