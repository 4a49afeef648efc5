import type { APIRequestContext, Page } from '@playwright/test'
import { fillShortSignUp } from './accounts.ts'
import { card } from './polls.ts'
import { expect, passGate, signInAsNewUser, test, uniqueNumber } from './fixtures.ts'
import { collectConsoleErrors, expectAccessible, expectLargeTextFits, expectNoHorizontalScroll } from './screen.ts'

interface Poll {
  id: number
  question: string
  is_closed: boolean
}

/** The oldest polls are those of the demo, not of other tests. */
async function oldestPoll(request: APIRequestContext, isClosed: boolean): Promise<Poll> {
  const polls: Poll[] = await (await request.get('/api/polls/?sort=oldest')).json()
  const poll = polls.find(({ is_closed }) => is_closed === isClosed)
  if (!poll) throw new Error('the demo has no such poll')
  return poll
}

const signInTo = (page: Page, what: string) => page.getByRole('heading', { level: 2, name: what })

test('a shared poll leads a stranger through sign-in with a password to the poll', async ({
  newContext,
  visitor,
  request,
  baseURL,
}) => {
  const poll = await oldestPoll(request, false)
  const { email, password } = await signInAsNewUser(await newContext(), baseURL!)

  await visitor.goto(`/polls/${poll.id}`)

  await expect(visitor).toHaveURL('/login')
  await expect(signInTo(visitor, `Join to vote on: ${poll.question}`)).toBeVisible()
  await visitor.getByRole('button', { name: 'I have an account' }).click()
  await expect(visitor.getByRole('heading', { name: 'Welcome Back' })).toBeFocused()
  await expect(signInTo(visitor, `Sign in to vote on: ${poll.question}`)).toBeVisible()
  expect(await visitor.evaluate(() => sessionStorage.getItem('post_login_redirect'))).toBe(`/polls/${poll.id}`)
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByLabel('Password', { exact: true }).fill(password)
  await visitor.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(visitor).toHaveURL(`/polls/${poll.id}`)
  await expect(visitor).toHaveTitle(`${poll.question} | WTPU`)
})

test('a shared result leads an outsider through sign-up to a counted vote', async ({ visitor, request }) => {
  const poll = await oldestPoll(request, false)

  await visitor.goto(`/results/${poll.id}`)
  await expect(visitor.getByRole('heading', { level: 1, name: poll.question })).toBeVisible()
  const asked = card(visitor, poll.question)
  await asked
    .getByRole('button', { name: /^Vote for/ })
    .first()
    .click()
  await expect(asked.getByText('Not counted yet.')).toBeVisible()
  await fillShortSignUp(asked)
  await asked.getByRole('button', { name: 'Create Account' }).click()

  await expect(asked.getByText('Yours', { exact: true })).toBeVisible()
  await expect(visitor).toHaveURL(`/results/${poll.id}`)
  await visitor.reload()
  await expect(asked.getByText('Yours', { exact: true })).toBeVisible()
})

test('a shared official leads a stranger through sign-up with Google to the official', async ({ visitor, request }) => {
  const { name }: { name: string } = await (await request.get('/api/politicians/1/')).json()

  await visitor.goto('/politicians/1')
  await expect(signInTo(visitor, `Sign in to rate ${name}`)).toBeVisible()
  await visitor.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await expect(signInTo(visitor, `Join to rate ${name}`)).toBeVisible()
  await visitor.getByRole('button', { name: 'Continue with Google' }).click()
  await visitor.getByPlaceholder('Enter any login').fill(`shared${uniqueNumber()}`)
  await visitor.getByPlaceholder('and password').fill('any')
  await visitor.getByRole('button', { name: 'Sign-in' }).click()
  await visitor.getByRole('button', { name: 'Continue' }).click()

  await expect(visitor).toHaveURL('/politicians/1')
  await expect(visitor).toHaveTitle(`${name} | WTPU`)
})

test('a missing poll leads to the plain sign-in screen', async ({ visitor }) => {
  await visitor.goto('/polls/999999')
  await expect(visitor).toHaveURL('/login')
  await expect(visitor.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(visitor.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(visitor.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(0)
})

test('the link preview of a poll says nothing of it while there is a gate', async ({ request }) => {
  const poll = await oldestPoll(request, true)
  const html = await (await request.get(`/polls/${poll.id}`)).text()
  expect(html).not.toContain(poll.question)
  const image = /property="og:image" content="https?:\/\/[^/]+(\/share[^"]+)"/.exec(html)?.[1] ?? ''

  const response = await request.get(image)

  expect(response.headers()).toMatchObject({ 'content-type': 'image/png' })
  // Width and height in the header of the PNG.
  const png = await response.body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
})

test('the sign-in and sign-up screens of a shared link are accessible', async ({ context, request }) => {
  await passGate(context)
  const page = await context.newPage()
  const errors = collectConsoleErrors(page)
  await page.goto(`/polls/${(await oldestPoll(request, false)).id}`)
  await expect(page.getByRole('heading', { level: 2, name: /^Join to/ })).toBeVisible()
  await expectAccessible(page)
  for (const screen of ['/login', '/signup']) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(screen)
    await expect(page.getByRole('heading', { level: 2, name: /^(Sign in|Join) to/ })).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await expectLargeTextFits(page)
  }
  expect(errors).toEqual([])
})
