import { readdir } from 'node:fs/promises'
import path from 'node:path'
import * as contract from '@wtpu/contract/posts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp } from '#testing/test-app.ts'

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

describe('createPost', () => {
  test('publishes text with its hashtags', async () => {
    await using t = await startTestApp()
    const user = await t.make.user({ first_name: 'Ada', last_name: 'Lovelace', username: 'ada' })

    const reply = await publish(t, user, { text: ' Fix the #Bridge now\r\n\r\n\r\nplease ', hashtag_list: 'roads' })

    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({
      text: 'Fix the #Bridge now\n\nplease',
      edited_at: null,
      user: user.id,
      user_name: 'Ada Lovelace',
      author: { id: user.id, name: 'Ada Lovelace', username: 'ada', avatar: null },
      hashtag_list: ['Bridge', 'roads'],
      is_trending: true,
      trending: true,
      following: false,
      likes_count: 0,
      comments_count: 0,
      user_has_liked: false,
      media: [],
      recent_comments: [],
    })
    expect((await t.as(user).call(contract.listPosts, { querystring: {} })).json()).toEqual([reply.json()])
    const trending = await t.as(user).call(contract.listTrendingHashtags, {})
    expect(trending.json()).toEqual(expect.arrayContaining([{ name: 'Bridge', usage_count: 1 }]))
  })

  test('stores images in all variants, with their sizes and descriptions', async () => {
    await using t = await startTestApp()
    const user = await t.make.user()

    const images = await Promise.all([photo(60, 40), photo(700, 70)])
    const reply = await publish(t, user, { media_alt: ['', 'A long wall'] }, ...images)

    expect(reply.statusCode).toBe(201)
    const { media } = reply.json()
    expect(media).toMatchObject([
      { kind: 'image', width: 60, height: 40, alt: '', poster: null },
      { kind: 'image', width: 700, height: 70, alt: 'A long wall', poster: null },
    ])
    for (const { file } of media) expect((await t.app.inject(file)).headers['content-type']).toBe('image/webp')
    await expect.poll(() => readdir(path.join(t.config.dataDir, 'uploads'))).toEqual([])
  })
})
