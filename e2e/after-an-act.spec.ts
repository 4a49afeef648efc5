import type { Locator, Page } from '@playwright/test'
import { fillShortSignUp } from './accounts.ts'
import { textBox, uniqueText } from './boiler-room.ts'
import { expect, send, signInAsNewUser, test, uniqueNumber } from './fixtures.ts'
import { choose, openWithComment, row, startDiscussion } from './forums.ts'
import { grantRole, newModerator, openCase } from './moderator.ts'
import { card, createPoll, liveCard, newQuestion } from './polls.ts'
import { isOnTop, waitForContent } from './screen.ts'

/** What says that an act was done. The first of them has the focus or is announced. */
type Outcome = [Locator, ...Locator[]]
type NewMember = (as?: { email: string }) => Promise<Page>

interface Act {
  name: string
  isVisitor?: true
  sizes?: readonly Size[]
  /** Opens a page of the member whose email this is, or of another one, and acts there. */
  act: (page: Page, email: string, newMember: NewMember) => Promise<Outcome>
}
type Size = readonly [width: number, height: number]

const phone: Size = [390, 844]
const desktop: Size = [1280, 800]
const small: Size = [360, 740]
/** They are for acts whose outcome is easily below the edge. */
const allSizes = [small, [375, 667], phone, [768, 1024], desktop] as const

const say = (page: Page, text: string) => page.getByText(text, { exact: true }).and(page.locator(':not([role=status])'))

/** Presses a button near the bottom of the window, where bars and messages are. */
async function clickAtEdge(button: Locator) {
  await button.evaluate((element) => {
    element.scrollIntoView({ block: 'end', behavior: 'instant' })
    window.scrollBy(0, 64)
  })
  await button.click()
}

async function vote(page: Page) {
  const question = newQuestion('Is the slip in sight')
  await createPoll(page, { question, options: ['Yes', 'No', 'Later', 'Never', 'Ask me again'] })
  await page.goto('/polls')
  await waitForContent(page)
  const poll = card(page, question)
  await poll.getByRole('button', { name: 'Vote for Yes' }).click()
  return { poll, voted: poll.getByRole('listitem').first(), undo: poll.getByRole('button', { name: /^Undo/ }) }
}

async function rate(page: Page) {
  await page.goto('/politicians/14')
  await waitForContent(page)
  const official = page.getByRole('region', { name: 'Ratings' })
  const bad = official.getByRole('button', { name: /^Bad Job/ })
  await clickAtEdge(bad)
  return { official, bad, undo: official.getByRole('button', { name: /^Undo/ }) }
}

