import type { Locator, Page } from '@playwright/test'
import { fillShortSignUp, signInByForm } from './accounts.ts'
import { textBox, uniqueText } from './boiler-room.ts'
import { expect, newIpAddress, passGate, send, signInAsNewUser, test, uniqueNumber } from './fixtures.ts'
import { choose, openWithComment, row, startDiscussion } from './forums.ts'
import { admin, grantRole, newModerator, openCase } from './moderator.ts'
import { startOwnSite } from './own-site.ts'
import { card, createPoll, liveCard, newQuestion } from './polls.ts'
import { isOnTop, waitForContent } from './screen.ts'

/** What says that an act was done. The first of them has the focus or is announced. */
type Outcome = [Locator, ...Locator[]]

interface Window {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
}

/** A theme changes colors, and neither places nor focus, so each act is done in both, but not twice at one size. */
const windows: readonly Window[] = [
  { width: 360, height: 740, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 768, height: 1024, colorScheme: 'dark' },
  { width: 1280, height: 800, colorScheme: 'light' },
]
/** For acts whose outcome is easily below the edge. */
const lowWindow: Window = { width: 375, height: 667, colorScheme: 'light' }

interface Acting {
  /** The member whose page it is. Empty for visitors. */
  email: string
  /** Another member or a moderator, the same in all windows. */
  other: (who: 'author' | 'reporter' | 'moderator') => Promise<Page>
  /** Which of the windows it is. What can be done once only is done to another thing in each. */
  nth: number
  /** Gives another page the same window. */
  look: (page: Page) => Promise<void>
}

interface Act {
  name: string
  /** Visitors, who become members, are new in each window. */
  isVisitor?: true
  isEasilyBelow?: true
  /** Opens a page and acts there. */
  act: (page: Page, acting: Acting) => Promise<Outcome>
}

async function look(page: Page, { width, height, colorScheme }: Window): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
}

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

