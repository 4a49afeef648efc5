import { register } from '@wtpu/contract/accounts/accounts'
import { listModerationLog } from '@wtpu/contract/moderation/cases'
import { getNotificationSummary, markNotificationsRead } from '@wtpu/contract/notifications/notifications'
import {
  getSitePage,
  seeTerms,
  publishSitePage,
  sitePageLimits,
  type SitePageName,
} from '@wtpu/contract/site/site-pages'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { startTestApp } from '#testing/test-app.ts'

async function startSite() {
  const t = await startTestApp()
  const admin = await t.make.user({ role: 'admin' })
  const publish = (name: SitePageName, text: string, version: number, what_changed = '', by = admin) =>
    t.as(by).call(publishSitePage, { params: { name }, body: { text, what_changed, version } })
  const read = async (name: SitePageName, version?: number) =>
    (await t.call(getSitePage, { params: { name }, querystring: version ? { version } : {} })).json()
  return { ...t, admin, publish, read }
}

test('a page has its built-in text until an admin publishes one, and keeps every version', async () => {
  await using t = await startSite()
  expect(await t.read('terms')).toEqual({ text: '', current: null, versions: [] })

  expect((await t.publish('terms', '## Ours\r\n\n<b>Text</b> ', 0)).statusCode).toBe(200)
  await t.publish('terms', 'Newer', 1, 'The age is 16 now.')

  expect(await t.read('terms')).toMatchObject({
    text: 'Newer',
    current: { version: 2, what_changed: 'The age is 16 now.' },
    versions: [{ version: 2 }, { version: 1, what_changed: '' }],
  })
  expect(await t.read('terms', 1)).toMatchObject({ text: '## Ours\n\n<b>Text</b>', current: { version: 1 } })
  expect(await t.read('terms', 3)).toMatchObject({ code: 'not_found' })
  expect(await t.read('privacy')).toMatchObject({ current: null })
  const log = (await t.call(listModerationLog, { querystring: {} })).body
  expect(log).toContain('New version 2 of the page Terms of Service: The age is 16 now.')

  await t.publish('terms', '', 2, 'We use the built-in text again.')
  expect(await t.read('terms')).toMatchObject({ text: '', current: { version: 3 } })
})

test('two admins who publish at once: the second hears of it, and nothing is overwritten', async () => {
  await using t = await startSite()
  const codes = async (version: number, texts: string[]) =>
    (await Promise.all(texts.map((text) => t.publish('about', text, version, 'Changed')))).map((response) =>
      String(response.json().code ?? 'published'),
    )
  expect((await codes(0, ['One', 'Two', 'Three'])).toSorted()).toEqual([
    'changed_meanwhile',
    'changed_meanwhile',
    'published',
  ])
  expect(await codes(0, ['Four'])).toEqual(['changed_meanwhile'])
  expect(await codes(7, ['Five'])).toEqual(['changed_meanwhile'])
  expect((await t.read('about')).versions).toHaveLength(1)
})

test('says what is wrong with a page', async () => {
  await using t = await startSite()
  const fields = async (...published: Parameters<typeof t.publish>) => (await t.publish(...published)).json().fields
  expect(await fields('terms', ' ', 0)).toEqual({ text: ['Write the text of the page.'] })
  expect(await fields('terms', ' \u200B\n\u202E ', 0)).toEqual({ text: ['Write the text of the page.'] })
  expect(await fields('terms', 'a'.repeat(sitePageLimits.text + 1), 0)).toEqual({
    text: ['A page can have at most 20,000 characters.'],
  })
  await t.publish('terms', 'First', 0)
  expect(await fields('terms', 'Second', 1, '\n')).toEqual({ what_changed: ['Say in a sentence what changed.'] })
  expect(await fields('terms', 'Second', 1, '😀'.repeat(301))).toEqual({
    what_changed: ['This sentence can have at most 300 characters.'],
  })
  for (const role of ['user', 'moderator'] as const) {
    const other = await t.make.user({ role })
    expect((await t.publish('terms', 'Mine', 1, 'Mine', other)).statusCode).toBe(404)
  }
})

test('a registration records the version of the terms that applies', async () => {
  await using t = await startSite()
  const join = async (name: string) => {
    const password = 'correct horse battery'
    await t.call(register, {
      body: {
        first_name: name,
        last_name: 'Lovelace',
        email: `${name}@wtpu.example`,
        state: 'New York',
        password,
        confirm_password: password,
      },
    })
  }
  await join('ada')
  await t.publish('terms', 'First', 0)
  await t.publish('terms', 'Second', 1, 'Shorter.')
  await join('bea')

  const rows = await t.db.select({ name: users.firstName, terms: users.termsVersion }).from(users).orderBy(users.id)
  expect(rows.slice(1)).toEqual([
    { name: 'ada', terms: '2026-11' },
    { name: 'bea', terms: '2' },
  ])
})

test('members hear once, on all devices, of terms that came after them', async () => {
  await using t = await startSite()
  const early = await t.make.user({ created_at: new Date('2026-01-01') })
  const newTerms = async (user: typeof early) =>
    (await t.as(user).call(getNotificationSummary, {})).json<{ new_terms?: number }>().new_terms
  expect(await newTerms(early)).toBeUndefined()

  await t.publish('privacy', 'No terms', 0)
  await t.publish('terms', 'First', 0)
  await t.publish('terms', 'Second', 1, 'Shorter.')
  const late = await t.make.user()

  expect(await newTerms(early)).toBe(2)
  const read = await t.as(early).call(markNotificationsRead, { body: { before: new Date().toISOString() } })
  expect(read.json()).toEqual({ unread: 0, new_terms: 2 })
  expect(await newTerms(late)).toBeUndefined()
  // The admin who wrote the terms gets no announcement of them.
  expect(await newTerms(t.admin)).toBeUndefined()
  await t.as(early).call(seeTerms, { body: { version: 2 } })
  await t.as(early).call(seeTerms, { body: { version: 1 } })
  expect(await newTerms(early)).toBeUndefined()
  await t.publish('terms', 'Third', 2, 'Longer.')
  expect([await newTerms(early), await newTerms(late)]).toEqual([3, 3])
})