const acts: Act[] = [
  {
    name: 'a sign-up below an answer',
    isVisitor: true,
    sizes: [small, phone, desktop],
    act: async (page) => {
      await page.goto('/')
      await liveCard(page)
        .getByRole('button', { name: /^Vote for/ })
        .first()
        .click()
      await fillShortSignUp(liveCard(page))
      await liveCard(page).getByRole('button', { name: 'Create Account' }).click()
      return [liveCard(page).getByText('Your answer was counted.')]
    },
  },
  {
    name: 'a sign-up below an answer in Live voting',
    isVisitor: true,
    sizes: [small, phone, desktop],
    act: async (page) => {
      await page.goto('/')
      const poll = page.getByRole('region', { name: 'Live voting' }).getByRole('article').first()
      await clickAtEdge(poll.getByRole('button', { name: /^Vote for/ }).first())
      await fillShortSignUp(poll)
      await poll.getByRole('button', { name: 'Create Account' }).click()
      return [liveCard(page).getByText('Your answer was counted.')]
    },
  },
  {
    name: 'a vote',
    sizes: allSizes,
    act: async (page) => {
      const { voted, undo } = await vote(page)
      return [voted, undo]
    },
  },
  {
    name: 'a vote on Home',
    act: async (page) => {
      await page.goto('/')
      const poll = page.getByRole('region', { name: 'Your turn' }).getByRole('article')
      await clickAtEdge(poll.getByRole('button', { name: /^Vote for/ }).first())
      return [poll.getByRole('listitem').first(), poll.getByRole('button', { name: /^Undo/ })]
    },
  },
  {
    name: 'the first steps',
    act: async (page) => {
      await page.addInitScript(() => localStorage.setItem('wtpu-welcome', '1'))
      await page.goto('/')
      await page.getByRole('button', { name: 'Close all, go to Today' }).click()
      return [page.getByRole('heading', { name: 'Your turn' })]
    },
  },
  {
    name: 'the undo of a vote',
    sizes: [small, phone, desktop],
    act: async (page) => {
      const { poll, voted, undo } = await vote(page)
      await undo.click()
      await expect(poll.getByRole('button', { name: 'Vote for Yes' })).toBeVisible()
      return [voted]
    },
  },
  {
    name: 'a rating',
    sizes: allSizes,
    act: async (page) => {
      const { undo } = await rate(page)
      return [undo, say(page, 'Bad Job vote has been recorded.')]
    },
  },
  {
    name: 'the undo of a rating',
    act: async (page) => {
      const { bad, undo } = await rate(page)
      await undo.press('Enter')
      return [bad]
    },
  },
  {
    name: 'a post',
    sizes: [small, phone, desktop],
    act: async (page) => {
      const text = uniqueText('Sweep the square')
      await page.goto('/boiler-room')
      await textBox(page).fill(text)
      await page.getByRole('button', { name: 'Post', exact: true }).click()
      return [say(page, 'Your post has been published!'), page.getByText(text, { exact: true })]
    },
  },
  {
    name: 'a comment on a post',
    act: async (page) => {
      const text = uniqueText('I sweep, too')
      await page.goto('/boiler-room')
      await page
        .getByRole('article')
        .nth(2)
        .getByRole('button', { name: /Comments on/ })
        .click()
      await page.getByRole('textbox', { name: /^Your comment on/ }).fill(text)
      await clickAtEdge(page.getByRole('button', { name: 'Post comment' }))
      return [say(page, 'Your comment has been posted!'), page.getByText(text, { exact: true })]
    },
  },
  {
    name: 'a comment on a discussion',
    act: async (page) => {
      const text = uniqueText('Sweep it at noon')
      const { id } = await openWithComment(page, 'Sweep it at night')
      await page.goto(`/forums/${id}`)
      await page.getByRole('textbox', { name: 'Your comment on this discussion' }).fill(text)
      await page.getByRole('button', { name: 'Post Comment' }).click()
      return [row(page, text)]
    },
  },
  {
    name: 'a reply',
    act: async (page) => {
      const text = uniqueText('Then nobody sees it')
      const { comment } = await openWithComment(page, 'Sweep it at night')
      await comment.getByRole('button', { name: /^Reply to/ }).click()
      await page.getByRole('textbox', { name: 'Replying to Casey Walker' }).fill(text)
      await page.getByRole('button', { name: 'Post Reply' }).click()
      return [row(page, text)]
    },
  },
  {
    name: 'a comment on a wall',
    act: async (page) => {
      const text = uniqueText('Thank you for the broom')
      await page.goto('/politicians/14?tab=wall')
      await page.getByRole('textbox', { name: /^Your comment on/ }).fill(text)
      await clickAtEdge(page.getByRole('button', { name: 'Post to Wall' }))
      return [say(page, 'Your comment has been posted!'), page.getByText(text, { exact: true })]
    },
  },
  {
    name: 'following a person',
    act: async (page) => {
      await page.goto('/user/1')
      await page.getByRole('button', { name: /^Follow / }).click()
      return [page.getByRole('button', { name: /^Unfollow / })]
    },
  },
  {
    name: 'following an official',
    act: async (page) => {
      await page.goto('/politicians/15')
      await page.getByRole('button', { name: /^Follow / }).click()
      return [page.getByRole('button', { name: /^Unfollow / })]
    },
  },
  {
    name: 'a report',
    act: async (page, _email, newMember) => {
      await page.goto(`/forums/${await startDiscussion(await newMember())}`)
      await choose(page, page.getByRole('article').first(), 'Report')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: 'Spam' }).check()
      await dialog.getByRole('button', { name: 'Report' }).click()
      return [say(page, 'Thank you for your report')]
    },
  },
  {
    name: 'a decision of a moderator',
    act: async (author, _email, newMember) => {
      const [reporter, moderator] = [await newMember(), await newModerator(newMember)]
      await moderator.setViewportSize(author.viewportSize()!)
      const next = uniqueText('Second watches')
      for (const text of [uniqueText('First watches'), next])
        await send(moderator, `${await openCase(author, reporter, moderator, text)}claim/`, {})
      await moderator.goto('/moderation?status=mine')
      await moderator.getByRole('list', { name: 'Cases' }).getByRole('button').first().click()
      await moderator.getByRole('radio', { name: /^Keep/ }).check()
      await moderator.getByRole('button', { name: 'No guideline is broken' }).click()
      await moderator.getByRole('button', { name: 'Decide' }).click()
      await expect(moderator.getByRole('region', { name: 'Case', exact: true }).getByText(next)).toBeVisible()
      return [moderator.getByRole('heading', { name: 'Post by Casey Walker' }), say(moderator, 'Decided')]
    },
  },
  {
    name: 'a step of the set-up',
    act: async (page, email) => {
      await grantRole(page, email, 'admin')
      await page.goto('/admin#setup-polls')
      const templates = page.getByRole('list', { name: 'Templates of polls' })
      await templates.getByRole('checkbox', { checked: true }).first().waitFor()
      for (const box of await templates.getByRole('checkbox', { checked: true }).all()) await box.uncheck()
      await templates.getByRole('checkbox').last().check()
      await page.getByRole('button', { name: 'Publish 1 poll' }).click()
      return [say(page, 'Polls published'), templates.getByText('Published').last()]
    },
  },
  {
    name: 'the way from a step of the set-up to its place',
    act: async (page, email) => {
      await grantRole(page, email, 'admin')
      await page.goto('/admin#setup-name')
      await page.getByRole('link', { name: /: name and look$/ }).press('Enter')
      return [page.getByRole('heading', { name: 'Name and look', level: 2 })]
    },
  },
  {
    name: 'a save of the profile',
    act: async (page) => {
      await page.goto('/profile-settings')
      await page.getByRole('button', { name: 'Edit Profile' }).click()
      await page.getByLabel('Bio').fill('Sweeps squares.')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      return [page.getByRole('button', { name: 'Edit Profile' }), say(page, 'Your profile has been updated.')]
    },
  },
  {
    name: 'a save of a setting',
    act: async (page) => {
      await page.goto('/profile-settings')
      await page.getByLabel('Congressional district').selectOption('3')
      await page.getByRole('button', { name: 'Save District' }).click()
      return [page.getByRole('main').getByText('Saved', { exact: true })]
    },
  },
  {
    name: 'an import',
    act: async (page, email) => {
      await grantRole(page, email, 'admin')
      await page.goto('/admin/officials')
      await page.getByRole('radio', { name: /^Files/ }).check()
      const text = `name,office,place,party,contact\nAda ${uniqueNumber()},Mayor,Harbor City,,mayor@harbor.example\n`
      await page
        .getByLabel('Your own list', { exact: true })
        .setInputFiles({ name: 'officials.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      const checked = page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().endsWith('/api/admin/officials/'),
      )
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      const report: object = await (await checked).json()
      // A real import would retire the officials of the demo, which other tests need.
      await page.route('**/api/admin/officials/', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ json: { ...report, is_imported: true } })
          : route.continue(),
      )
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      return [page.getByRole('heading', { name: 'Imported' })]
    },
  },
]

