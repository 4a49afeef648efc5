import { composer, publish, uniqueText } from './boiler-room.ts'
import { expect, test } from './fixtures.ts'
import { drawImage } from './media.ts'

test('cancels an upload and warns before leaving', async ({ citizen: page }) => {
  await page.goto('/boiler-room')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/boilerroom/posts/', async (route) => {
    await held
    await route.abort()
  })
  await composer(page)
    .getByLabel('Image file')
    .setInputFiles(await drawImage(page, 'teal.png'))
  const post = composer(page).getByRole('button', { name: 'Post', exact: true })
  await composer(page).getByRole('textbox', { name: 'Image description' }).fill('Teal')
  await post.click()
  await expect(composer(page).getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Polls' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave while your post is uploading?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/\/boiler-room$/)
  await composer(page).getByRole('button', { name: 'Cancel the upload' }).click()
  await expect(post).toBeVisible()
  await expect(composer(page).getByRole('button', { name: 'Remove image 1' })).toBeVisible()
  release()
})

test('shows a picture in a dialog that its Close button closes, and prints pictures', async ({ citizen: page }) => {
  await page.goto('/boiler-room')
  await composer(page)
    .getByLabel('Image file')
    .setInputFiles([await drawImage(page, 'teal.png'), await drawImage(page, 'olive.png', 'olive')])
  await composer(page).getByRole('textbox', { name: 'Description of image 1' }).fill('Teal')
  await composer(page).getByRole('textbox', { name: 'Description of image 2' }).fill('Olive')
  const card = await publish(page, uniqueText('Two pictures'))
  await card.getByRole('button', { name: 'Olive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Image 2 of 2' })
  await expect(dialog.locator('img')).toBeVisible()
  // A pointer must reach the button, which overlaps the heading.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)

  await page.emulateMedia({ media: 'print' })
  await expect(card.getByRole('button')).toHaveCount(2)
  await expect(card.locator('img[src*="/media/posts/"]').first()).toBeVisible()
})
