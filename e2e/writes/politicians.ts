import type { Page } from '@playwright/test'
import { serverError, tooMany, unreachable, type Write } from '../failing-writes.ts'
import { authorization, expect, send, uniqueNumber } from '../fixtures.ts'

const comments = (page: Page) => page.getByRole('list', { name: /^Comments on/ })

/** Comments on the wall of an official that contain a text. */
async function findComments(page: Page, politician: number, text: string) {
  const response = await page.request.get(`/api/comments/?politician=${politician}&limit=20`, {
    headers: authorization(page),
  })
  const { results }: { results: { text: string; like_count: number }[] } = await response.json()
  return results.filter((result) => result.text === text)
}

export const politicianWrites: Write[] = [
  {
    name: 'a rating',
    call: /\/rate\/$/,
    prepare: async (page) => {
      await page.goto('/politicians/17')
      const rate = page.getByRole('main').getByRole('button', { name: /^Good Job for/ })
      const failed = 'Rating could not be submitted. Please try again later.'
      return {
        button: rate.first(),
        says: { broken: failed, offline: failed, limited: failed },
        kept: () => expect(rate.first()).toBeVisible(),
        done: async () => {
          await expect(page.getByText('Good Job vote has been recorded.', { exact: true }).first()).toBeVisible()
          await expect(page.getByRole('main').getByText('Rated Good Job!')).toBeVisible()
        },
        rows: async () => {
          const response = await page.request.get('/api/politicians/my-ratings/', { headers: authorization(page) })
          return (await response.json()).length
        },
      }
    },
  },
  {
    name: 'a comment on a wall',
    call: /\/api\/comments\/$/,
    prepare: async (page) => {
      const text = `Thank you for the bridge ${uniqueNumber()}`
      await page.goto('/politicians/17?tab=wall')
      const box = page.getByRole('textbox', { name: /^Your comment on/ })
      await box.fill(text)
      return {
        button: page.getByRole('button', { name: /^Post(ing|\sto Wall)/ }),
        says: { broken: 'Unable to post comment', offline: unreachable, limited: tooMany },
        kept: () => expect(box).toHaveValue(text),
        done: async () => {
          await expect(comments(page).getByText(text, { exact: true }).first()).toBeVisible()
          await expect(box).toHaveValue('')
        },
        rows: async () => (await findComments(page, 17, text)).length,
      }
    },
  },
  {
    name: 'a like on a wall',
    call: /\/api\/comment-likes\/$/,
    toggles: true,
    prepare: async (page) => {
      const text = `A comment to like ${uniqueNumber()}`
      await send(page, '/api/comments/', { politician: 18, text })
      await page.goto('/politicians/18?tab=wall')
      await page.getByRole('button', { name: 'Show Comments' }).click()
      const like = page.getByRole('button', { name: new RegExp(`Like .*${text}`) })
      const failed = 'Failed to update like status. Please try again.'
      return {
        button: like,
        says: { broken: failed, offline: failed, limited: failed },
        kept: () => expect(like).toHaveAttribute('aria-pressed', 'false'),
        done: async () => {
          await expect(like).toHaveAttribute('aria-pressed', 'true')
          await expect(like).toContainText('(1 like)')
          await expect.poll(async () => (await findComments(page, 18, text))[0]?.like_count).toBe(1)
        },
      }
    },
  },
  {
    name: 'taking back a like on a wall',
    method: 'DELETE',
    call: /\/api\/comment-likes\/\d+\/$/,
    toggles: true,
    prepare: async (page) => {
      const text = `A comment to like no longer ${uniqueNumber()}`
      const { id: comment } = await send(page, '/api/comments/', { politician: 19, text })
      await send(page, '/api/comment-likes/', { comment })
      await page.goto('/politicians/19?tab=wall')
      await page.getByRole('button', { name: 'Show Comments' }).click()
      const like = page.getByRole('button', { name: new RegExp(`Like .*${text}`) })
      await expect(like).toHaveAttribute('aria-pressed', 'true')
      const failed = 'Failed to update like status. Please try again.'
      return {
        button: like,
        says: { broken: failed, offline: failed, limited: failed },
        kept: () => expect(like).toHaveAttribute('aria-pressed', 'true'),
        done: async () => {
          await expect(like).toHaveAttribute('aria-pressed', 'false')
          await expect(like).toContainText('(0 likes)')
          await expect.poll(async () => (await findComments(page, 19, text))[0]?.like_count).toBe(0)
        },
      }
    },
  },
  {
    name: 'a message to an office',
    call: /\/contact\/$/,
    prepare: async (page) => {
      await page.goto('/politicians/18?tab=contact')
      const fields = {
        Name: 'Casey Walker',
        Email: 'c@wtpu.example',
        Subject: 'The bridge',
        Message: 'Please mend it.',
      }
      for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
      return {
        button: page.getByRole('main').getByRole('button', { name: /^Send/ }),
        says: { broken: serverError, offline: unreachable, limited: tooMany },
        kept: async () => {
          for (const [label, text] of Object.entries(fields)) await expect(page.getByLabel(label)).toHaveValue(text)
        },
        done: async () => {
          await expect(page.getByText("Message sent to politician's office!", { exact: true }).first()).toBeVisible()
          await expect(page.getByLabel('Message')).toHaveValue('')
        },
      }
    },
  },
  {
    name: 'following somebody',
    call: /\/follow\/\w+\/$/,
    toggles: true,
    prepare: async (page) => {
      await page.goto('/user/1')
      const follow = page.getByRole('main').getByRole('button', { name: /^(Unf|F)ollow / })
      return {
        button: follow,
        // Only the button says it.
        says: { broken: undefined, offline: undefined, limited: undefined },
        kept: () => expect(follow).toHaveAccessibleName(/^Follow /),
        done: () => expect(follow).toHaveAccessibleName(/^Unfollow /),
        rows: async () => {
          const response = await page.request.get('/api/boilerroom/following/', { headers: authorization(page) })
          return (await response.json()).length
        },
      }
    },
  },
]
