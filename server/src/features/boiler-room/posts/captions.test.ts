import { getAccountData } from '@wtpu/contract/accounts/settings'
import * as contract from '@wtpu/contract/boiler-room/posts'
import { editMinutes } from '@wtpu/contract/limits'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hidePost, restorePost } from '#writing/delete-posts.ts'
import { removal } from '#db/visibility.ts'
import { sampleVideo } from '#testing/sample-video.ts'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

const captions = (text: string) => `WEBVTT\n\nNOTE not kept\n\n00:01.000 --> 00:02.000\n${text}\n`

async function publish(
  t: TestApp,
  user: { id: number },
  { text = captions('Hello'), bytes }: { text?: string; bytes?: Buffer } = {},
) {
  const files = [
    { field: 'media_files', bytes: bytes ?? (await sampleVideo('phone.mp4')) },
    { field: 'captions', bytes: Buffer.from(text) },
  ]
  return sendForm(t, user, contract.createPost, { text: { text: 'A video' }, files })
}

const open = (t: TestApp, url: string | null | undefined) => t.app.inject(url ?? '/media/none')
const set = (t: TestApp, user: { id: number }, id: number, text: string | null) =>
  t.as(user).call(contract.setCaptions, { params: { id }, body: { captions: text } })

test('captions of a video are served with the type of captions, without what else the file had', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()

  const { media } = (await publish(t, ada)).json<contract.Post>()
  const file = await open(t, media[0]?.captions)

  expect(file.headers).toMatchObject({
    'content-type': 'text/vtt; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(file.body).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n\n')
  const [post] = (await t.as(ada).call(getAccountData, {})).json().posts
  expect(post.media[0].captions).toBe(media[0]?.captions)
})

test('rejects captions that are none, and captions of an image, and stores nothing', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

  expect((await publish(t, ada, { text: '<script>' })).json().fields.captions[0]).toContain('WebVTT')
  expect((await publish(t, ada, { bytes: gif })).json().fields).toEqual({
    captions: ['Only a video can have captions.'],
  })
  const { rows } = await t.db.execute(sql`select from posts union all select from unused_media`)
  expect(rows).toEqual([])
})

test('the author replaces and removes captions for as long as the post can be edited', async () => {
  await using t = await startTestApp()
  const [ada, eve] = [await t.make.user(), await t.make.user()]
  const { id, media } = (await publish(t, ada)).json<contract.Post>()

  expect((await set(t, eve, id, captions('Mine'))).statusCode).toBe(404)
  expect((await set(t, ada, id, 'Hello')).json().fields.captions[0]).toContain('WebVTT')
  const replaced = (await set(t, ada, id, captions('Good evening'))).json<contract.Post>()
  expect((await open(t, replaced.media[0]?.captions)).body).toContain('Good evening')
  expect((await open(t, media[0]?.captions)).statusCode).toBe(404)

  const removed = (await set(t, ada, id, null)).json<contract.Post>()
  expect(removed.media[0]?.captions).toBeNull()
  expect((await open(t, replaced.media[0]?.captions)).statusCode).toBe(404)
  await t.db.execute(sql`update posts set created_at = now() - make_interval(mins => ${editMinutes})`)
  expect((await set(t, ada, id, captions('Late'))).json().code).toBe('too_late')
  const { rows } = await t.db.execute(sql`select from unused_media`)
  expect(rows).toEqual([])
})

test('a post without a video takes no captions', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  const post = await t.make.post({ author: ada })

  expect((await set(t, ada, post.id, captions('Hi'))).json().fields).toEqual({
    captions: ['Only a video can have captions.'],
  })
})

test('captions cannot be opened while their post is removed, and are removed with it', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user()
  const { id, media } = (await publish(t, ada)).json<contract.Post>()
  const status = async () => (await open(t, media[0]?.captions)).statusCode

  await t.db.transaction((tx) => hidePost(tx, id, removal('A reason')))
  expect(await status()).toBe(404)
  await t.db.transaction((tx) => restorePost(tx, id))
  expect(await status()).toBe(200)
  await t.as(ada).call(contract.deletePost, { params: { id } })
  expect(await status()).toBe(404)
})
