import sharp from 'sharp'
import { cards, cardWith, composer, publish, published, textBox, uniqueText } from './boiler-room.ts'
import { expectToSurviveFailures } from './failing-writes.ts'
import { expect, removeTimeouts, signInAsNewUser, test } from './fixtures.ts'
import { startFlakyProxy } from './flaky-proxy.ts'
import { drawImage, recordVideo } from './media.ts'
import { collectConsoleErrors, restingTop, waitForContent } from './screen.ts'
import { boilerRoomWrites } from './writes/boiler-room.ts'

// These tests run serially, because each publishes posts that the lists of the others show. A few other files do so, too.

test('publishes a post, which its hashtag page, the search and the profile show', async ({ citizen: page }) => {
  const errors = collectConsoleErrors(page)
  await page.goto('/boiler-room')
  const text = uniqueText('Fix the bridge')
  const tag = `Вода${text.split(' ').at(-1)}`
  // The toast may be gone before a slow feed shows the card.
  const [card] = await Promise.all([publish(page, `${text} #${tag}`), expect(published(page)).toBeVisible()])
  await expect(cards(page).first()).toContainText(text)
  await expect(textBox(page)).toHaveValue('')

  await card
    .getByRole('listitem')
    .getByRole('link', { name: `#${tag}` })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: `#${tag}` })).toBeVisible()
  await expect(page).toHaveTitle(`#${tag} | WTPU`)
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search within hashtag' }).fill('tunnel')
  await expect(page.getByText('No posts yet for this filter.')).toBeVisible()

  await page.goto(`/boiler-room?tab=search&q=${encodeURIComponent(text)}`)
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByText(/^Showing 1 of [\d,]+ posts$/)).toBeVisible()
  await cards(page).getByRole('link', { name: 'Casey Walker' }).first().click()
  await expect(page.getByRole('heading', { name: 'Recent Posts' })).toBeVisible()
  await expect(cardWith(page, text)).toHaveCount(1)
  expect(errors).toEqual([])
})

