import { getAccount } from '@wtpu/contract/accounts/accounts'
import {
  createDiscussion,
  getForumStats,
  listDiscussions,
  listForumCategories,
} from '@wtpu/contract/forums/discussions'
import { createTag, listTags } from '@wtpu/contract/forums/tags'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { json, openPage } from '#testing/fake-api.tsx'
import { account } from '#features/accounts/fixtures.ts'
import { fakeForums } from '#testing/fake-forums.ts'
import { makeDiscussion } from '#features/forums/fixtures.ts'
import { unchosen } from '#testing/written.ts'

const created = {
  ...makeDiscussion({ id: 9, title: 'Clean water' }),
  user_has_liked: false,
  last_visit_at: null,
  can_moderate: false,
  removed_comments: [],
}
const water = { id: 4, name: 'water', discussion_count: 3 }
const taxes = { id: 5, name: 'taxes', discussion_count: 1 }

const dialog = () => screen.findByRole('dialog', { name: 'Start New Discussion' })
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const title = () => box(/^Title/)
const description = () => box(/^Description/)
const category = () => within(screen.getByRole('dialog')).getByRole<HTMLSelectElement>('combobox', { name: 'Category' })
const tagBox = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Tags (optional)' })
const submitButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Start(ing\.\.\.| Discussion)$/ })
const chosen = () =>
  screen.queryAllByRole('button', { name: /^Remove tag/ }).map((button) => button.getAttribute('aria-label'))

async function openDialog(path = '/forums') {
  const page = openPage(path)
  await userEvent.click(await screen.findByRole('button', { name: 'Start New Discussion' }))
  await dialog()
  await within(screen.getByRole('dialog')).findByRole('option', { name: 'Healthcare' })
  return page
}

async function fill() {
  fireEvent.change(title(), { target: { value: ' Clean water ' } })
  fireEvent.change(description(), { target: { value: '**Why** not?\n' } })
  await userEvent.selectOptions(category(), 'Healthcare')
}

function fakeTags() {
  const fake = fakeForums({ discussions: [makeDiscussion({ id: 1 })] })
  fake.respond(listTags, ({ search }) => [water, taxes].filter(({ name }) => name.startsWith(search.get('q') ?? '')))
  return fake
}

