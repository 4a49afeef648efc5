import { createPost, deletePost } from '@wtpu/contract/boiler-room/posts'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { runAdminCommand } from '#cli/admin-commands.ts'
import { readConfig } from '#config.ts'
import { contentSecurityPolicy } from '#http/security.ts'
import { sampleVideo } from '#testing/sample-video.ts'
import { startS3 } from '#testing/s3-server.ts'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp } from '#testing/test-app.ts'
import { openFileStore } from './open-file-store.ts'
import { mediaFolder, openFolderStore } from './file-store.ts'

afterEach(() => vi.unstubAllEnvs())

/** A site whose uploads are in a store. Amazon's SDK reads the environment. */
async function start({ mediaUrl }: { mediaUrl?: string } = {}) {
  const s3 = await startS3()
  for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value)
  const { mediaStore } = readConfig({ ...s3.env, JWT_SECRET: 'x'.repeat(32) })
  const t = await startTestApp({ mediaStore, mediaUrl })
  const user = await t.make.user()
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#1e40af' } })
    .jpeg()
    .toBuffer()
  return {
    ...t,
    s3,
    user,
    publish: (bytes: Buffer = photo) => sendForm(t, user, createPost, { files: [{ field: 'media_files', bytes }] }),
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await s3[Symbol.asyncDispose]()
    },
  }
}

test('stores and serves images and videos, whole and in part, and removes those of deleted posts', async () => {
  await using t = await start()
  const image = (await t.publish()).json()
  const bytes = await sampleVideo('live.webm')
  const video = (await t.publish(bytes)).json()
  const names = [...t.s3.objects.keys()]

  expect(names.every((name) => name.startsWith('/uploads/site/posts/'))).toBe(true)
  expect(t.s3.objects.get(`/uploads/site${image.media[0].file.replace('/media', '')}`)?.type).toBe('image/webp')
  const [whole, part, missing] = await Promise.all([
    t.app.inject(image.media[0].file),
    t.app.inject({ url: video.media[0].file, headers: { range: 'bytes=4-9' } }),
    t.app.inject('/media/posts/none.webp'),
  ])
  expect((await sharp(whole.rawPayload).metadata()).width).toBe(400)
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 4-9/${bytes.length}`])
  expect([part.rawPayload.length, missing.statusCode]).toEqual([6, 404])

  for (const { id } of [image, video]) await t.as(t.user).call(deletePost, { params: { id } })
  expect(t.s3.objects.size).toBe(0)
})

test('without its store, the server rejects uploads and files with 503, keeps nothing, and goes on when the store is back', async () => {
  await using t = await start()
  const { media } = (await t.publish()).json()
  t.s3.state.isAway = true

  const [rejected, unread] = [await t.publish(), await t.app.inject(media[0].file)]
  expect([rejected.statusCode, rejected.headers['retry-after'], unread.statusCode]).toEqual([503, '2', 503])
  expect(rejected.body + unread.body).not.toMatch(/the-key|the-secret|127\.0\.0\.1/)

  t.s3.state.isAway = false
  const stored = t.s3.objects.size
  expect((await t.publish()).statusCode).toBe(201)
  expect(t.s3.objects.size).toBe(stored * 2)
})

test('with a public address, browsers load uploads from there', async () => {
  await using t = await start({ mediaUrl: 'http://cdn.example/site' })
  const { media } = (await t.publish()).json()

  const response = await t.app.inject(media[0].file)

  expect([response.statusCode, response.headers.location]).toEqual([
    302,
    media[0].file.replace('/media', 'http://cdn.example/site'),
  ])
  expect((await t.app.inject('/media/posts/page.html')).statusCode).toBe(404)
  const policy = contentSecurityPolicy({ scripts: [], styles: [] }, t.config)
  expect(policy).toContain("img-src 'self' data: blob: http://cdn.example;")
  expect(policy).toMatch(/media-src 'self' blob: http:\/\/cdn\.example;/)
})

test('admin media move copies a folder into the store, and again copies only what is missing', async () => {
  await using t = await start()
  const folder = openFolderStore(mediaFolder(t.config.dataDir))
  for (const name of ['posts/a.webp', 'avatars/b.jpg']) await folder.save(name, Buffer.from(name))
  const move = () =>
    runAdminCommand(['media', 'move'], async () => ({ db: t.db, config: t.config, files: t.app.files }))

  expect(await move()).toContain('Copied 2 files; 0 were there before')
  t.s3.objects.delete('/uploads/site/posts/a.webp')
  expect(await move()).toContain('Copied 1 files; 1 were there before')
  expect((await t.app.inject('/media/posts/a.webp')).body).toBe('posts/a.webp')
  await expect(
    runAdminCommand(['media', 'move'], async () => ({
      db: t.db,
      config: { ...t.config, mediaStore: undefined },
      files: folder,
    })),
  ).rejects.toThrow('Set MEDIA_STORE')
})

test.each([
  ['a wrong key', { AWS_ACCESS_KEY_ID: 'wrong' }],
  ['a bucket that does not exist', { MEDIA_STORE: 's3://other' }],
  ['a wrong address', { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }],
])('says which settings to check with %s', async (_what, env) => {
  await using s3 = await startS3()
  const settings = { ...s3.env, ...env, JWT_SECRET: 'x'.repeat(32) }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const store = await openFileStore(readConfig(settings))

  const error = await store.check().catch((failure: unknown) => String(failure))

  expect(error).toMatch(/Files cannot be stored in the bucket .*Check MEDIA_STORE, AWS_ENDPOINT_URL_S3/s)
  expect(error).not.toContain('the-secret')
})
