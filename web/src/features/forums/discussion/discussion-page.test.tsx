import {
  deleteDiscussion,
  editDiscussion,
  getDiscussion,
  getDiscussionState,
  likeDiscussion,
  listDiscussionRevisions,
  listDiscussions,
  listForumCategories,
  unlockDiscussion,
  type Discussion,
  type DiscussionState,
} from '@wtpu/contract/forums/discussions'
import { decideContent } from '@wtpu/contract/moderation/cases'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { loadMarkdown } from '#community/markdown/markdown.tsx'
import { discussionPagesQuery } from '#features/forums/api.ts'
import { makeDiscussion } from '#features/forums/fixtures.ts'
import { urlKey } from '#lib/api/api.ts'
import { fakeApi, json, signedIn } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'
import { DiscussionPage } from './discussion-page.tsx'
import { unchosen } from '#testing/written.ts'

const me = 7

function discussionOf(over: Partial<Discussion> = {}): Discussion {
  return {
    ...makeDiscussion({ id: 12, title: 'Who should pay for the bridge?', description: 'The **bridge** is old.' }),
    user_has_liked: false,
    last_visit_at: null,
    can_moderate: false,
    removed_comments: [],
    ...over,
  }
}
const mine = (over: Partial<Discussion> = {}) => discussionOf({ user: me, user_name: 'Ada Lovelace', ...over })

function stateOf(discussion: Discussion): DiscussionState {
  const { id, title, description, edited_at, updated_at, num_comments, views, like_count, is_locked, is_slow } =
    discussion
  return { id, title, description, edited_at, updated_at, num_comments, views, like_count, is_locked, is_slow }
}

async function openDiscussion(discussion = discussionOf(), { id = 12 }: { id?: number | undefined } = {}) {
  await loadMarkdown()
  const fake = fakeApi()
  signedIn({ userId: me })
  fake.respond(getDiscussion, discussion)
  fake.respond(getDiscussionState, stateOf(discussion))
  const opened = renderComponent(
    <DiscussionPage
      id={id}
      renderThread={({ discussion: { num_comments, is_locked }, quote }) => (
        <p>
          Thread of {num_comments}, {is_locked ? 'locked' : 'open'}, quote {JSON.stringify(quote)}
        </p>
      )}
    />,
  )
  await screen.findByRole('article')
  return { fake, ...opened }
}

/** The test's router writes search params as JSON. */
const forums = (param: string) => `/forums?${param.replace(/\d+/, '%22$&%22')}`

/** Does what an invalidation about the discussion does. */
const sendInvalidation = (queryClient: Awaited<ReturnType<typeof openDiscussion>>['queryClient']) =>
  act(() =>
    queryClient.invalidateQueries({
      queryKey: urlKey('/api/forums/discussions/12/'),
      predicate: ({ meta }) => meta?.['own'] !== true,
    }),
  )

async function openMenu() {
  await userEvent.click(screen.getByRole('button', { name: 'More options for this discussion' }))
  await screen.findByRole('menu')
}
const choose = async (name: string) => {
  await openMenu()
  await userEvent.click(screen.getByRole('menuitem', { name }))
}
const entries = async () => {
  await openMenu()
  return screen.getAllByRole('menuitem').map((item) => item.textContent)
}
const likeButton = () => screen.getByRole('button', { name: /^Like this discussion/ })
const likes = () =>
  `${likeButton().getAttribute('aria-pressed')} ${within(likeButton()).getByText(/like.?\)/).textContent}`
const article = () => within(screen.getByRole('article', { name: 'Who should pay for the bridge?' }))

