import { expect, newUser, test, uniqueNumber } from './fixtures.ts'
import { grantRole } from './moderator.ts'
import { pagesOf } from './pdf.ts'
import { collectConsoleErrors, expectAccessible, expectNoHorizontalScroll, expectNoViolations } from './screen.ts'
import { visitStates } from './states.ts'

test('an admin uploads a list, sends a ballot paper and sees what became of its mails', async ({ newMember }) => {
  // Axe is slow on a busy machine.
  test.slow()
  const { email } = newUser()
  const page = await newMember({ email })
  await grantRole(page, email, 'admin')
  const errors = collectConsoleErrors(page)
  const expectFine = async () => {
    await expectAccessible(page)
    for (const width of [390, 768, 1280]) await expectNoHorizontalScroll(page, width)
  }
  const name = `Rowing club ${uniqueNumber()}`
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Circles' }).click()
  await page.getByRole('textbox', { name: 'New circle' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  const people = Array.from({ length: 40 }, (_, n) => `rower${n}@${uniqueNumber()}.example,Rower ${n},North`)
  const csv = ['email,name,group', ...people, people[0], 'nobody,No One,North'].join('\n')
  await page.getByLabel('New list').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Check' }).click()
  const checked = page.getByRole('heading', { name: 'The new list has 40 people' })
  await expect(checked).toBeVisible()
  await expect(page.getByText('1 doubled: line 42 as line 2.')).toBeVisible()
  await expect(page.getByText('Line 43:')).toBeVisible()
  await expect(page.getByText('0 people.')).toBeVisible()
  await expectFine()
  await page.getByRole('button', { name: 'Replace the list' }).click()
  await expect(page.getByRole('heading', { name: 'The list was replaced' })).toBeFocused()
  await expect(page.getByText('40 people.')).toBeVisible()

  await page.getByRole('textbox', { name: 'Title' }).fill('Dues and boats')
  await page
    .getByRole('textbox', { name: 'Questions' })
    .fill('Raise the dues?\nYes\nNo\nNot sure\n\nBuy a boat?\nYes\nNo')
  await page.getByRole('textbox', { name: 'Quorum' }).fill('half')
  await page.getByLabel('Closes on').fill(new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(page.getByRole('textbox', { name: 'Quorum' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Quorum' }).fill('10%')
  await page.getByRole('button', { name: 'Save as a draft' }).press('Enter')
  const draft = page.getByRole('heading', { name: 'Dues and boats' })
  await expect(draft).toBeFocused()
  await expect(draft).toBeInViewport()
  await expect(page.getByText('It goes to 40 people: 40 by mail.')).toBeVisible()
  await expect(page.getByText('Quorum: 10%.')).toBeVisible()
  await expectFine()

  await page.getByRole('button', { name: 'Send it' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send it' }).press('Enter')
  await expect(draft).toBeFocused()
  await expect(page.getByRole('link', { name: 'Buy a boat?' })).toBeVisible()
  await page.getByText('People it was sent to').press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Rower 0' })).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Rower 39' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/ballots-\d+\.csv$/)
  await expectFine()
  expect(errors).toEqual([])

  const { pathname } = new URL(page.url())
  for (const path of ['/admin/circles', pathname])
    await visitStates(page, path, (state) =>
      test.step(`${path}, ${state}`, async () => {
        await expect(page.locator('h1')).toBeVisible()
        await expectNoViolations(page, 'main')
      }),
    )
})

/** The check character can be U, too. */
const code = /(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{3}[0-9A-HJKMNP-Z]/g

test('keepers print sheets, of which none is cut, and enter those that come back', async ({ newMember }) => {
  test.slow()
  const { email } = newUser()
  const page = await newMember({ email })
  await grantRole(page, email, 'admin')
  const longest = 'Longname '.repeat(13).trim()
  const call = async <T>(method: string, url: string, data: object): Promise<T> => {
    const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('access'))}`
    const response = await page.request.fetch(url, { method, data, headers: { authorization } })
    expect([url, response.ok(), await response.text()]).toEqual([url, true, expect.anything()])
    return response.json()
  }
  await page.goto('/admin/circles')
  const circle = await call<{ id: number }>('POST', '/api/admin/circles/', { name: `Chess club ${uniqueNumber()}` })
  await page.goto(`/admin/circles/${circle.id}`)
  const people = Array.from({ length: 19 }, (_, n) => `player${n}@${uniqueNumber()}.example,${longest} ${n},North`)
  const csv = ['email,name,group', ...people].join('\n')
  await page.getByLabel('New list').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('button', { name: 'Replace the list' }).click()
  await expect(page.getByRole('heading', { name: 'The list was replaced' })).toBeFocused()
  const paper = await call<{ id: number; title: string }>('POST', '/api/admin/papers/', {
    circle: circle.id,
    title:
      'A ballot about the rooms, the boards and the tournament of the coming year, and about what they may cost us all',
    introduction: 'Please read the minutes.',
    questions: [
      { question: 'Rent the larger room?', options: ['Yes', 'No', 'Not sure'] },
      { question: 'Who should lead the tournament?', options: ['Ada', 'Ben'] },
    ],
    closes_at: new Date(Date.now() + 20 * 86_400_000).toISOString(),
  })
  await call('POST', `/api/admin/papers/${paper.id}/send/`, {})
  await page.reload()
  await page.getByText('Ballots on paper').press('Enter')
  await page.getByRole('button', { name: 'Make the sheets' }).press('Enter')
  await expect(page.getByText('Sheets for 19 people are ready, on 3 pages.')).toBeFocused()
  await expectAccessible(page)
  for (const width of [390, 768, 1280]) await expectNoHorizontalScroll(page, width)

  const codes = new Set<string>()
  for (const size of ['Letter', 'A4']) {
    await page.getByLabel('Paper', { exact: true }).selectOption({ label: size })
    const pages = await pagesOf(await page.pdf({ preferCSSPageSize: true }))
    const found = pages.map((text) => text.match(code) ?? [])
    expect([size, found.map(({ length }) => length)]).toEqual([size, [8, 8, 3]])
    found.flat().forEach((one) => codes.add(one))
    for (const text of pages) expect(text).not.toContain('Circles')
    await page.emulateMedia({ media: 'print' })
    const cut = await page
      .locator('.sheets .slip')
      .evaluateAll(
        (slips) =>
          slips.filter((slip) => slip.scrollHeight > slip.clientHeight || slip.scrollWidth > slip.clientWidth).length,
      )
    expect([size, cut]).toEqual([size, 0])
    await page.emulateMedia({ media: null })
  }
  expect(codes.size).toBe(19)

  await page.getByLabel('Sheets', { exact: true }).selectOption({ label: 'One each, in large print' })
  const large = await pagesOf(await page.pdf({ preferCSSPageSize: true }))
  expect(large.join('').match(/Rent the larger room\?/g)).toHaveLength(19)
  expect(new Set(large.join('').match(code))).toEqual(codes)

  const [first = ''] = codes
  await page.getByRole('textbox', { name: 'Code' }).fill(first.toLowerCase())
  await page.getByRole('button', { name: 'Enter', exact: true }).press('Enter')
  await expect(page.getByText('Choose what was ticked, at least in one question.')).toBeVisible()
  await page.getByLabel('Rent the larger room?').selectOption({ label: 'No' })
  await page.getByRole('button', { name: 'Enter', exact: true }).press('Enter')
  await expect(page.getByText(`The sheet ${first} is counted.`)).toBeFocused()
  await page.getByRole('textbox', { name: 'Code' }).fill(first)
  await page.getByLabel('Rent the larger room?').selectOption({ label: 'Yes' })
  await page.getByRole('button', { name: 'Enter', exact: true }).press('Enter')
  await expect(page.getByText(`The sheet ${first} was entered already, and is counted.`)).toBeVisible()
  await expectAccessible(page)
})
