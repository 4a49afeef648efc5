import { mkdir, readdir, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import * as contract from '@wtpu/contract/boiler-room/posts'
import sharp from 'sharp'
import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { attempts, users } from '#db/schema/accounts.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { unusedMedia } from '#db/schema/media.ts'
import { markUnused, sweepUnusedMedia } from '#media/unused-media.ts'
import { sampleVideo } from '#testing/sample-video.ts'
import { sendForm } from '#testing/send-form.ts'
import { established } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'
import { createPost } from './create-post.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

const photo = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#1e40af' } })
    .jpeg()
    .toBuffer()

async function publish(t: TestApp, user: { id: number }, text: Record<string, string | string[]>, ...images: Buffer[]) {
  return sendForm(t, user, contract.createPost, {
    text,
    files: images.map((bytes) => ({ field: 'media_files', bytes })),
  })
}

function publishVideo(t: TestApp, user: { id: number }, bytes: Buffer, poster?: Buffer) {
  const files = [{ field: 'media_files', bytes }, ...(poster ? [{ field: 'poster', bytes: poster }] : [])]
  return sendForm(t, user, contract.createPost, { text: { media_alt: 'A test image' }, files })
}

const stored = (t: TestApp) =>
  readdir(path.join(t.config.dataDir, 'media'), { recursive: true, withFileTypes: true }).then(
    (entries) => entries.filter((entry) => entry.isFile()).map((entry) => entry.name),
    () => [],
  )

describe('createPost', () => {
  test('publishes once if the same request is sent again, also at the same time', async () => {
    await using t = await startTestApp()
    const [ada, grace] = [await t.make.user(), await t.make.user()]
    const form = { text: 'Once #only', idempotency_key: '0b8f6f1e-3c0e-4a55-9b7b-2f4f6f0d8f11' }
    const image = await photo()

    const responses = await Promise.all([1, 2].map(() => publish(t, ada, form, image)))
    const again = await publish(t, ada, form, image)
    const other = await publish(t, grace, form, image)

    expect(
      new Set([...responses, again].map((response) => `${response.statusCode} ${response.json().id ?? response.body}`)),
    ).toEqual(new Set([`201 ${again.json().id}`]))
    expect(again.json()).toMatchObject({ text: 'Once #only', media: [{ kind: 'image' }] })
    expect(other.json().id).not.toBe(again.json().id)
    expect(await t.db.$count(posts)).toBe(2)
    const files = (post: contract.Post) => post.media.map(({ file }) => path.basename(file).replace(/-\d+\.webp$/, ''))
    const used = [...files(again.json()), ...files(other.json())]
    expect((await stored(t)).filter((name) => !used.some((key) => name.startsWith(key)))).toEqual([])
  })

  test('keeps the files of a post if the connection is lost after its commit', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    const file = path.join(t.config.dataDir, 'photo')
    await mkdir(t.config.dataDir, { recursive: true })
    await writeFile(file, await photo())
    const transaction: typeof t.db.transaction = async (work, config) => {
      await t.db.transaction(work, config)
      throw new Error('Connection terminated unexpectedly')
    }
    const db: typeof t.db = Object.assign(Object.create(t.db), { transaction })
    const input = { userId: user.id, confirmedOnly: false, files: [file], text: 'Lost reply' }

    await expect(createPost(db, { files: t.app.files, images: t.app.images }, input)).rejects.toThrow('terminated')

    const [post] = (await t.as(user).call(contract.listPosts, { querystring: {} })).json<contract.Post[]>()
    expect((await t.app.inject(post?.media[0]?.file ?? '')).statusCode).toBe(200)
  })

  test('rejects a idempotency key that is not a UUID', async () => {
    await using t = await startTestApp()
    const response = await publish(t, await t.make.user(), { text: 'Hello', idempotency_key: 'x' })
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['idempotency_key']])
  })

  test('publishes text with its hashtags', async () => {
    await using t = await startTestApp()
    const user = await t.make.user({ first_name: 'Ada', last_name: 'Lovelace', username: 'ada' })

    const response = await publish(t, user, { text: ' Fix the #Bridge now\r\n\r\n\r\nplease ', hashtag_list: 'roads' })

    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      text: 'Fix the #Bridge now\n\nplease',
      edited_at: null,
      user: user.id,
      user_name: 'Ada Lovelace',
      author: { id: user.id, name: 'Ada Lovelace', username: 'ada', avatar: null },
      hashtag_list: ['Bridge', 'roads'],
      is_trending: false,
      trending: false,
      following: false,
      likes_count: 0,
      comments_count: 0,
      user_has_liked: false,
      media: [],
      recent_comments: [],
    })
    expect((await t.as(user).call(contract.listPosts, { querystring: {} })).json()).toEqual([response.json()])
  })

  test('stores images in all variants, with their sizes and descriptions', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()

    const images = await Promise.all([photo(60, 40), photo(700, 70)])
    const response = await publish(t, user, { media_alt: ['', 'A long wall'] }, ...images)

    expect(response.statusCode).toBe(201)
    const { media } = response.json()
    expect(media).toMatchObject([
      { kind: 'image', width: 60, height: 40, alt: '', poster: null },
      { kind: 'image', width: 700, height: 70, alt: 'A long wall', poster: null },
    ])
    for (const { file } of media) expect((await t.app.inject(file)).headers['content-type']).toBe('image/webp')
    await expect.poll(() => readdir(path.join(t.config.dataDir, 'uploads'))).toEqual([])
  })

  test('stores a video without its metadata, with its poster', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    const original = await sampleVideo('phone.mp4')

    const response = await publishVideo(t, user, original, await photo())

    expect(response.statusCode).toBe(201)
    const [video] = response.json().media
    expect(video).toMatchObject({ kind: 'video', width: 64, height: 48, alt: 'A test image' })
    expect(video.file).toMatch(/^\/media\/posts\/[0-9a-f-]{36}\.mp4$/)
    expect((await t.app.inject(video.poster)).headers['content-type']).toBe('image/webp')
    const sent = await t.app.inject(video.file)
    expect(sent.headers['content-type']).toBe('video/mp4')
    expect(sent.rawPayload).toHaveLength(original.length)
    expect(sent.rawPayload.includes('SecretTitle')).toBe(false)
    expect(await t.db.select().from(unusedMedia)).toEqual([])
  })

  test.each([
    ['a JPEG', photo, 'PK\x03\x04 <script>'],
    [
      'a GIF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
          .gif()
          .toBuffer(),
      '=1;alert(1)//',
    ],
  ])('stores %s without what was hidden in it', async (_what, make, hidden) => {
    await using t = await startTestApp()

    const response = await publish(t, await t.make.user(), {}, Buffer.concat([await make(), Buffer.from(hidden)]))

    expect(response.statusCode).toBe(201)
    expect((await t.app.inject(response.json().media[0].file)).rawPayload.includes(hidden)).toBe(false)
  })

  test.each([
    ['2,000 emoji', '🗽'.repeat(2000), '🗽'.repeat(2000)],
    ['markup', '<b>Bold</b> & <script>', '<b>Bold</b> & <script>'],
    ['direction overrides', 'safe\u202Etxt.exe', 'safetxt.exe'],
    ['control characters', 'a\u0007b\u0000'.replace('\0', ''), 'ab'],
  ])('returns %s as plain text', async (_what, text, returned) => {
    await using t = await startTestApp()

    const response = await publish(t, await t.make.user(), { text })

    expect([response.statusCode, response.json().text]).toEqual([201, returned])
  })

  test('requires a confirmed email where the site does', async () => {
    await using t = await startTestApp({ votesNeedConfirmedEmail: true })
    const [confirmed, other] = [await t.make.user({ email_verified_at: new Date() }), await t.make.user()]

    expect((await publish(t, confirmed, { text: 'Hello' })).statusCode).toBe(201)
    const rejected = await publish(t, other, {}, await photo())
    expect([rejected.statusCode, rejected.json().code]).toEqual([403, 'email_not_confirmed'])
    expect(await stored(t)).toEqual([])
  })

  test('leaves no file if the post cannot be stored', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    await t.db.execute(sql`alter table ${posts} add constraint nothing check (text <> 'fails')`)
    const files = [
      { field: 'media_files', bytes: await sampleVideo('plain.webm') },
      { field: 'poster', bytes: await photo() },
    ]

    const response = await sendForm(t, user, contract.createPost, { text: { text: 'fails' }, files })

    expect(response.statusCode).toBe(500)
    expect(await stored(t)).toEqual([])
    expect(await t.db.select().from(unusedMedia)).toEqual([])
    expect((await t.db.select().from(users))[0]?.postsCount).toBe(0)
    // Neither counts toward the limits of the day.
    expect((await t.db.select().from(attempts)).map(({ times }) => times.length)).toEqual([0, 0])
  })

  test('leaves no file if the client disconnects while it sends', async () => {
    await using t = await startTestApp()
    const authorization = await t.as(await t.make.user()).authorization()
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    const client = net.connect((t.app.server.address() as net.AddressInfo).port, '127.0.0.1')
    client.on('error', () => undefined)
    client.write(
      `POST ${contract.createPost.url} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n` +
        'content-type: multipart/form-data; boundary=x\r\ncontent-length: 100000000\r\n\r\n--x\r\n' +
        'content-disposition: form-data; name="media_files"; filename="a.mp4"\r\n\r\n',
    )
    client.write(await sampleVideo('phone.mp4'))
    const uploads = () => readdir(path.join(t.config.dataDir, 'uploads'), { recursive: true }).catch(() => [])
    await expect.poll(async () => (await uploads()).length).toBe(2)

    client.resetAndDestroy()

    await expect.poll(uploads).toEqual([])
    expect(await stored(t)).toEqual([])
  })
})