test('shows the discussion with its path, badges, author, text, tags and figures', async () => {
  await openDiscussion(
    discussionOf({
      trending: true,
      is_locked: true,
      tags: [
        { id: 3, name: 'roads' },
        { id: 4, name: 'taxes' },
        { id: 5, name: 'water' },
      ],
    }),
  )
  const path = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(path.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Forums',
    'Environment',
    'Who should pay for the bridge?',
  ])
  expect(path.getByRole('link', { name: 'Environment' }).getAttribute('href')).toBe(forums('category=1'))
  expect(path.getByText('Who should pay for the bridge?').getAttribute('aria-current')).toBe('page')

  expect(screen.getByRole('heading', { level: 1, name: 'Who should pay for the bridge?' })).toBeTruthy()
  expect(article().getByText('Trending')).toBeTruthy()
  expect(article().getByText('Locked')).toBeTruthy()
  expect(article().getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe('/user/8')
  expect(article().getByText('3 days ago')).toBeTruthy()
  expect(article().getByText('bridge').localName).toBe('strong')
  expect(
    within(article().getByRole('list', { name: 'Tags' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['tag=3', 'tag=4', 'tag=5'].map(forums))
  expect(article().getByText('340 views')).toBeTruthy()
  expect(likes()).toBe('false (5 likes)')
  await waitFor(() => expect(document.title).toBe('Who should pay for the bridge? | WTPU'))
})

test('shows General for a discussion without a category', async () => {
  await openDiscussion(discussionOf({ category: '' }))

  const path = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  for (const place of [path, article()])
    expect(place.getByRole('link', { name: 'General' }).getAttribute('href')).toBe(forums('category=General'))
})

test('shows the statistics and the guidelines', async () => {
  await openDiscussion()

  const sidebar = within(screen.getByRole('complementary', { name: 'About this discussion' }))
  const stats = within(sidebar.getByRole('region', { name: 'Discussion Stats' }))
  expect(stats.getByText('Total Replies').nextSibling?.textContent).toBe('12')
  expect(stats.getByText('Created').nextSibling?.textContent).toBe('3 days ago')
  const rules = within(sidebar.getByRole('region', { name: 'Discussion Guidelines' }))
  expect(rules.getByRole('link', { name: 'Read the guidelines' }).getAttribute('href')).toBe('/guidelines')
})

test('shows a skeleton while loading', async () => {
  const fake = fakeApi()
  signedIn()
  fake.respond(getDiscussion, () => new Promise<Discussion>(() => {}))
  renderComponent(<DiscussionPage id={12} renderThread={() => null} />)

  expect(await screen.findByRole('heading', { level: 1, name: 'Loading discussion...' })).toBeTruthy()
})

test('keeps the focus of the heading when the title replaces its skeleton', async () => {
  const fake = fakeApi()
  signedIn()
  let reply: (discussion: Discussion) => void = () => {}
  fake.respond(getDiscussion, () => new Promise<Discussion>((resolve) => (reply = resolve)))
  renderComponent(<DiscussionPage id={12} renderThread={() => null} />)
  const heading = await screen.findByRole('heading', { level: 1, name: 'Loading discussion...' })
  heading.focus()
  await act(async () => reply(discussionOf()))

  expect(await screen.findByRole('heading', { level: 1, name: discussionOf().title })).toBe(document.activeElement)
})

test.each([
  ['a missing discussion', 12],
  ['an invalid id', undefined],
])('shows that there is no such page for %s', async (_, id) => {
  const fake = fakeApi()
  signedIn()
  fake.respondError(getDiscussion, { status: 404 })
  renderComponent(<DiscussionPage id={id} renderThread={() => null} />)

  expect(await screen.findByRole('heading', { level: 1, name: 'Forum Not Found' })).toBeTruthy()
  expect(screen.getByText("The discussion you're looking for doesn't exist or has been removed.")).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Forums' }).getAttribute('href')).toBe('/forums')
  expect(fake.callsOf(getDiscussion)).toHaveLength(id === undefined ? 0 : 1)
})

test('shows an error and loads again with Try Again', async () => {
  const fake = fakeApi()
  signedIn()
  fake.failToConnect(getDiscussion)
  renderComponent(<DiscussionPage id={12} renderThread={() => null} />)
  await screen.findByText('Unable to Load Discussion', { selector: 'h1' })

  fake.respond(getDiscussion, discussionOf())
  fake.respond(getDiscussionState, stateOf(discussionOf()))
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Who should pay for the bridge?' })).toBeTruthy()
})

test('requests nothing more until an invalidation arrives, and then only what all readers share', async () => {
  const { fake, queryClient } = await openDiscussion()
  expect(fake.calls.map(({ path }) => path)).toEqual(['/api/forums/discussions/12/'])

  fake.respond(getDiscussionState, {
    ...stateOf(discussionOf()),
    title: 'Who pays?',
    description: 'It fell down.',
    edited_at: new Date().toISOString(),
    num_comments: 13,
    like_count: 6,
    views: 341,
    is_locked: true,
  })
  await sendInvalidation(queryClient)
  expect(await screen.findByRole('heading', { level: 1, name: 'Who pays?' })).toBeTruthy()
  expect(screen.getByText('It fell down.')).toBeTruthy()
  expect(screen.getByText('Thread of 13, locked, quote')).toBeTruthy()
  expect(screen.getByText('341 views')).toBeTruthy()
  expect(screen.getByText('Locked')).toBeTruthy()
  expect(likes()).toBe('false (6 likes)')
  expect(screen.getByRole('button', { name: /^edited/ })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Who pays? | WTPU'))
  expect(fake.callsOf(getDiscussion)).toHaveLength(1)
})

test('says that the discussion was removed while it was read', async () => {
  const { fake, queryClient } = await openDiscussion()
  fake.respondError(getDiscussionState, { status: 404 })
  await sendInvalidation(queryClient)

  expect(await screen.findByRole('heading', { level: 1, name: 'Forum Not Found' })).toBeTruthy()
})

test('likes before the reply and takes the like back', async () => {
  const { fake } = await openDiscussion()
  let reply: (value: { liked: boolean; like_count: number }) => void = () => {}
  fake.respond(likeDiscussion, () => new Promise((resolve) => (reply = resolve)))
  await userEvent.click(likeButton())
  expect(likes()).toBe('true (6 likes)')
  await act(async () => reply({ liked: true, like_count: 9 }))
  expect(likes()).toBe('true (9 likes)')

  fake.respond(likeDiscussion, { liked: false, like_count: 8 })
  await userEvent.click(likeButton())
  await waitFor(() => expect(likes()).toBe('false (8 likes)'))
})

test('keeps the like of another device when the viewer likes again', async () => {
  const { fake } = await openDiscussion()
  let liked = true
  fake.respond(likeDiscussion, () => {
    liked = !liked
    return { liked, like_count: liked ? 6 : 5 }
  })
  await userEvent.click(likeButton())

  await waitFor(() => expect(fake.callsOf(likeDiscussion)).toHaveLength(2))
  expect(likes()).toBe('true (6 likes)')
})

test.each([
  ['Confirm your email to like.', 'Confirm your email to like.'],
  ['', 'Like failed'],
])('rolls a failed like back and says why: %s', async (detail, shown) => {
  const { fake } = await openDiscussion()
  fake.respondError(likeDiscussion, { status: 400, body: { detail } })
  await userEvent.click(likeButton())

  expect(await screen.findByText('Action failed')).toBeTruthy()
  expect(screen.getByText(shown)).toBeTruthy()
  expect(likes()).toBe('false (5 likes)')
})

test('offers each viewer what they can do', async () => {
  const report = ['Report Content', 'Mute Grace Hopper', 'Block Grace Hopper']
  const { unmount } = await openDiscussion()
  expect(await entries()).toEqual(['Quote in reply', 'Copy link', 'Bookmark', ...report])
  unmount()

  const author = await openDiscussion(mine({ edited_at: new Date().toISOString() }))
  expect(await entries()).toEqual(['Quote in reply', 'Edit', 'View edit history', 'Copy link', 'Bookmark', 'Delete'])
  author.unmount()

  const moderator = await openDiscussion(discussionOf({ can_moderate: true }))
  expect(await entries()).toEqual([
    'Quote in reply',
    'Copy link',
    'Bookmark',
    'Lock discussion',
    'Start slow mode',
    ...report,
  ])
  moderator.unmount()

  await openDiscussion(mine({ is_locked: true }))
  expect(await entries()).toEqual(['Copy link', 'Bookmark', 'Delete'])
})

test('keeps bookmarks in this browser', async () => {
  await openDiscussion()
  await choose('Bookmark')
  expect(await screen.findByText('Bookmark saved')).toBeTruthy()
  expect(article().getByText('Bookmarked')).toBeTruthy()
  expect(localStorage.getItem('bookmarkedContent')).toBe('["discussion:12"]')
  await choose('Remove Bookmark')
  expect(article().queryByText('Bookmarked')).toBeNull()
  expect(localStorage.getItem('bookmarkedContent')).toBeNull()
})

test('quotes the description in a reply', async () => {
  await openDiscussion()
  await choose('Quote in reply')

  expect(await screen.findByText(String.raw`Thread of 12, open, quote "> The **bridge** is old.\n\n"`)).toBeTruthy()
})

test('shows the earlier titles and texts', async () => {
  const { fake } = await openDiscussion(discussionOf({ edited_at: new Date().toISOString() }))
  fake.respond(listDiscussionRevisions, [
    { title: 'Who pays?', text: 'An *old* text', created_at: '2026-01-02T10:00:00.000Z' },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'edited: view the edit history of this discussion' }))

  const versions = await screen.findByRole('list', { name: 'Versions, newest first' })
  expect(within(versions).getByText('Who pays?')).toBeTruthy()
  expect(within(versions).getByText('old').localName).toBe('em')
})

test('deletes after the confirmation, also from the lists that were opened before', async () => {
  const { fake, queryClient } = await openDiscussion(mine())
  const { queryKey } = discussionPagesQuery({})
  queryClient.setQueryData(queryKey, {
    pages: [{ results: [11, 12].map((id) => makeDiscussion({ id })), next: null }],
    pageParams: [''],
  })
  fake.respond(deleteDiscussion, { deleted: true })
  fake.respond(listDiscussions, [])
  await choose('Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this discussion?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Discussion deleted')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fake.callsOf(deleteDiscussion)).toHaveLength(1)
  expect(queryClient.getQueryData(queryKey)?.pages[0]?.results.map(({ id }) => id)).toEqual([11])
})

test('locks by a guideline and unlocks', async () => {
  const { fake } = await openDiscussion(discussionOf({ can_moderate: true }))
  fake.respondError(decideContent, { status: 403, body: { detail: 'Only moderators can lock.' } })
  await choose('Lock discussion')
  const dialog = within(await screen.findByRole('dialog', { name: 'Lock this discussion?' }))
  const lock = dialog.getByRole<HTMLButtonElement>('button', { name: 'Lock' })
  await userEvent.click(lock)
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Guideline' })))
  expect(dialog.getAllByText('Please fill in this field.')).toHaveLength(2)
  await userEvent.type(dialog.getByRole('textbox', { name: 'Sentence to the author' }), ' Off topic ')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Guideline' }), '1')
  await userEvent.click(lock)
  expect(fake.callsOf(decideContent)).toHaveLength(1)
  expect(await dialog.findByText('Only moderators can lock.')).toBeTruthy()
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe(' Off topic ')

  fake.respond(decideContent, { action_id: 1 })
  await userEvent.click(lock)
  expect(await screen.findByText('Discussion locked')).toBeTruthy()
  expect(fake.callsOf(decideContent).at(-1)?.body).toMatchObject({ action: 'lock', rule: 1, sentence: 'Off topic' })
  expect(screen.getByText(/^Thread of 12, locked/)).toBeTruthy()

  fake.respondRaw(unlockDiscussion, () => json({ is_locked: false }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose('Unlock discussion')
  expect(await screen.findByText('Discussion unlocked')).toBeTruthy()
  expect(screen.getByText(/^Thread of 12, open/)).toBeTruthy()
})

async function openEditor(discussion = mine()) {
  const opened = await openDiscussion(discussion)
  opened.fake.respond(listForumCategories, [
    { id: 1, category: 'Environment', discussion_count: 7 },
    { id: 2, category: 'Healthcare', discussion_count: 31 },
  ])
  await choose('Edit')
  await screen.findByRole('form', { name: 'Edit discussion' })
  return opened
}
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('edits title, text, category and tags', async () => {
  const { fake } = await openEditor(mine({ tags: [{ id: 3, name: 'roads' }] }))
  await waitFor(() => expect(document.activeElement).toBe(field('Title')))
  await userEvent.type(field('Title'), ' Now')
  await userEvent.clear(field('Description'))
  await userEvent.type(field('Description'), 'New text')
  await screen.findByRole('option', { name: 'Healthcare' })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Healthcare')
  await userEvent.click(screen.getByRole('button', { name: 'Remove tag roads' }))
  const saved = mine({ title: 'Who should pay for the bridge? Now', description: 'New text', category: 'Healthcare' })
  fake.respond(editDiscussion, saved)
  await save()

  expect(await screen.findByRole('heading', { level: 1, name: saved.title })).toBe(document.activeElement)
  expect(screen.getByText('New text')).toBeTruthy()
  expect(await screen.findByText('Discussion updated')).toBeTruthy()
  expect(fake.callsOf(editDiscussion)[0]?.body).toEqual({
    ...unchosen,
    title: saved.title,
    description: 'New text',
    category: 2,
    tag_ids: [],
  })
})

test('keeps what was typed after a failure and shows the errors at their fields', async () => {
  const { fake } = await openEditor()
  await userEvent.type(field('Title'), '!')
  fake.respondError(editDiscussion, {
    status: 400,
    body: { detail: 'Check the fields.', fields: { title: ['Choose another title.'] } },
  })
  await save()

  expect(await screen.findByText('Choose another title.')).toBeTruthy()
  expect(await screen.findByText('Update failed')).toBeTruthy()
  expect(field('Title').value).toBe('Who should pay for the bridge?!')
  await waitFor(() => expect(document.activeElement).toBe(field('Title')))
})

test('keeps a draft until Cancel', async () => {
  const { unmount } = await openEditor()
  await userEvent.type(field('Title'), '!')
  unmount()
  await openEditor()
  expect(field('Title').value).toBe('Who should pay for the bridge?!')

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('form')).toBeNull()
  await choose('Edit')
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
  expect(title.value).toBe('Who should pay for the bridge?')
})

test('cannot save without a title or a description', async () => {
  await openEditor()
  await userEvent.clear(field('Title'))

  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).ariaDisabled).toBe('true')
  expect(screen.getByText('A discussion needs a title and a description.')).toBeTruthy()
})