test('publishes four images with their descriptions', async ({ citizen: page }) => {
  await page.goto('/boiler-room')
  const names = ['teal', 'orange', 'purple', 'olive']
  const files = await Promise.all(names.map((color) => drawImage(page, `${color}.png`, color)))
  await composer(page).getByLabel('Image file').setInputFiles(files)
  for (const [index, name] of names.entries()) {
    await composer(page)
      .getByRole('textbox', { name: `Description of image ${index + 1}` })
      .fill(`Stripes in ${name}`)
  }
  const text = uniqueText('Four pictures')
  const card = await publish(page, text)
  for (const name of names) {
    const picture = card.getByRole('img', { name: `Stripes in ${name}` })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
  await expect(composer(page).getByRole('list', { name: 'Media of your post' })).toHaveCount(0)
})

test('shows only the first frame of an animation that is about to be published', async ({ citizen: page }) => {
  const frames = ['red', 'blue'].map((background) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  const buffer = await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif({ delay: [50, 50] })
    .toBuffer()
  await page.goto('/boiler-room')
  await composer(page).getByLabel('Image file').setInputFiles({ name: 'blink.gif', mimeType: 'image/gif', buffer })

  const colors = await composer(page)
    .getByRole('img', { name: 'blink.gif' })
    .evaluate(async (canvas: HTMLCanvasElement) => {
      const seen = new Set<string>()
      for (let sample = 0; sample < 20; sample++) {
        await new Promise((resolve) => setTimeout(resolve, 25))
        seen.add(canvas.getContext('2d')?.getImageData(96, 96, 1, 1).data.join(' ') ?? '')
      }
      return [...seen]
    })
  expect(colors.at(-1)).toBe('255 0 0 255')
  expect(colors).not.toContain('0 0 255 255')
})

test('publishes a video with a poster, and plays it', async ({ citizen: page }) => {
  await removeTimeouts(page)
  await page.goto('/boiler-room')
  await composer(page)
    .getByLabel('Video file')
    .setInputFiles(await recordVideo(page, 'clip.webm'))
  await composer(page).getByRole('textbox', { name: 'Video description' }).fill('A short clip')
  await expect(composer(page).locator('video')).toBeVisible()
  const card = await publish(page, uniqueText('A short film'))
  const video = card.locator('video')
  await expect(video).toHaveAttribute('poster', /^.+\.(jpg|webp)$/)
  const poster = await page.request.get((await video.getAttribute('poster')) ?? '')
  expect(poster.ok()).toBe(true)
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.2)
})

test('keeps text and files when the connection drops during an upload, and publishes on Try Again', async ({
  citizen: page,
  baseURL,
}) => {
  const proxy = await startFlakyProxy(baseURL ?? '')
  await page.goto(`${proxy.url}/boiler-room`)
  const text = uniqueText('A large picture')
  await composer(page)
    .getByLabel('Image file')
    .setInputFiles(await drawImage(page, 'noise.png', 'noise'))
  await composer(page).getByRole('textbox', { name: 'Image description' }).fill('Noise')
  await textBox(page).fill(text)
  proxy.hold(100_000)
  await composer(page).getByRole('button', { name: 'Post', exact: true }).click()
  const progress = composer(page).getByRole('progressbar', { name: 'Upload' })
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0)

  proxy.disconnect()
  await expect(page.getByText('Failed to publish your post. Please try again.').first()).toBeVisible()
  await expect(textBox(page)).toHaveValue(text)
  await expect(composer(page).getByRole('button', { name: 'Remove image 1' })).toBeVisible()

  proxy.reconnect()
  await composer(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(published(page)).toBeVisible()
  await expect(cardWith(page, text).locator('img')).not.toHaveCount(0)
  await expect(cardWith(page, text)).toHaveCount(1)
  proxy.close()
})

test('a like, a comment and a new post of someone else arrive while the text stays in place', async ({
  citizen: reader,
  newMember,
}) => {
  await reader.goto('/boiler-room')
  const text = uniqueText('Read me slowly')
  const card = await publish(reader, text)
  for (let index = 0; index < 3; index++) await publish(reader, uniqueText('More'))
  await card.getByRole('button', { name: /^0? ?Comments on/ }).click()
  const paragraph = card.getByText(text, { exact: true })
  await paragraph.scrollIntoViewIfNeeded()
  const before = await restingTop(paragraph)
  const expectSamePlace = () => expect.poll(() => restingTop(paragraph)).toBe(before)

  const writer = await newMember({ last_name: 'Writer' })
  await writer.goto('/boiler-room')
  const theirs = cardWith(writer, text)
  await theirs.getByRole('button', { name: /Like/ }).first().click()
  await expect(card.getByText('(1 like)')).toBeAttached()
  await theirs.getByRole('button', { name: /Comments on/ }).click()
  await theirs.getByRole('textbox').fill('I have read it.')
  await theirs.getByRole('textbox').press('Enter')
  await expect(card.getByText('(1 comment)')).toBeAttached()
  await expect(card.getByText('1 new comment').or(card.getByText('I have read it.', { exact: true }))).toBeVisible()
  await expectSamePlace()

  const news = uniqueText('Breaking')
  await publish(writer, news)
  const pill = reader.getByRole('button', { name: /^\d+ new posts?$/ })
  await expect(pill).toBeVisible()
  await expectSamePlace()
  await pill.click()
  await expect(cardWith(reader, news)).toBeVisible()
})

test('a permalink opens a post alone, and Back returns to the same place of the feed', async ({ citizen: page }) => {
  await page.goto('/boiler-room')
  const text = uniqueText('Link to me')
  await publish(page, text)
  const id = (await cardWith(page, text).getAttribute('id'))?.replace('post-', '') ?? ''
  await page.goto(`/boiler-room?post=${id}`)
  await expect(cards(page)).toHaveCount(1)
  await expect(page).toHaveTitle('Post by Casey Walker | WTPU')
  await page.getByRole('link', { name: 'All posts' }).click()
  await expect(cards(page).nth(9)).toBeVisible()

  const author = cards(page).nth(9).getByRole('link').first()
  await author.evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const before = await restingTop(cards(page).nth(9))
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
  await author.click()
  await expect(page.getByRole('heading', { name: 'Recent Posts' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => restingTop(cards(page).nth(9))).toBe(before)
})

test('following a suggested user fills Followings', async ({ citizen: page, newMember }) => {
  await page.goto('/boiler-room?tab=followings')
  await expect(page.getByText('No posts from people you follow')).toBeVisible()
  const sidebar = page.getByRole('region', { name: 'Suggested Connections' })
  await sidebar.getByRole('button', { name: 'See More Suggestions' }).click()
  await sidebar.getByRole('button', { name: 'Show Less' }).click()
  const author = await newMember({ last_name: 'Followed' })
  await author.goto('/boiler-room')
  const text = uniqueText('For my followers')
  await publish(author, text)
  await page.goto(`/boiler-room?tab=search&q=${encodeURIComponent(text)}`)
  await cards(page).getByRole('link', { name: 'Casey Followed' }).first().click()
  // The button changes before the server knows, and leaving the page would cancel the request.
  const followed = page.waitForResponse('**/api/boilerroom/follow/*/')
  await page.getByRole('button', { name: 'Follow Casey Followed' }).click()
  await expect(page.getByRole('button', { name: 'Unfollow Casey Followed' })).toBeVisible()
  await followed
  await page.goto('/boiler-room?tab=followings')
  await expect(cardWith(page, text)).toHaveCount(1)
})

test('the first post of the feed is visible on a phone, and everything works by keyboard', async ({
  citizen: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/boiler-room')
  await waitForContent(page)
  await expect(cards(page).first()).toBeInViewport()
  await textBox(page).focus()
  const text = uniqueText('Typed without a mouse')
  await page.keyboard.type(text)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add image' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Language of your text' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(composer(page).getByRole('button', { name: 'Post', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cardWith(page, text)).toHaveCount(1)
  await page.getByRole('tab', { name: 'Your Feed' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Trending', selected: true })).toBeFocused()
})

for (const write of boilerRoomWrites) {
  test(`${write.name} survives failures`, async ({ visitor: page, context, baseURL, newMember }) => {
    const user = await signInAsNewUser(context, baseURL ?? '')
    await expectToSurviveFailures(page, write, await write.prepare(page, user, newMember))
  })
}
