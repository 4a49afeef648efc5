import type { Page } from '@playwright/test'
import { cardWith, composer, textBox, uniqueText } from '../boiler-room.ts'
import { serverError, tooMany, unreachable, type Prepared, type Write } from '../failing-writes.ts'
import { authorization, expect, send } from '../fixtures.ts'
import { drawImage } from '../media.ts'

/** Publishes a post without its composer, and opens it alone. */
async function openNewPost(page: Page, text: string) {
  const response = await page.request.post('/api/boilerroom/posts/', {
    multipart: { text },
    headers: authorization(page),
  })
  const { id }: { id: number } = await response.json()
  await page.goto(`/boiler-room?post=${id}`)
  const card = page.getByRole('article').first()
  await expect(card).toContainText(text)
  return { id, card }
}

async function choose(page: Page, name: string): Promise<void> {
  await page
    .getByRole('article')
    .getByRole('button', { name: /^More options/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name }).click()
}

const postOf = async (page: Page, id: number) =>
  send<{ likes_count: number; comments_count: number; text: string }>(page, `/api/boilerroom/posts/${id}/`, {}, 'GET')

const deletion = (page: Page) => ({
  button: page.getByRole('dialog').getByRole('button', { name: /^Delet/ }),
  says: { broken: serverError, offline: unreachable, limited: tooMany },
  kept: () => expect(page.getByRole('dialog')).toBeVisible(),
})

/** Opens a new post with a comment of the viewer. */
async function openWithComment(page: Page, { liked }: { liked: boolean }) {
  const { id, card } = await openNewPost(page, uniqueText('Like my comment'))
  const { id: commentId } = await send(page, '/api/boilerroom/post-comments/', { post: id, text: 'Well said' })
  if (liked) await send(page, `/api/boilerroom/post-comments/${commentId}/like/`, {})
  await page.reload()
  const countLikes = async () => {
    const path = `/api/boilerroom/post-comments/?post=${id}`
    return (await send<{ likes_count: number }[]>(page, path, {}, 'GET'))[0]?.likes_count
  }
  return { like: card.getByRole('button', { name: /^Like .*’s comment: Well said/ }), countLikes }
}

const likeFailed = 'Failed to update like status. Please try again.'
const likeSays = { broken: likeFailed, offline: likeFailed, limited: tooMany }

/** The button that likes a comment, or takes the like back. */
async function likeOfComment(page: Page, { wanted }: { wanted: boolean }): Promise<Prepared> {
  const { like, countLikes } = await openWithComment(page, { liked: !wanted })
  const isLiked = (liked: boolean) => expect(like).toHaveAttribute('aria-pressed', String(liked))
  await isLiked(!wanted)
  return {
    button: like,
    says: likeSays,
    kept: () => isLiked(!wanted),
    done: async () => {
      await isLiked(wanted)
      await expect(like).toContainText(wanted ? '(1 like)' : '(0 likes)')
      await expect.poll(countLikes).toBe(wanted ? 1 : 0)
    },
  }
}

async function countPosts(page: Page, text: string): Promise<number> {
  const headers = authorization(page)
  const response = await page.request.get(`/api/boilerroom/posts/?q=${encodeURIComponent(text)}`, { headers })
  const body: unknown[] | { results: unknown[] } = await response.json()
  return 'results' in body ? body.results.length : body.length
}

const posting = (page: Page) => ({
  button: composer(page).getByRole('button', { name: /^Post(ing...)?$/ }),
  says: { broken: serverError, offline: unreachable, limited: tooMany },
})