async function rate(page: Page, nth: number) {
  await page.goto(`/politicians/${14 + nth}`)
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
    isEasilyBelow: true,
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
    act: async (page) => {
      const { poll, voted, undo } = await vote(page)
      await undo.click()
      await expect(poll.getByRole('button', { name: 'Vote for Yes' })).toBeVisible()
      return [voted]
    },
  },
  {
    name: 'a rating',
    isEasilyBelow: true,
    act: async (page, { nth }) => {
      const { undo } = await rate(page, nth)
      return [undo, say(page, 'Bad Job vote has been recorded.')]
    },
  },
  {
    name: 'the undo of a rating',
    act: async (page, { nth }) => {
      const { bad, undo } = await rate(page, nth)
      await undo.press('Enter')
      return [bad]
    },
  },
  {
    name: 'a post',
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
      const { id } = await openWithComment(page, uniqueText('Sweep it at night'))
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
      const { comment } = await openWithComment(page, uniqueText('Sweep it at night'))
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
    act: async (page, { nth }) => {
      await page.goto(`/user/${1 + nth}`)
      await page.getByRole('button', { name: /^Follow / }).click()
      return [page.getByRole('button', { name: /^Unfollow / })]
    },
  },
  {
    name: 'following an official',
    act: async (page, { nth }) => {
      await page.goto(`/politicians/${15 + nth}`)
      await page.getByRole('button', { name: /^Follow / }).click()
      return [page.getByRole('button', { name: /^Unfollow / })]
    },
  },
  {
    name: 'a report',
    act: async (page, { other }) => {
      await page.goto(`/forums/${await startDiscussion(await other('author'))}`)
      await choose(page, page.getByRole('article').first(), 'Report')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: 'Spam' }).check()
      await dialog.getByRole('button', { name: 'Report' }).click()
      return [say(page, 'Thank you for your report')]
    },
  },
  {
    name: 'a decision of a moderator',
    act: async (_page, { other, nth, look: lookAlike }) => {
      const [author, reporter, moderator] = [await other('author'), await other('reporter'), await other('moderator')]
      await lookAlike(moderator)
      const next = uniqueText('Second watches')
      // The second case of a window is the first one of the next window.
      for (const text of nth === 0 ? [uniqueText('First watches'), next] : [next])
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
    act: async (page, { email }) => {
      await grantRole(page, email, 'admin')
      await page.goto('/admin#setup-polls')
      const templates = page.getByRole('list', { name: 'Templates of polls' })
      await templates.getByRole('checkbox', { checked: true }).first().waitFor()
      for (const box of await templates.getByRole('checkbox', { checked: true }).all()) await box.uncheck()
      const last = templates
        .getByRole('listitem')
        .filter({ has: page.getByRole('checkbox') })
        .last()
      const text = await last.innerText()
      await last.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Publish 1 poll' }).click()
      const published = templates.getByRole('listitem').filter({ hasText: text.split('?')[0]! })
      return [say(page, 'Polls published'), published.getByText('Published')]
    },
  },
  {
    name: 'the way from a step of the set-up to its place',
    act: async (page, { email }) => {
      await grantRole(page, email, 'admin')
      await page.goto('/admin#setup-name')
      await page.getByRole('link', { name: /: name and look$/ }).press('Enter')
      return [page.getByRole('heading', { name: 'Name and look', level: 2 })]
    },
  },
  {
    name: 'a save of the profile',
    act: async (page, { nth }) => {
      await page.goto('/profile-settings')
      await page.getByRole('button', { name: 'Edit Profile' }).click()
      await page.getByLabel('Bio').fill(`Sweeps ${nth} squares.`)
      await page.getByRole('button', { name: 'Save Changes' }).click()
      return [page.getByRole('button', { name: 'Edit Profile' }), say(page, 'Your profile has been updated.')]
    },
  },
  {
    name: 'a save of a setting',
    act: async (page, { nth }) => {
      await page.goto('/profile-settings')
      await page.getByLabel('Congressional district').selectOption(String(3 + nth))
      await page.getByRole('button', { name: 'Save District' }).click()
      return [page.getByRole('main').getByText('Saved', { exact: true })]
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

async function expectInSight(outcome: Outcome): Promise<void> {
  for (const part of outcome) {
    await expect(part).toBeInViewport({ ratio: 1 })
    // A message stays for five seconds, and must not cover it.
    await expect.poll(() => isOnTop(part), { timeout: 3_000 }).toBe(true)
  }
  await expect.poll(() => outcome[0].evaluate(isFocusedOrAnnounced)).toBe(true)
}

for (const { name, isVisitor, isEasilyBelow, act } of acts) {
  test(`after ${name}, the outcome is in sight and known`, async ({
    visitor,
    context,
    baseURL,
    newContext,
    newMember,
  }) => {
    await context.addInitScript(listen)
    const others = new Map<string, Promise<Page>>()
    const other: Acting['other'] = (who) => {
      const page = others.get(who) ?? (who === 'moderator' ? newModerator(newMember) : newMember())
      others.set(who, page)
      return page
    }
    const { email } = isVisitor ? { email: '' } : await signInAsNewUser(context, baseURL ?? '')
    for (const [nth, one] of [...windows, ...(isEasilyBelow ? [lowWindow] : [])].entries())
      await test.step(`at ${one.width} × ${one.height}`, async () => {
        const page = isVisitor ? await (await newContext()).newPage() : visitor
        if (isVisitor) await page.addInitScript(listen)
        // An address with a fragment would not be opened anew.
        await page.goto('about:blank')
        await look(page, one)
        await expectInSight(await act(page, { email, other, nth, look: (another) => look(another, one) }))
        if (isVisitor) await page.close()
      })
  })
}

// On a site of its own: it retires the officials of the demo, which other tests need.
test('after an import, the outcome is in sight and known', async ({ browser }) => {
  await using site = await startOwnSite('import', { SEED: 'demo' })
  const context = await browser.newContext({
    baseURL: site.baseURL,
    extraHTTPHeaders: { 'x-forwarded-for': newIpAddress() },
  })
  await passGate(context)
  await context.addInitScript(listen)
  const page = await context.newPage()
  await signInByForm(page, admin.username, admin.password)
  await expect(page).toHaveURL('/')
  for (const one of windows)
    await test.step(`at ${one.width} × ${one.height}`, async () => {
      await look(page, one)
      await page.goto('/admin/officials')
      await page.getByRole('radio', { name: /^Files/ }).check()
      const text = `name,office,place,party,contact\nAda ${uniqueNumber()},Mayor,Harbor City,,mayor@harbor.example\n`
      await page
        .getByLabel('Your own list', { exact: true })
        .setInputFiles({ name: 'officials.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await expectInSight([page.getByRole('heading', { name: 'Imported' })])
    })
  await context.close()
})

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