describe('limits', () => {
  const fill = (t: TestApp, key: string, count: number) =>
    t.db.insert(attempts).values({
      key,
      times: sql`array_fill(now() - interval '1 hour', array[${count}::int])`,
      expiresAt: new Date(Date.now() + 86_400_000),
    })

  test('200 posts in 24 hours', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    await fill(t, `post ${user.id}`, contract.postsPerDay - 1)

    expect((await publish(t, user, { text: 'One more' })).statusCode).toBe(201)
    const rejected = await publish(t, user, { text: 'Too many' })

    expect([rejected.statusCode, rejected.json().detail]).toEqual([
      429,
      'You can publish at most 200 posts in 24 hours.',
    ])
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(22 * 3600)
  })

  test('10 videos in 24 hours; a rejected one does not count as a post', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    await fill(t, `video ${user.id}`, contract.videosPerDay)

    const rejected = await publishVideo(t, user, await sampleVideo('live.webm'))

    expect([rejected.statusCode, rejected.json().detail]).toEqual([
      429,
      'You can publish at most 10 videos in 24 hours.',
    ])
    expect(await stored(t)).toEqual([])
    const counted = await t.db.select().from(attempts).orderBy(attempts.key)
    expect(counted.map(({ times }) => times.length)).toEqual([0, contract.videosPerDay])
  })

  test('posts with files, 5 a minute', async () => {
    await using t = await startTestApp()
    const user = await t.make.user(established)
    const image = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    for (let count = 0; count < 5; count++) expect((await publish(t, user, {}, image)).statusCode).toBe(201)

    expect((await publish(t, user, {}, image)).statusCode).toBe(429)
    expect((await publish(t, user, { text: 'Without files' })).statusCode).toBe(201)
  })
})

