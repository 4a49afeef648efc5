import type { Locator, Page } from '@playwright/test'
import { expect, test, uniqueNumber } from './fixtures.ts'
import { drawImage } from './media.ts'
import { composer, published, cardWith } from './boiler-room.ts'
import { pollMenu } from './polls.ts'
import { waitForContent } from './screen.ts'

test.use({ viewport: { width: 390, height: 844 } })

const dialog = (page: Page) => page.getByRole('dialog')
const menu = (page: Page) => page.getByRole('menu')
/** The open layers that the browser's history knows. */
const layersIn = (page: Page) => page.evaluate(() => history.state.layers)

async function visit(page: Page, path: string): Promise<void> {
  await page.goto('/about')
  await page.goto(path)
  await waitForContent(page)
}

/** Opens the layer and goes back, repeatedly: it closes, and the page stays. The history does not grow with each time. */
async function expectBackToClose(page: Page, opener: Locator, layer: Locator): Promise<void> {
  const url = page.url()
  const lengths = new Set<number>()
  for (let time = 0; time < 2; time++) {
    await opener.click()
    await expect(layer).toBeVisible()
    await expect.poll(() => layersIn(page)).toBe(1)
    lengths.add(await page.evaluate(() => history.length))
    await page.goBack()
    await expect(layer).toHaveCount(0)
    await expect(page).toHaveURL(url)
    await expect(opener).toBeFocused()
  }
  expect(lengths.size).toBe(1)
}

test('Back closes each menu, dialog and drawer of the polls page, and then leaves the page', async ({ citizen }) => {
  await visit(citizen, '/polls')
  await expectBackToClose(citizen, citizen.getByRole('button', { name: 'Open menu' }), dialog(citizen))
  await expectBackToClose(citizen, citizen.getByRole('button', { name: /^Account menu/ }), menu(citizen))
  await expectBackToClose(citizen, citizen.getByRole('button', { name: /^Notifications/ }), dialog(citizen))
  await expectBackToClose(citizen, citizen.getByRole('button', { name: /^Filters/ }), dialog(citizen))
  await expectBackToClose(citizen, pollMenu(citizen), menu(citizen))
  const create = citizen.getByRole('button', { name: 'Create Poll', exact: true })
  await expectBackToClose(citizen, create, dialog(citizen))

  await citizen.goBack()
  await expect(citizen).toHaveURL('/about')
})

test('Back closes a picture, and keeps its post on the screen', async ({ citizen }) => {
  await visit(citizen, '/boiler-room')
  const text = `A picture ${uniqueNumber()}`
  await composer(citizen).getByRole('textbox', { name: 'Write a post' }).fill(text)
  await composer(citizen)
    .getByLabel('Image file')
    .setInputFiles(await drawImage(citizen, 'stripes.png'))
  await composer(citizen).getByRole('textbox', { name: 'Image description' }).fill('Stripes')
  await composer(citizen).getByRole('button', { name: 'Post', exact: true }).click()
  await expect(published(citizen)).toBeVisible()
  const image = cardWith(citizen, text).getByRole('button', { name: /Open image/ })
  await expectBackToClose(citizen, image, dialog(citizen))
  await expectBackToClose(
    citizen,
    cardWith(citizen, text).getByRole('button', { name: /^More options/ }),
    menu(citizen),
  )
})

test('closing in another way, and a dialog opened from a menu, leave nothing in the history', async ({ citizen }) => {
  await visit(citizen, '/polls')
  await citizen.getByRole('button', { name: 'Open menu' }).click()
  await dialog(citizen).getByRole('button', { name: 'Close menu' }).click()
  await expect(dialog(citizen)).toHaveCount(0)
  await pollMenu(citizen).click()
  await citizen.getByRole('menuitem', { name: 'Results Dashboard' }).click()
  await expect(dialog(citizen)).toBeVisible()
  await citizen.goBack()
  await expect(dialog(citizen)).toHaveCount(0)
  await expect(citizen).toHaveURL('/polls')
  await citizen.goBack()
  await expect(citizen).toHaveURL('/about')
})

test('Back keeps the filters that were chosen in their sheet', async ({ citizen }) => {
  await visit(citizen, '/polls')
  await citizen.getByRole('button', { name: /^Filters/ }).click()
  await dialog(citizen).getByLabel('Sort by').selectOption('Most Votes')
  await expect(citizen).toHaveURL('/polls?sort=most_votes')
  await citizen.goBack()
  await expect(dialog(citizen)).toHaveCount(0)
  await expect(citizen).toHaveURL('/polls?sort=most_votes')
  await expect(citizen.getByRole('button', { name: 'Filters, 1 active' })).toBeFocused()
})

test('a link in a layer opens its page, and Back leads from there to the page below', async ({ citizen }) => {
  await visit(citizen, '/polls')
  await citizen.getByRole('button', { name: 'Open menu' }).click()
  await dialog(citizen).getByRole('link', { name: 'Forums' }).click()
  await expect(citizen).toHaveURL('/forums')
  await expect(dialog(citizen)).toHaveCount(0)
  await citizen.goBack()
  await expect(citizen).toHaveURL('/polls')
  await expect(citizen.getByRole('heading', { level: 1, name: 'Live Citizen Polls' })).toBeVisible()
  await citizen.goBack()
  await expect(citizen).toHaveURL('/about')
})

test('Sign Out in a layer leads to Home, from where Back leads to the page below', async ({ citizen }) => {
  await visit(citizen, '/guidelines')
  await citizen.getByRole('button', { name: 'Open menu' }).click()
  await dialog(citizen).getByRole('button', { name: 'Sign Out' }).click()
  await expect(citizen).toHaveURL('/')
  await expect(dialog(citizen)).toHaveCount(0)
  await citizen.goBack()
  await expect(citizen).toHaveURL('/guidelines')
})

test('a page that is loaded again with an open layer needs one Back', async ({ visitor }) => {
  await visitor.goto('/about')
  await visitor.goto('/guidelines')
  await visitor.getByRole('button', { name: 'Open menu' }).click()
  await expect(dialog(visitor)).toBeVisible()
  await expect.poll(() => layersIn(visitor)).toBe(1)
  await visitor.reload()
  await expect(dialog(visitor)).toHaveCount(0)
  await expect.poll(() => layersIn(visitor)).toBe(0)
  await visitor.goBack()
  await expect(visitor).toHaveURL('/about')
})

test('Back asks before it leaves an unsaved profile, and staying stays', async ({ citizen }) => {
  await citizen.goto('/about')
  await citizen.getByRole('button', { name: /^Account menu/ }).click()
  await menu(citizen).getByRole('menuitem', { name: 'Profile Settings' }).click()
  await citizen.getByRole('button', { name: 'Edit Profile' }).click()
  await citizen.getByLabel('First name').fill('Robin')
  await citizen.goBack()
  await dialog(citizen).getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog(citizen)).toHaveCount(0)
  await expect(citizen).toHaveURL('/profile-settings')
  await expect(citizen.getByLabel('First name')).toHaveValue('Robin')
})