/** Keeps what live regions say, because messages say it for a second. Runs in the page. */
function listen(): void {
  const heard: string[] = []
  Reflect.set(window, 'heard', heard)
  new MutationObserver(() => {
    for (const { textContent: said } of document.querySelectorAll(
      '[aria-live], [role="status"], [role="alert"], output',
    ))
      if (said && !heard.includes(said)) heard.push(said)
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Whether it is in what has the focus, contains that, or was announced. Runs in the page. */
function isFocusedOrAnnounced(outcome: Element): boolean {
  const { activeElement: active } = document
  if (active?.matches(':not(body, main)') && (active.contains(outcome) || outcome.contains(active))) return true
  const heard: string[] = Reflect.get(window, 'heard') ?? []
  return heard.some((said) => said.includes(outcome.textContent ?? ''))
}

for (const { name, isVisitor, sizes = [phone, desktop], act } of acts) {
  for (const [width, height] of sizes) {
    test(`after ${name} at ${width} × ${height}, the outcome is in sight and known`, async ({
      visitor,
      context,
      baseURL,
      newMember,
    }) => {
      await context.addInitScript(listen)
      const { email } = isVisitor ? { email: '' } : await signInAsNewUser(context, baseURL ?? '')
      await visitor.setViewportSize({ width, height })
      const outcome = await act(visitor, email, newMember)
      for (const part of outcome) {
        await expect(part).toBeInViewport({ ratio: 1 })
        // A message stays for five seconds, and must not cover it.
        await expect.poll(() => isOnTop(part), { timeout: 3_000 }).toBe(true)
      }
      await expect.poll(() => outcome[0].evaluate(isFocusedOrAnnounced)).toBe(true)
    })
  }
}

test('what is below the profile form stays where it is when the form closes', async ({ visitor, context, baseURL }) => {
  await signInAsNewUser(context, baseURL ?? '')
  await visitor.setViewportSize({ width: 1280, height: 800 })
  await visitor.goto('/profile-settings')
  await visitor.getByRole('button', { name: 'Edit Profile' }).click()
  await visitor.getByLabel('Bio').fill('Sweeps squares.')
  // Its choices are loaded once something is written.
  await expect(visitor.getByLabel('Language')).toBeVisible()
  const below = visitor.getByRole('heading', { name: 'Privacy' })
  const top = async () => (await below.boundingBox())?.y ?? 0
  await visitor.getByRole('button', { name: 'Cancel' }).scrollIntoViewIfNeeded()
  const before = await top()
  await visitor.getByRole('button', { name: 'Cancel' }).click()
  await expect(visitor.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await expect.poll(async () => Math.abs((await top()) - before), { timeout: 2_000 }).toBeLessThan(4)
})
