import type { Page } from '@playwright/test'
import { serverError, tooMany, unreachable, type Write } from '../failing-writes.ts'
import { expect, uniqueNumber } from '../fixtures.ts'
import { choose, commentsOf, newTitle, openWithComment, read, row, startDiscussion } from '../forums.ts'
import { waitForContent } from '../screen.ts'

/** The dialog that asks before something is deleted. */
const deletion = (page: Page) => ({
  button: page.getByRole('dialog').getByRole('button', { name: /^Delet/ }),
  says: { broken: serverError, offline: unreachable, limited: tooMany },
  kept: () => expect(page.getByRole('dialog')).toBeVisible(),
})

export const forumWrites: Write[] = [
  {
    name: 'a new discussion',
    call: /\/discussions\/$/,
    prepare: async (page) => {
      const title = newTitle()
      await page.goto('/forums')
      await waitForContent(page)
      await page.getByRole('button', { name: 'Start New Discussion' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
      await dialog.getByRole('textbox', { name: 'Description' }).fill('Every morning there are **leaves**.')
      await dialog.getByRole('combobox', { name: 'Category' }).selectOption('Environment')
      return {
        button: dialog.getByRole('button', { name: /^Start/ }),
        says: { broken: 'Unable to create discussion', offline: unreachable, limited: tooMany },
        kept: async () => {
          await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
          await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(/leaves/)
          await expect(dialog.getByRole('combobox', { name: 'Category' }).locator('option:checked')).toHaveText(
            'Environment',
          )
        },
        done: async () => {
          await expect(dialog).toHaveCount(0)
          await expect(page.getByRole('article').first().getByRole('link', { name: title })).toBeFocused()
        },
        rows: async () => {
          const { results } = await read<{ results: { title: string }[] }>(page, '/api/forums/discussions/?limit=50')
          return results.filter((result) => result.title === title).length
        },
      }
    },
  },
  {
    name: 'a new tag',
    call: /\/tags\/$/,
    prepare: async (page) => {
      const name = `square ${uniqueNumber()}`
      await page.goto('/forums')
      await waitForContent(page)
      await page.getByRole('button', { name: 'Start New Discussion' }).click()
      const dialog = page.getByRole('dialog')
      const box = dialog.getByRole('combobox', { name: 'Tags' })
      await box.fill(name)
      const choice = dialog.getByRole('option', { name: `Create tag “${name}”` })
      await expect(choice).toBeVisible()
      return {
        button: choice,
        says: { broken: serverError, offline: unreachable, limited: tooMany },
        kept: () => expect(box).toHaveValue(name),
        dismiss: () => box.click(),
        // The reply of the server: only older accounts may create tags.
        done: () => expect(dialog.getByText(/^You can create tags once your account is 24 hours old/)).toBeVisible(),
      }
    },
  },
  {
    name: 'an edit of a discussion',
    method: 'PATCH',
    call: /\/discussions\/\d+\/$/,
    prepare: async (page) => {
      const id = await startDiscussion(page)
      const title = newTitle()
      await page.goto(`/forums/${id}`)
      await choose(page, page.getByRole('article').first(), 'Edit')
      const form = page.getByRole('form', { name: 'Edit discussion' })
      await form.getByRole('textbox', { name: 'Title' }).fill(title)
      return {
        button: form.getByRole('button', { name: /^Sav/ }),
        says: { broken: serverError, offline: unreachable, limited: tooMany },
        kept: () => expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue(title),
        done: () => expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible(),
        rows: async () => (await read<unknown[]>(page, `/api/forums/discussions/${id}/revisions/`)).length,
      }
    },
  },
  {
    name: 'deleting a discussion',
    method: 'DELETE',
    call: /\/discussions\/\d+\/$/,
    prepare: async (page) => {
      const id = await startDiscussion(page)
      await page.goto(`/forums/${id}`)
      await choose(page, page.getByRole('article').first(), 'Delete')
      return {
        ...deletion(page),
        done: async () => {
          await expect(page.getByText('Discussion deleted', { exact: true }).first()).toBeVisible()
          await expect(page).toHaveURL('/forums')
        },
      }
    },
  },
  {
    name: 'a like of a discussion',
    call: /\/discussions\/\d+\/like\/$/,
    toggles: true,
    prepare: async (page) => {
      const id = await startDiscussion(page)
      await page.goto(`/forums/${id}`)
      const like = page.getByRole('button', { name: /^Like this discussion/ })
      return {
        button: like,
        says: { broken: 'Like failed', offline: unreachable, limited: tooMany },
        kept: () => expect(like).toHaveAttribute('aria-pressed', 'false'),
        done: () => expect(like).toHaveAttribute('aria-pressed', 'true'),
        rows: async () => {
          const count = async () =>
            (await read<{ like_count: number }>(page, `/api/forums/discussions/${id}/`)).like_count
          await expect.poll(count).toBe(1)
          return count()
        },
      }
    },
  },
  {
    name: 'a comment on a discussion',
    call: /\/comments\/$/,
    prepare: async (page) => {
      const id = await startDiscussion(page)
      await page.goto(`/forums/${id}`)
      const box = page.getByRole('textbox', { name: 'Your comment on this discussion' })
      await box.fill('The mayor')
      return {
        button: page.getByRole('button', { name: /^Post(ing| Comment)/ }),
        says: { broken: 'Unable to add comment', offline: unreachable, limited: tooMany },
        kept: () => expect(box).toHaveValue('The mayor'),
        done: async () => {
          await expect(row(page, 'The mayor')).toBeFocused()
          await expect(box).toHaveValue('')
        },
        rows: async () => (await commentsOf(page, id)).length,
      }
    },
  },
  {
    name: 'a reply',
    call: /\/comments\/$/,
    prepare: async (page) => {
      const { comment } = await openWithComment(page, 'The mayor')
      await comment.getByRole('button', { name: /^Reply to/ }).click()
      const box = page.getByRole('textbox', { name: 'Replying to Casey Walker' })
      await box.fill('Not on Sundays')
      return {
        button: page.getByRole('button', { name: /^Post(ing| Reply)/ }),
        says: { broken: 'Unable to add comment', offline: unreachable, limited: tooMany },
        kept: () => expect(box).toHaveValue('Not on Sundays'),
        done: () => expect(row(page, 'Not on Sundays')).toBeFocused(),
        rows: () => row(page, 'Not on Sundays').count(),
      }
    },
  },
  {
    name: 'an edit of a comment',
    method: 'PATCH',
    call: /\/comments\/\d+\/$/,
    prepare: async (page) => {
      const { id, comment } = await openWithComment(page, 'The mayor')
      await choose(page, comment, 'Edit')
      const box = page.getByRole('textbox', { name: 'Edit your comment' })
      await box.fill('The council')
      return {
        button: page.getByRole('button', { name: /^Sav(e|ing)/ }),
        says: { broken: 'The comment was not changed', offline: unreachable, limited: tooMany },
        kept: () => expect(box).toHaveValue('The council'),
        done: () => expect(row(page, 'The council')).toBeVisible(),
        rows: async () => (await commentsOf(page, id)).filter(({ content }) => content === 'The council').length,
      }
    },
  },
  {
    name: 'deleting a comment',
    method: 'DELETE',
    call: /\/comments\/\d+\/$/,
    prepare: async (page) => {
      const { comment } = await openWithComment(page, 'The mayor')
      await choose(page, comment, 'Delete')
      return { ...deletion(page), done: () => expect(page.getByText('No replies yet')).toBeVisible() }
    },
  },
  {
    name: 'a dislike of a comment',
    call: /\/dislike\/$/,
    toggles: true,
    prepare: async (page) => {
      const { comment } = await openWithComment(page, 'The mayor')
      const dislike = comment.getByRole('button', { name: /^Dislike/ })
      return {
        button: dislike,
        says: { broken: 'Dislike failed', offline: unreachable, limited: tooMany },
        kept: () => expect(dislike).toHaveAttribute('aria-pressed', 'false'),
        done: () => expect(dislike).toHaveAttribute('aria-pressed', 'true'),
      }
    },
  },
  {
    name: 'a like of a comment',
    call: /\/comments\/\d+\/like\/$/,
    toggles: true,
    prepare: async (page) => {
      const { comment } = await openWithComment(page, 'The mayor')
      const like = comment.getByRole('button', { name: /^Like/ })
      return {
        button: like,
        says: { broken: 'Like failed', offline: unreachable, limited: tooMany },
        kept: () => expect(like).toHaveAttribute('aria-pressed', 'false'),
        done: () => expect(like).toHaveAttribute('aria-pressed', 'true'),
      }
    },
  },
]