/** Each publishes posts, so only boiler-room.spec.ts may use them. */
export const boilerRoomWrites: Write[] = [
  {
    name: 'a post',
    call: /\/posts\/$/,
    prepare: async (page) => {
      const text = uniqueText('See the bridge')
      await page.goto('/boiler-room')
      await textBox(page).fill(text)
      return {
        ...posting(page),
        kept: () => expect(textBox(page)).toHaveValue(text),
        done: async () => {
          await expect(cardWith(page, text)).toBeVisible()
          await expect(textBox(page)).toHaveValue('')
        },
        rows: () => countPosts(page, text),
      }
    },
  },
  {
    name: 'a post with a picture',
    call: /\/posts\/$/,
    movesButton: true,
    prepare: async (page) => {
      const text = uniqueText('See the bridge')
      await page.goto('/boiler-room')
      await composer(page)
        .getByLabel('Image file')
        .setInputFiles([await drawImage(page, 'teal.png')])
      const description = composer(page).getByRole('textbox', { name: 'Image description' })
      await description.fill('The bridge')
      await textBox(page).fill(text)
      return {
        ...posting(page),
        kept: async () => {
          await expect(textBox(page)).toHaveValue(text)
          await expect(description).toHaveValue('The bridge')
        },
        done: async () => {
          await expect(cardWith(page, text).getByRole('img', { name: 'The bridge' })).toBeVisible()
          await expect(textBox(page)).toHaveValue('')
        },
        rows: () => countPosts(page, text),
      }
    },
  },
  {
    name: 'an edit of a post',
    method: 'PATCH',
    call: /\/posts\/\d+\/$/,
    prepare: async (page) => {
      const { id, card } = await openNewPost(page, uniqueText('First thought'))
      await choose(page, 'Edit')
      const box = card.getByRole('textbox', { name: 'Edit your post' })
      const text = uniqueText('Second thought')
      await box.fill(text)
      return {
        button: card.getByRole('button', { name: /^Sav(e|ing)/ }),
        says: { broken: serverError, offline: unreachable, limited: tooMany },
        kept: () => expect(box).toHaveValue(text),
        done: () => expect(card.getByText(text, { exact: true }).first()).toBeVisible(),
        rows: async () => {
          const path = `/api/boilerroom/posts/${id}/revisions/`
          return (await send<unknown[]>(page, path, {}, 'GET')).length
        },
      }
    },
  },
  {
    name: 'deleting a post',
    method: 'DELETE',
    call: /\/posts\/\d+\/$/,
    prepare: async (page) => {
      await openNewPost(page, uniqueText('A regret'))
      await choose(page, 'Delete')
      return { ...deletion(page), done: () => expect(page.getByText('This post was deleted.').last()).toBeVisible() }
    },
  },
  {
    name: 'a like of a post',
    call: /\/like\/$/,
    toggles: true,
    prepare: async (page) => {
      const { id, card } = await openNewPost(page, uniqueText('Like me'))
      const like = card.getByRole('button', { name: /Like Casey/ })
      return {
        button: like,
        says: likeSays,
        kept: () => expect(like).toHaveAttribute('aria-pressed', 'false'),
        done: async () => {
          await expect(like).toHaveAttribute('aria-pressed', 'true')
          await expect.poll(async () => (await postOf(page, id)).likes_count).toBe(1)
        },
      }
    },
  },
  {
    name: 'taking back a like of a post',
    call: /\/posts\/\d+\/unlike\/$/,
    method: 'DELETE',
    toggles: true,
    prepare: async (page) => {
      const { id, card } = await openNewPost(page, uniqueText('Like me no longer'))
      await send(page, `/api/boilerroom/posts/${id}/like/`, {})
      await page.reload()
      const like = card.getByRole('button', { name: /Like Casey/ })
      await expect(like).toHaveAttribute('aria-pressed', 'true')
      return {
        button: like,
        says: likeSays,
        kept: () => expect(like).toHaveAttribute('aria-pressed', 'true'),
        done: async () => {
          await expect(like).toHaveAttribute('aria-pressed', 'false')
          await expect.poll(async () => (await postOf(page, id)).likes_count).toBe(0)
        },
      }
    },
  },
  {
    name: 'a like of a comment on a post',
    call: /\/post-comments\/\d+\/like\/$/,
    toggles: true,
    prepare: (page) => likeOfComment(page, { wanted: true }),
  },
  {
    name: 'taking back a like of a comment on a post',
    call: /\/post-comments\/\d+\/unlike\/$/,
    method: 'DELETE',
    toggles: true,
    prepare: (page) => likeOfComment(page, { wanted: false }),
  },
  {
    name: 'a comment on a post',
    call: /\/post-comments\/$/,
    prepare: async (page) => {
      const { id, card } = await openNewPost(page, uniqueText('Comment on me'))
      const box = card.getByRole('textbox', { name: /^Your comment on/ })
      await box.fill('Well said')
      const failed = 'Failed to post your comment. Please try again.'
      return {
        button: card.getByRole('button', { name: /^Post(ing...)? comment$/ }),
        says: { broken: failed, offline: failed, limited: tooMany },
        kept: () => expect(box).toHaveValue('Well said'),
        done: async () => {
          await expect(card.getByText('Well said', { exact: true }).first()).toBeVisible()
          await expect(box).toHaveValue('')
        },
        rows: async () => (await postOf(page, id)).comments_count,
      }
    },
  },
  {
    name: 'deleting a comment on a post',
    method: 'DELETE',
    call: /\/post-comments\/\d+\/$/,
    prepare: async (page) => {
      const { id, card } = await openNewPost(page, uniqueText('Comment and think again'))
      await send(page, '/api/boilerroom/post-comments/', { post: id, text: 'Badly said' })
      await expect(card.getByText('Badly said', { exact: true }).first()).toBeVisible()
      await choose(page, 'Delete')
      return {
        ...deletion(page),
        done: () => expect(card.getByText('No comments yet', { exact: false })).toBeVisible(),
      }
    },
  },
]