describe('stored files', () => {
  test('of a deleted post are removed', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    const image = await publish(t, user, {}, await photo())
    const video = await publishVideo(t, user, await sampleVideo('live.webm'), await photo())
    expect(await stored(t)).toHaveLength(5)

    for (const { id } of [image.json(), video.json()]) {
      await t.as(user).call(contract.deletePost, { params: { id } })
    }

    expect(await stored(t)).toEqual([])
    expect(await t.db.select().from(unusedMedia)).toEqual([])
  })

  test('are swept if their post was never stored, but not those in use or of the last day', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    const kept = (await publish(t, user, {}, await photo())).json().media[0].file
    const [old, recent] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
    for (const name of [old, recent]) {
      await t.app.files.save(`posts/${name}.mp4`, Buffer.from('video'))
      await markUnused(t.db, [`/media/posts/${name}.mp4`])
    }
    await t.db
      .update(unusedMedia)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(sql`${unusedMedia.file} like ${`%${old}%`}`)

    await Promise.all([sweepUnusedMedia(t.db, t.app.files), sweepUnusedMedia(t.db, t.app.files)])

    expect((await stored(t)).filter((name) => name.endsWith('.mp4'))).toEqual([`${recent}.mp4`])
    expect((await t.app.inject(kept)).statusCode).toBe(200)
    expect(await t.db.select({ file: unusedMedia.file }).from(unusedMedia)).toEqual([
      { file: `/media/posts/${recent}.mp4` },
    ])
  })

  test('that were swept while their post was being stored make it fail', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()
    const save = t.app.files.save.bind(t.app.files)
    vi.spyOn(t.app.files, 'save').mockImplementation(async (name, content) => {
      await save(name, content)
      await t.db.update(unusedMedia).set({ createdAt: sql`now() - interval '25 hours'` })
      await sweepUnusedMedia(t.db, t.app.files)
    })

    const response = await publishVideo(t, user, await sampleVideo('live.webm'))

    expect(response.statusCode).toBe(500)
    expect(await t.db.select().from(posts)).toEqual([])
    expect(await stored(t)).toEqual([])
  })
})
