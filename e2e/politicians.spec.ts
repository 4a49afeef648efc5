import type { Page } from '@playwright/test'
import { expect, signInAsNewUser, test, uniqueNumber } from './fixtures.ts'
import { collectConsoleErrors, expectAccessible, expectNoHorizontalScroll, waitForContent } from './screen.ts'

const textBox = (page: Page) => page.getByRole('textbox', { name: /^Your comment on/ })
const postComment = async (page: Page, text: string) => {
  await textBox(page).fill(text)
  await page.getByRole('button', { name: 'Post to Wall' }).click()
}
const comments = (page: Page) => page.getByRole('list', { name: /^Comments on/ }).getByRole('listitem')

test('shows the viewer’s wall comment at once, puts others’ behind a pill, and toggles likes', async ({
  citizen,
  newMember,
}) => {
  const mark = uniqueNumber()
  await citizen.goto('/politicians/11')
  await expect(citizen.getByRole('button', { name: 'Post to Wall' })).toBeDisabled()
  await postComment(citizen, `Mine ${mark}\non two lines`)
  await expect(comments(citizen).first()).toContainText(`Mine ${mark}`)
  await expect(textBox(citizen)).toHaveValue('')

  const other = await newMember()
  await other.goto('/politicians/11')
  await expect(other.getByText(`Mine ${mark}`)).toBeHidden()
  await other.getByRole('button', { name: 'Show Comments' }).click()
  const like = other.getByRole('button', { name: `Like Casey Walker’s comment: Mine ${mark}` })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  // Like counts update in place, but new comments are not inserted.
  await expect(comments(citizen).first()).toContainText('(1 like)')
  await postComment(other, `Theirs ${mark}`)
  await expect(comments(other).first()).toContainText(`Theirs ${mark}`)
  const pill = citizen.getByRole('button', { name: '1 new comment' })
  await expect(pill).toBeVisible()
  await expect(comments(citizen).first()).toContainText(`Mine ${mark}`)
  await pill.click()
  await expect(comments(citizen).first()).toContainText(`Theirs ${mark}`)

  await other.reload()
  await other.getByRole('button', { name: 'Show Comments' }).click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(comments(citizen).nth(1)).toContainText('(0 likes)')

  await comments(citizen).first().getByRole('link', { name: 'Casey Walker' }).click()
  await expect(citizen).toHaveURL(/\/user\/\d+$/)
})

test('selects profile tabs by keyboard, in the URL and with Back', async ({ citizen }) => {
  await citizen.goto('/politicians/13')
  await waitForContent(citizen)
  const tab = (name: string) => citizen.getByRole('tab', { name })
  await tab('Discussion Wall').focus()
  await citizen.keyboard.press('ArrowRight')
  await expect(tab('Voting Records')).toBeFocused()
  await expect(citizen).toHaveURL('/politicians/13?tab=records')
  await expect(citizen.getByText('Made up for this demo', { exact: true })).toBeVisible()
  await citizen.keyboard.press('End')
  await expect(citizen).toHaveURL('/politicians/13?tab=polls')
  await citizen.goBack()
  await expect(citizen.getByRole('heading', { level: 2, name: 'Voting Records' })).toBeVisible()
  await citizen.reload()
  await expect(tab('Voting Records')).toHaveAttribute('aria-selected', 'true')
})

test('shows an accessible wall with a comment', async ({ citizen }) => {
  const errors = collectConsoleErrors(citizen)
  await citizen.goto('/politicians/16?tab=wall')
  await postComment(citizen, 'A comment for axe')
  await expect(comments(citizen).first()).toContainText('A comment for axe')
  await expectAccessible(citizen)
  await expectNoHorizontalScroll(citizen)
  expect(errors).toEqual([])
})

test('a rating after the session has ended says once to sign in, and comes back to the official', async ({
  visitor,
  context,
  baseURL,
}) => {
  const { email, password } = await signInAsNewUser(context, baseURL ?? '')
  await visitor.goto('/politicians/12')
  await waitForContent(visitor)
  const good = visitor.getByRole('region', { name: 'Ratings' }).getByRole('button', { name: /^Good Job/ })
  // At once, before another call finds that the session has ended.
  await good.evaluate((button: HTMLElement) => {
    // A token of which the server says that its session has ended: the signature is missing.
    for (const key of ['access', 'refresh'])
      localStorage.setItem(key, localStorage.getItem(key)!.replace(/[^.]+$/, 'ended'))
    button.click()
  })
  await expect(visitor).toHaveURL('/login')
  await expect(visitor.getByText('You were signed out. Please sign in again.', { exact: true })).toHaveCount(1)
  await expect(visitor.getByText(/could not|try again/i)).toHaveCount(0)
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByLabel('Password', { exact: true }).fill(password)
  await visitor.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(visitor).toHaveURL('/politicians/12')
  await good.click()
  await expect(visitor.getByText('Good Job vote has been recorded.').first()).toBeVisible()
})