test('creates a discussion, shows it first, and refreshes lists, categories and statistics', async () => {
  const fake = fakeTags()
  fake.respond(createDiscussion, created)
  await openDialog()
  await fill()
  fake.setDiscussions([created, makeDiscussion({ id: 1 })])
  const before = [listForumCategories, getForumStats].map((endpoint) => fake.callsOf(endpoint).length)
  await userEvent.click(submitButton())

  expect(await screen.findByText('Discussion created')).toBeTruthy()
  expect(screen.getByText('Your topic has been posted.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const articles = await screen.findAllByRole('article')
  expect(articles.map((article) => within(article).getByRole('heading').textContent)).toEqual([
    'Clean water',
    'Discussion 1',
  ])
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Clean water'))
  const [call] = fake.callsOf(createDiscussion)
  expect(call?.body).toEqual({
    ...unchosen,
    title: 'Clean water',
    description: '**Why** not?',
    category: 2,
    tag_ids: [],
    idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  await waitFor(() =>
    expect([listForumCategories, getForumStats].map((endpoint) => fake.callsOf(endpoint).length)).toEqual(
      before.map((count) => count + 1),
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Start New Discussion' }))
  await dialog()
  expect([title().value, description().value, category().value]).toEqual(['', '', ''])
})

test('leaves a filtered list, which may not contain the new discussion', async () => {
  const fake = fakeTags()
  fake.respond(createDiscussion, created)
  const { router } = await openDialog('/forums?sort=oldest&category=1')
  fake.setDiscussions([created])
  await fill()
  await userEvent.click(submitButton())
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(await screen.findByRole('article', { name: 'Clean water' })).toBeTruthy()
})

test('says what is missing, and sends nothing until it is there', async () => {
  const fake = fakeTags()
  await openDialog()
  expect(submitButton().ariaDisabled).toBe('true')
  expect(screen.getByText('Add a title, a description and a category to start the discussion.')).toBeTruthy()
  fireEvent.change(title(), { target: { value: ' \u200b ' } })
  fireEvent.change(description(), { target: { value: 'Text' } })
  await userEvent.selectOptions(category(), 'Healthcare')
  expect(screen.getByText('Add a title to start the discussion.')).toBeTruthy()
  await userEvent.type(title(), '{Enter}')
  expect(fake.callsOf(createDiscussion)).toEqual([])
  fireEvent.change(title(), { target: { value: 'x'.repeat(201) } })
  expect(screen.getByText('A title can have at most 200 characters.')).toBeTruthy()
  expect(submitButton().ariaDisabled).toBe('true')
})

test('keeps every field after closing and after a reload of the page', async () => {
  const fake = fakeTags()
  const { unmount } = await openDialog()
  await fill()
  await userEvent.type(tagBox(), 'wat')
  await userEvent.click(await screen.findByRole('option', { name: '#water 3 discussions' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  unmount()

  await openDialog()
  expect([title().value, description().value, category().value]).toEqual([' Clean water ', '**Why** not?\n', '2'])
  expect(chosen()).toEqual(['Remove tag water'])
  fake.respond(createDiscussion, created)
  await userEvent.click(submitButton())
  await waitFor(() => expect(fake.callsOf(createDiscussion)).toHaveLength(1))
  expect(fake.callsOf(createDiscussion)[0]?.body).toMatchObject({ tag_ids: [4] })
})

test('keeps the text after a failure, shows the reasons at their fields, and retries with the same key', async () => {
  const fake = fakeTags()
  const fields = { title: ['This title is taken.'] }
  fake.respondError(createDiscussion, { status: 400, body: { detail: 'Check the title.', fields } })
  await openDialog()
  await fill()
  await userEvent.click(submitButton())

  expect(await screen.findByText('Create failed')).toBeTruthy()
  expect(screen.getByText('Check the title.').closest('[role]')).toBe(within(await dialog()).getByRole('alert'))
  expect(screen.getByText('This title is taken.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(title()))
  expect(description().value).toBe('**Why** not?\n')

  fake.respondError(createDiscussion, { status: 500 })
  await userEvent.click(submitButton())
  expect(await screen.findAllByText('Unable to create discussion')).toHaveLength(1)
  const keys = () =>
    fake.callsOf(createDiscussion).map(({ body }) => (body as { idempotency_key: string }).idempotency_key)
  await waitFor(() => expect(new Set(keys()).size).toBe(1))
  expect(keys()).toHaveLength(2)
  fireEvent.change(title(), { target: { value: 'Another title' } })
  await userEvent.click(submitButton())
  await waitFor(() => expect(new Set(keys()).size).toBe(2))
})

test('a toast shows a failure that arrives after the dialog was closed', async () => {
  const fake = fakeTags()
  let fail: () => void = () => undefined
  fake.respondRaw(createDiscussion, () => new Promise((resolve) => (fail = () => resolve(json({}, 500)))))
  await openDialog()
  await fill()
  await userEvent.click(submitButton())
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fail()

  expect(await screen.findByText('Create failed')).toBeTruthy()
  expect(screen.getByText('Unable to create discussion')).toBeTruthy()
})

test('offers to resend the confirmation email', async () => {
  const fake = fakeTags()
  const detail = 'Please confirm your email first.'
  fake.respondError(createDiscussion, { status: 403, body: { code: 'email_not_confirmed', detail } })
  fake.respond(getAccount, { ...account, email_confirmed: false })
  await openDialog()
  await fill()
  await userEvent.click(submitButton())
  expect(await screen.findAllByText(detail)).toHaveLength(1)
  expect(await screen.findByRole('button', { name: /^Resend/ })).toBeTruthy()
})

test('picks tags by keyboard, and removes them', async () => {
  fakeTags()
  await openDialog()
  await userEvent.type(tagBox(), 'wat')
  await screen.findByRole('option', { name: '#water 3 discussions' })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(chosen()).toEqual(['Remove tag water'])
  expect(tagBox().value).toBe('')
  expect(screen.getByRole('dialog')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove tag water' }))
  expect(chosen()).toEqual([])
  expect(document.activeElement).toBe(tagBox())
})

test('creates a tag that does not exist, and shows why it could not', async () => {
  const fake = fakeTags()
  const reason = 'Accounts can create tags after 24 hours.'
  fake.respondError(createTag, { status: 403, body: { code: 'too_new', detail: reason } })
  await openDialog()
  await userEvent.type(tagBox(), 'Water!')
  // The same tag in another spelling is not offered as a new one.
  await waitFor(() => expect(fake.callsOf(listTags).at(-1)?.search.get('q')).toBe('Water!'))
  await userEvent.clear(tagBox())
  await userEvent.type(tagBox(), 'Rail roads')
  await userEvent.click(await screen.findByRole('option', { name: 'Create tag “Rail roads”' }))
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(chosen()).toEqual([])
  expect(tagBox().value).toBe('Rail roads')

  fake.respond(createTag, { id: 77, name: 'rail roads' })
  await userEvent.click(tagBox())
  await userEvent.click(await screen.findByRole('option', { name: 'Create tag “Rail roads”' }))
  await waitFor(() => expect(chosen()).toEqual(['Remove tag rail roads']))
  expect(fake.callsOf(createTag).at(-1)?.body).toEqual({ name: 'Rail roads' })
  expect(screen.queryByText(reason)).toBeNull()
})

test('allows five tags', async () => {
  const fake = fakeTags()
  fake.respond(
    listTags,
    [1, 2, 3, 4, 5, 6].map((id) => ({ id, name: `tag${id}`, discussion_count: id })),
  )
  await openDialog()
  for (const id of [1, 2, 3, 4, 5]) {
    await userEvent.click(tagBox())
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^#tag${id} `) }))
  }
  expect(screen.getByText('That is all 5 tags. Remove one to choose another.')).toBeTruthy()
  expect(tagBox().readOnly).toBe(true)
  expect(screen.queryAllByRole('option', { name: /^#tag/ })).toEqual([])
})

test('the first Escape closes the list of tags, the second one the dialog', async () => {
  fakeTags()
  await openDialog()
  await userEvent.click(tagBox())
  await screen.findByRole('option', { name: '#taxes 1 discussion' })
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('option', { name: '#taxes 1 discussion' })).toBeNull()
  expect(screen.getByRole('dialog')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('says that the categories could not be loaded, and focuses their select once they are', async () => {
  const fake = fakeTags()
  fake.respondError(listForumCategories, { status: 400 })
  openPage('/forums')
  await userEvent.click(await screen.findByRole('button', { name: 'Start New Discussion' }))
  await dialog()
  fake.respond(listForumCategories, [{ id: 2, category: 'Healthcare', discussion_count: 1 }])
  await userEvent.click(await within(screen.getByRole('dialog')).findByRole('button', { name: 'Try Again' }))
  expect(await within(screen.getByRole('dialog')).findByRole('option', { name: 'Healthcare' })).toBeTruthy()
  expect(document.activeElement).toBe(within(screen.getByRole('dialog')).getByRole('combobox', { name: /^Category/ }))
  expect(fake.callsOf(listDiscussions).length).toBeGreaterThan(0)
})
