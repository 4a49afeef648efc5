import {
  createPost,
  deletePost,
  describePost,
  editPost,
  getPost,
  getPostState,
  listPostRevisions,
  listPosts,
} from '@wtpu/contract/boiler-room/posts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { hidePost } from '#writing/delete-posts.ts'
import { users } from '#db/schema/accounts.ts'
import { hashtags, postHashtags } from '#db/schema/boiler-room.ts'
import { removal } from '#db/visibility.ts'
import { sendForm } from '#testing/send-form.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000)

const usesByName = async (t: TestApp) =>
  Object.fromEntries((await t.db.select().from(hashtags)).map(({ name, useCount }) => [name, useCount]))

describe('describePost', () => {
  const media = ['a', 'b'].map((name) => ({ file: `/media/posts/${name}-40.webp` }))

  test('replaces the descriptions in their order, also long after the post was published', async () => {
    await using t = await startTestApp()
    const author = await t.make.user()
    const { id } = await t.make.post({ author, media, created_at: minutesAgo(60) })
    const describeAs = (media_alt: string[]) => t.as(author).call(describePost, { params: { id }, body: { media_alt } })
    const alts = (post: { media: { alt: string }[] }) => post.media.map(({ alt }) => alt)

    expect(alts((await describeAs([' A\nlake ', 'A bridge', 'Nothing'])).json())).toEqual(['A lake', 'A bridge'])
    const cleared = await describeAs(['A lake'])

    expect(alts(cleared.json())).toEqual(['A lake', ''])
    expect(cleared.json().edited_at).toBeNull()
    const tooLong = await describeAs(['x'.repeat(501)])
    expect([tooLong.statusCode, Object.keys(tooLong.json().fields)]).toEqual([400, ['media_alt']])
    expect(alts((await t.as(author).call(getPost, { params: { id } })).json())).toEqual(['A lake', ''])
  })

  test('is not possible for others, nor for a removed post', async () => {
    await using t = await startTestApp()
    const [author, other] = [await t.make.user(), await t.make.user()]
    const { id } = await t.make.post({ author, media })
    const describeAs = async (user: { id: number }) =>
      (await t.as(user).call(describePost, { params: { id }, body: { media_alt: ['Mine'] } })).statusCode

    expect(await describeAs(other)).toBe(404)
    await hidePost(t.db, id, removal('Spam'))
    expect(await describeAs(author)).toBe(404)
  })
})

describe('editPost', () => {
  test('replaces text, hashtags and search text, and keeps the earlier text', async () => {
    await using t = await startTestApp()
    const author = await t.make.user()
    const created = await sendForm(t, author, createPost, { text: { text: 'Fix the #bridge', hashtag_list: 'roads' } })
    const id: number = created.json().id

    const response = await t.as(author).call(editPost, { params: { id }, body: { text: ' Fix the #tunnel ' } })

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ id, text: 'Fix the #tunnel', hashtag_list: ['tunnel', 'roads'] })
    expect(response.json().edited_at).not.toBeNull()
    expect(await usesByName(t)).toEqual({ bridge: 0, roads: 1, tunnel: 1 })
    const revisions = await t.as(author).call(listPostRevisions, { params: { id } })
    expect(revisions.json()).toEqual([{ text: 'Fix the #bridge', created_at: created.json().created_at }])
    const found = async (q: string) =>
      (await t.as(author).call(listPosts, { querystring: { q } })).json().results.length
    expect([await found('tunnel'), await found('bridge'), await found('roads')]).toEqual([1, 0, 1])
    const state = await t.as(author).call(getPostState, { params: { id } })
    expect(state.json()).toMatchObject({ text: 'Fix the #tunnel', edited_at: response.json().edited_at })
  })

  test('of the same text leaves no trace', async () => {
    await using t = await startTestApp()
    const author = await t.make.user()
    const { id, text } = await t.make.post({ author })

    const response = await t.as(author).call(editPost, { params: { id }, body: { text } })

    expect(response.json().edited_at).toBeNull()
    expect((await t.as(author).call(listPostRevisions, { params: { id } })).json()).toEqual([])
  })

  test.each([
    ['14 minutes', 14, 200],
    ['16 minutes', 16, 403],
  ])('is possible for 15 minutes: after %s', async (_what, minutes, status) => {
    await using t = await startTestApp()
    const author = await t.make.user()
    const { id } = await t.make.post({ author, created_at: minutesAgo(minutes) })

    const response = await t.as(author).call(editPost, { params: { id }, body: { text: 'New' } })

    expect(response.statusCode).toBe(status)
    if (status === 403)
      expect(response.json().detail).toBe('A post can be edited for 15 minutes after it was published.')
  })

  test('rejects other people, an empty text and a long text', async () => {
    await using t = await startTestApp()
    const [author, other] = [await t.make.user(), await t.make.user()]
    const { id, text } = await t.make.post({ author })
    const edit = async (user: { id: number }, newText: string) =>
      (await t.as(user).call(editPost, { params: { id }, body: { text: newText } })).statusCode

    expect(await edit(other, 'Mine now')).toBe(404)
    expect(await edit(author, ' \u200B ')).toBe(400)
    expect(await edit(author, 'x'.repeat(2001))).toBe(400)
    expect((await t.as(author).call(getPost, { params: { id } })).json().text).toBe(text)
  })

  test('may remove the text of a post with an image', async () => {
    await using t = await startTestApp()
    const author = await t.make.user()
    const { id } = await t.make.post({ author, media: [{ file: '/media/posts/none-1.webp' }] })

    expect((await t.as(author).call(editPost, { params: { id }, body: { text: '' } })).statusCode).toBe(200)
  })
})

describe('deletePost', () => {
  test('hides the post, uncounts it and its hashtags, and is idempotent', async () => {
    await using t = await startTestApp()
    const author = await t.make.user()
    const { id } = await t.make.post({ author, text: 'About #roads' })
    const remove = () => t.as(author).call(deletePost, { params: { id } })

    expect((await remove()).json()).toEqual({ deleted: true })
    expect((await remove()).json()).toEqual({ deleted: false })

    for (const endpoint of [getPost, getPostState, listPostRevisions]) {
      expect((await t.as(author).call(endpoint, { params: { id } })).statusCode).toBe(404)
    }
    expect((await t.as(author).call(listPosts, { querystring: {} })).json()).toEqual([])
    expect((await t.as(author).call(editPost, { params: { id }, body: { text: 'Back' } })).statusCode).toBe(404)
    const [row] = await t.db.select().from(users).where(eq(users.id, author.id))
    expect(row?.postsCount).toBe(0)
    expect(await usesByName(t)).toEqual({ roads: 0 })
    expect(await t.db.select().from(postHashtags)).toEqual([])
  })

  test('rejects other people and unknown posts', async () => {
    await using t = await startTestApp()
    const [author, other] = [await t.make.user(), await t.make.user()]
    const { id } = await t.make.post({ author })

    expect((await t.as(other).call(deletePost, { params: { id } })).statusCode).toBe(404)
    expect((await t.as(author).call(deletePost, { params: { id: id + 1 } })).statusCode).toBe(404)
    expect((await t.as(other).call(getPost, { params: { id } })).statusCode).toBe(200)
  })
})
