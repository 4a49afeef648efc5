import type { Locator, Page } from '@playwright/test'
import { serverError, tooMany, unreachable, type Write } from '../failing-writes.ts'
import { expect, send } from '../fixtures.ts'
import { choose, commentsOf, openMenu, openWithComment, read, row, startDiscussion } from '../forums.ts'
import { grantModerator } from '../moderator.ts'

const says = { broken: serverError, offline: unreachable, limited: tooMany }

/** The dialog that asks a moderator for a guideline and a sentence, filled in. */
async function giveReason(page: Page, submit: RegExp) {
  const dialog = page.getByRole('dialog')
  const sentence = dialog.getByRole('textbox', { name: 'Sentence to the author' })
  await dialog.getByRole('combobox', { name: 'Guideline' }).selectOption('1')
  await sentence.fill('Off topic')
  return {
    dialog,
    button: dialog.getByRole('button', { name: submit }),
    says,
    kept: () => expect(sentence).toHaveValue('Off topic'),
  }
}

/** An entry of a menu, which closes before the call is sent. On a phone, the menu opens where the toast is. */
async function entryOf(page: Page, within: Locator, name: string) {
  await page.setViewportSize({ width: 360, height: 740 })
  const button = page.getByRole('menuitem', { name })
  const openAgain = async () => {
    await openMenu(within)
    const covered = await button.evaluate((entry) => {
      const { x, y, width, height } = entry.getBoundingClientRect()
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      return top?.closest('[aria-label^="Notifications"]') !== null
    })
    expect(covered, 'a toast covers the menu').toBe(false)
  }
  await openMenu(within)
  return { button, dismiss: openAgain }
}

const isLocked = async (page: Page, id: number) =>
  (await read<{ is_locked: boolean }>(page, `/api/forums/discussions/${id}/`)).is_locked

const countPinned = async (page: Page, id: number) =>
  (await commentsOf(page, id)).filter(({ isPinned }) => isPinned).length

export const moderationWrites: Write[] = [
  {
    name: 'locking a discussion',
    call: /\/moderation\/decisions\/$/,
    prepare: async (page, { email }, newMember) => {
      const id = await startDiscussion(await newMember())
      await grantModerator(page, email)
      await page.goto(`/forums/${id}`)
      const discussion = page.getByRole('article').first()
      await choose(page, discussion, 'Lock discussion')
      const { dialog, ...form } = await giveReason(page, /^Lock/)
      return {
        ...form,
        done: async () => {
          await expect(page.getByText('Discussion locked', { exact: true }).first()).toBeVisible()
          await expect(dialog).toHaveCount(0)
          await expect(discussion.getByText('Locked')).toBeVisible()
        },
        rows: async () => Number(await isLocked(page, id)),
      }
    },
  },
  {
    name: 'unlocking a discussion',
    method: 'DELETE',
    call: /\/discussions\/\d+\/lock\/$/,
    prepare: async (page, { email }, newMember) => {
      const id = await startDiscussion(await newMember())
      await grantModerator(page, email)
      const decision = { action: 'lock', rule: 1, sentence: 'Off topic' }
      await send(page, '/api/moderation/decisions/', { kind: 'discussion', id, ...decision })
      await page.goto(`/forums/${id}`)
      const discussion = page.getByRole('article').first()
      return {
        ...(await entryOf(page, discussion, 'Unlock discussion')),
        says: { ...says, broken: 'The discussion is still locked.' },
        kept: () => expect(discussion.getByText('Locked')).toBeVisible(),
        done: async () => {
          await expect(page.getByText('Discussion unlocked', { exact: true }).first()).toBeVisible()
          await expect(discussion.getByText('Locked')).toHaveCount(0)
        },
        rows: async () => Number(!(await isLocked(page, id))),
      }
    },
  },
  {
    name: 'pinning a comment',
    call: /\/comments\/\d+\/pin\/$/,
    prepare: async (page, { email }) => {
      await grantModerator(page, email)
      const { id, comment } = await openWithComment(page, 'The mayor')
      return {
        ...(await entryOf(page, comment, 'Pin comment')),
        says: { ...says, broken: 'The comment was not changed' },
        kept: () => expect(comment.getByText('Pinned')).toHaveCount(0),
        done: () => expect(comment.getByText('Pinned')).toBeVisible(),
        rows: () => countPinned(page, id),
      }
    },
  },
  {
    name: 'unpinning a comment',
    method: 'DELETE',
    call: /\/comments\/\d+\/pin\/$/,
    prepare: async (page, { email }) => {
      await grantModerator(page, email)
      const { id, comment } = await openWithComment(page, 'The mayor')
      const [{ id: commentId } = { id: 0 }] = await commentsOf(page, id)
      await send(page, `/api/forums/comments/${commentId}/pin/`, {})
      await page.reload()
      return {
        ...(await entryOf(page, comment, 'Unpin comment')),
        says: { ...says, broken: 'The comment was not changed' },
        kept: () => expect(comment.getByText('Pinned')).toBeVisible(),
        done: () => expect(comment.getByText('Pinned')).toHaveCount(0),
        rows: async () => 1 - (await countPinned(page, id)),
      }
    },
  },
  {
    name: 'removing a comment',
    call: /\/moderation\/decisions\/$/,
    prepare: async (page, { email }, newMember) => {
      await grantModerator(page, email)
      const { id } = await openWithComment(await newMember(), 'The mayor')
      // A reply keeps the slot of the comment.
      const [{ id: parent } = { id: 0 }] = await commentsOf(page, id)
      await send(page, `/api/forums/discussions/${id}/comments/`, { content: 'Not on Sundays', parent })
      await page.goto(`/forums/${id}`)
      await choose(page, row(page, 'The mayor'), 'Remove comment')
      const { dialog, ...form } = await giveReason(page, /^Remov/)
      return {
        ...form,
        done: async () => {
          await expect(dialog).toHaveCount(0)
          await expect(row(page, 'The mayor')).toHaveCount(0)
        },
        rows: async () => (await commentsOf(page, id)).filter(({ state }) => state === 'removed').length,
      }
    },
  },
]
