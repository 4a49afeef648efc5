import type { Output } from '@wtpu/contract/endpoint'
import * as calls from '@wtpu/contract/forums/comments'
import { decideContent } from '@wtpu/contract/moderation/cases'
import { getHeldContent } from '@wtpu/contract/moderation/held'
import type { Discussion } from '@wtpu/contract/forums/discussions'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { commentsKey } from '#lib/api/content-keys.ts'
import { loadMarkdown } from '#community/markdown/markdown.tsx'
import { fakeApi, json, signedIn, type RecordedCall } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'
import { makeComment as comment, makeFullDiscussion } from './fixtures.ts'
import { Thread } from './thread.tsx'
import type { ThreadSearch } from './thread-search.ts'
import { unchosen } from '#testing/written.ts'

const me = 7
const hidden = { content: '', user: null, user_name: '' }
const mine = (over: Partial<calls.ForumComment>) => comment({ user: me, user_name: 'Ada Lovelace', ...over })

const renders = vi.hoisted(() => ({ ids: [] as number[] }))
vi.mock('./comment-item.tsx', async (original) => {
  const actual = await original<typeof import('./comment-item.tsx')>()
  const CommentItem: typeof actual.CommentItem = (props) => {
    renders.ids.push(props.comment.id)
    return <actual.CommentItem {...props} />
  }
  return { CommentItem }
})

beforeEach(async () => {
  renders.ids = []
  await loadMarkdown()
})

type Pages = calls.ForumComment[] | ((seen: RecordedCall) => calls.ForumComment[])

/** Opens the thread of discussion 12. `searches` are the searches that it asked for. */
async function openThread(
  comments: Pages,
  {
    discussion = {},
    search: initial = {},
    held,
  }: { discussion?: Partial<Discussion>; search?: ThreadSearch; held?: Output<typeof getHeldContent> } = {},
) {
  const fake = fakeApi()
  signedIn({ userId: me })
  const searches: [ThreadSearch, string][] = []
  const setComments = (next: Pages) =>
    fake.respondRaw(calls.listDiscussionComments, (seen) =>
      json({ results: typeof next === 'function' ? next(seen) : next, next: null }),
    )
  setComments(comments)
  if (held) fake.respond(getHeldContent, held)
  else fake.respondError(getHeldContent, { status: 404, body: { code: 'not_found', detail: '' } })
  fake.respond(calls.listMyReactions, [])
  fake.respondRaw(calls.listCommentAncestors, ({ path }) => {
    const id = Number(path.split('/').at(-3))
    if (id > chain.length) return json({ code: 'not_found', detail: '' }, 404)
    return json(chain.slice(0, id).map((ancestor) => ({ ...ancestor, replies: [] })))
  })
  function Page() {
    const [search, setSearch] = useState<ThreadSearch>(initial)
    const onSearch = (next: ThreadSearch, how: string) => {
      searches.push([next, how])
      setSearch(next)
    }
    return <Thread discussion={makeFullDiscussion(discussion)} search={search} onSearch={onSearch} />
  }
  const opened = renderComponent(<Page />)
  await screen.findByRole('heading', { name: /^Replies/ })
  const refetch = () => act(() => opened.queryClient.invalidateQueries({ queryKey: commentsKey('discussion', 12) }))
  return { fake, searches, setComments, refetch, ...opened }
}

/** Comments 1 to 5, each a reply to the one before. */
const chain = [1, 2, 3, 4, 5].map((id) =>
  comment({ id, parent: id === 1 ? null : id - 1, depth: id - 1, reply_count: 1 }),
)

const articles = () => screen.getAllByRole('article')
const texts = () =>
  articles().map((article) => article.querySelector('[data-quote-id]')?.textContent ?? article.textContent)
const row = (text: string) => screen.findByRole('article', { name: new RegExp(`: ${text}([,…]|$)`) })
/** An effect moves the focus, after what is first shown. */
async function expectFocusOn(text: string) {
  const found = await row(text)
  await waitFor(() => expect(document.activeElement).toBe(found))
}
const composer = (name = 'Your comment on this discussion') =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name })

test('shows comments with nested replies, badges and the place of removed ones', async () => {
  const reply = comment({ id: 3, parent: 2, depth: 1, user_name: 'Ida Wells', isModerator: true })
  await openThread([
    comment({ id: 1, isPinned: true, edited_at: new Date().toISOString() }),
    comment({ id: 2, state: 'deleted', ...hidden, replies: [reply] }),
    comment({ id: 4, state: 'muted', ...hidden, replies: [comment({ id: 5, parent: 4 })] }),
  ])
  const pinned = within(await row('Comment 1'))
  expect(pinned.getByText('Pinned')).toBeTruthy()
  expect(pinned.getByRole('button', { name: /^edited/ })).toBeTruthy()
  for (const name of ['Removed by its author', 'By a person you muted']) {
    expect(screen.getByRole('article', { name: new RegExp(name) }).textContent).toContain(name)
  }
  expect(within(await row('Comment 3')).getByText('Moderator')).toBeTruthy()
  expect(within(await row('Comment 3')).getByRole('link', { name: 'a removed comment' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Replies (12)')
})

test('shows a skeleton, an error with Try Again, and the empty state', async () => {
  const { fake, setComments } = await openThread([], { discussion: { num_comments: 0 } })
  expect(await screen.findByText('No replies yet')).toBeTruthy()
  fake.respondRaw(calls.listDiscussionComments, () => new Promise(() => undefined))
  fireEvent.change(screen.getByRole('combobox', { name: 'Sort replies' }), { target: { value: 'oldest' } })
  expect(await screen.findByText('Loading replies...')).toBeTruthy()

  fake.respondError(calls.listDiscussionComments, { status: 400 })
  fireEvent.change(screen.getByRole('combobox', { name: 'Sort replies' }), { target: { value: 'popular' } })
  expect(await screen.findByText('Replies could not be loaded')).toBeTruthy()
  setComments([comment()])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await row('Comment 1')).toBeTruthy()
})

test('sorts by the menu, newest first by default', async () => {
  const { fake, searches } = await openThread([comment()])
  await row('Comment 1')
  const sort = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort replies' })
  expect([...sort.options].map(({ text }) => text)).toEqual([
    'Oldest First',
    'Newest First',
    'Most Popular',
    'Common Ground',
  ])
  expect(sort.value).toBe('newest')
  await userEvent.selectOptions(sort, 'Most Popular')

  expect(searches).toEqual([[{ sort: 'popular' }, 'push']])
  await waitFor(() => expect(fake.callsOf(calls.listDiscussionComments).at(-1)?.search.get('sort')).toBe('popular'))
})

const sent = { ...unchosen, idempotency_key: expect.any(String) }
async function post(content = 'Hello') {
  await userEvent.type(composer(), content)
  await userEvent.click(screen.getByRole('button', { name: 'Post Comment' }))
}

test('shows a posted comment at once, with focus, and clears the text', async () => {
  const { fake, setComments } = await openThread([comment({ id: 1 })])
  await row('Comment 1')
  fake.respond(calls.createDiscussionComment, () => {
    setComments([mine({ id: 2, content: 'Hello' }), comment({ id: 1 })])
    return { ...mine({ id: 2, content: 'Hello' }), replies: [] }
  })
  await post('  Hello ')

  await expectFocusOn('Hello')
  expect(texts()).toEqual(['Hello', 'Comment 1'])
  expect(composer().value).toBe('')
  expect(fake.callsOf(calls.createDiscussionComment)[0]?.body).toEqual({ ...sent, content: 'Hello' })
  await waitFor(() => expect(fake.callsOf(calls.listDiscussionComments)).toHaveLength(2))
})

test.each([
  [{ status: 409, body: { detail: 'This discussion is locked.' } }, 'This discussion is locked.'],
  [{ status: 500 }, 'Unable to add comment'],
])('keeps the text of a comment that fails, and shows why', async (reply, description) => {
  const { fake } = await openThread([comment()])
  fake.respondError(calls.createDiscussionComment, reply)
  await post()

  expect(await screen.findByText('Comment failed')).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
  expect(composer().value).toBe('Hello')
})

const replyTo = async (text: string) =>
  userEvent.click(within(await row(text)).getByRole('button', { name: /^Reply to/ }))

test('replies below a comment, and keeps a draft for each target', async () => {
  const { fake, setComments } = await openThread([
    comment({ id: 2, user_name: 'Ida Wells' }),
    comment({ id: 1, replies: [comment({ id: 3, parent: 1 })] }),
  ])
  await replyTo('Comment 1')
  expect(document.activeElement).toBe(composer('Replying to Grace Hopper'))
  await userEvent.keyboard('First')
  await replyTo('Comment 2')
  await userEvent.keyboard('Second')
  expect(screen.queryByRole('textbox', { name: 'Replying to Grace Hopper' })).toBeNull()
  await replyTo('Comment 1')
  expect(composer('Replying to Grace Hopper').value).toBe('First')

  const reply = mine({ id: 4, parent: 1, content: 'First' })
  fake.respond(calls.createDiscussionComment, () => {
    const replies = [comment({ id: 3, parent: 1 }), reply]
    setComments([comment({ id: 2 }), comment({ id: 1, replies })])
    return { ...reply, replies: [] }
  })
  await userEvent.click(screen.getByRole('button', { name: 'Post Reply' }))

  await expectFocusOn('First')
  expect(texts()).toEqual(['Comment 2', 'Comment 1', 'Comment 3', 'First'])
  expect(screen.queryByRole('textbox', { name: /^Replying/ })).toBeNull()
  expect(fake.callsOf(calls.createDiscussionComment)[0]?.body).toEqual({ ...sent, content: 'First', parent: 1 })
})

test('cancels a reply', async () => {
  await openThread([comment({ id: 1 })])
  await replyTo('Comment 1')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))

  expect(screen.queryByRole('textbox', { name: /^Replying/ })).toBeNull()
  await expectFocusOn('Comment 1')
})

const like = () => screen.findByRole('button', { name: /^Like Grace Hopper’s comment: Comment 1/ })
const dislike = () => screen.findByRole('button', { name: /^Dislike Grace Hopper’s comment: Comment 1/ })
const state = async () =>
  [await like(), await dislike()].map(
    (button) => `${button.getAttribute('aria-pressed')} ${button.querySelector('[title]')?.textContent}`,
  )

test('likes and dislikes exclude each other and show at once', async () => {
  const { fake, setComments } = await openThread([comment({ id: 1, like_count: 3, dislike_count: 1 })])
  fake.respond(calls.listMyReactions, [{ comment: 1, value: 1 }])
  await waitFor(async () => expect(await state()).toEqual(['true 3', 'false 1']))
  let answer: (reply: Response) => void = () => undefined
  fake.respondRaw(calls.dislikeForumComment, () => new Promise((resolve) => (answer = resolve)))
  await userEvent.click(await dislike())
  expect(await state()).toEqual(['false 2', 'true 2'])

  setComments([comment({ id: 1, like_count: 2, dislike_count: 2 })])
  answer(json({ value: -1, liked: false, disliked: true, like_count: 2, dislike_count: 2 }))
  await waitFor(() => expect(fake.callsOf(calls.listDiscussionComments).length).toBeGreaterThan(1))
  expect(await state()).toEqual(['false 2', 'true 2'])
  expect(fake.callsOf(calls.listMyReactions)).toHaveLength(1)
})

test.each([
  ['like', calls.likeForumComment, like, { status: 403, body: { detail: 'Please confirm.' } }, 'Please confirm.'],
  ['like', calls.likeForumComment, like, { status: 500 }, 'Like failed'],
  ['dislike', calls.dislikeForumComment, dislike, { status: 500 }, 'Dislike failed'],
] as const)('rolls back a %s that fails, and says why', async (_, endpoint, button, reply, description) => {
  const { fake } = await openThread([comment({ id: 1, like_count: 3, dislike_count: 1 })])
  fake.respondError(endpoint, reply)
  await userEvent.click(await button())

  expect(await screen.findByText('Action failed')).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
  await waitFor(async () => expect(await state()).toEqual(['false 3', 'false 1']))
})

test('collapses and expands a branch, and says how many replies are hidden', async () => {
  await openThread([comment({ id: 1, replies: [comment({ id: 2, parent: 1 }), comment({ id: 3, parent: 1 })] })])
  await row('Comment 3')
  await userEvent.click(screen.getByRole('button', { name: /^Hide 2 replies to Grace Hopper’s comment: Comment 1/ }))
  expect(texts()).toEqual(['Comment 1'])
  const show = screen.getByRole('button', { name: /^Show 2 replies/ })
  expect(show.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(show)
  expect(texts()).toEqual(['Comment 1', 'Comment 2', 'Comment 3'])
})

test('shows the replies that a page leaves out on a view of their own', async () => {
  const replies = [2, 3, 4, 5, 6].map((id) => comment({ id, parent: 1 }))
  const { fake, searches } = await openThread(({ search }) =>
    search.has('parent') ? replies : [comment({ id: 1, replies: replies.slice(0, 3), reply_count: 5 })],
  )
  await userEvent.click(await screen.findByRole('link', { name: /^Continue this thread \(2 more replies\) below/ }))

  expect(searches).toEqual([[{ sort: undefined, thread: 1 }, 'push']])
  await waitFor(() => expect(texts()).toEqual([1, 2, 3, 4, 5, 6].map((id) => `Comment ${id}`)))
  expect(fake.callsOf(calls.listDiscussionComments).at(-1)?.search.toString()).toBe('parent=1&limit=20')
})

test('new comments and replies of others wait, and counts change in place', async () => {
  const old = comment({ id: 1, replies: [comment({ id: 2, parent: 1 })] })
  const { setComments, refetch } = await openThread([old])
  await row('Comment 2')
  const replies = [comment({ id: 2, parent: 1, like_count: 4 }), comment({ id: 3, parent: 1 })]
  setComments([comment({ id: 9 }), comment({ id: 1, replies })])
  await refetch()

  const pill = await screen.findByRole('button', { name: '2 new comments' })
  expect(texts()).toEqual(['Comment 1', 'Comment 2'])
  expect(screen.getByText('(4 likes)')).toBeTruthy()
  await userEvent.click(pill)
  await expectFocusOn('Comment 9')
  expect(texts()).toEqual(['Comment 9', 'Comment 1', 'Comment 2', 'Comment 3'])
})

test('opens a collapsed branch for its new replies', async () => {
  const replies = [2, 3].map((id) => comment({ id, parent: 1 }))
  const { setComments, refetch } = await openThread([comment({ id: 1, replies: replies.slice(0, 1) })])
  await userEvent.click(await screen.findByRole('button', { name: /^Hide 1 reply/ }))
  setComments([comment({ id: 1, replies })])
  await refetch()
  expect(await screen.findByRole('button', { name: /^Show 1 reply/ })).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: '1 new comment' }))

  await expectFocusOn('Comment 3')
})

test('renders only the rows that change, and none while the viewer types', async () => {
  const others = comment({ id: 1, replies: [comment({ id: 2, parent: 1 })] })
  const last = comment({ id: 3 })
  const list = (like_count: number) => [{ ...last, like_count }, others]
  const { setComments, refetch, queryClient } = await openThread(list(0))
  await row('Comment 2')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  // The query client tells the components in a timeout of 0 ms, so this one fires after it.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  renders.ids = []
  await userEvent.type(composer(), 'Hello')
  expect(renders.ids).toEqual([])

  setComments(list(5))
  await refetch()
  await screen.findByText('(5 likes)')
  expect(new Set(renders.ids)).toEqual(new Set([3]))
})

const nested = (ids: number[]): calls.ForumComment[] => {
  const [first, ...rest] = ids
  return first === undefined ? [] : [{ ...chain[first - 1]!, replies: nested(rest) }]
}

test('marks a linked comment and moves focus to it', async () => {
  await openThread(nested([1, 2, 3, 4]), { search: { comment: 3 } })
  expect(within(await row('Comment 3')).getByText('Linked comment')).toBeTruthy()
  await expectFocusOn('Comment 3')
})

test('says that a linked comment is missing, where the reader is, and shows all comments', async () => {
  await openThread([comment()], { search: { comment: 99 } })
  const notice = await screen.findByText(/^This comment doesn’t exist or has been removed/)
  expect(document.activeElement).toBe(notice)
  expect(await row('Comment 1')).toBeTruthy()
})

test('shows a linked comment that is hidden during a review to who may read it', async () => {
  const { fake } = await openThread([comment()], {
    search: { comment: 99 },
    held: { title: 'Comment', text: 'Held text', is_own: false },
  })
  expect(await screen.findByText('Held text')).toBeTruthy()
  expect(fake.callsOf(getHeldContent)[0]?.path).toBe('/api/moderation/held/comment/99/')
  expect(screen.queryByText(/^This comment doesn’t exist/)).toBeNull()
})

test('opens a view of its own for a linked comment that the list does not contain', async () => {
  const { searches } = await openThread(({ search }) => (search.has('parent') ? [] : nested([1, 2, 3, 4])), {
    search: { comment: 5 },
  })
  await waitFor(() => expect(document.activeElement?.id).toBe('comment-5'))

  expect(searches).toEqual([[{ sort: undefined, thread: 5, comment: 5 }, 'replace']])
  expect(screen.getByText('In reply to 4 comments above').closest('details')?.open).toBe(true)
  await userEvent.click(screen.getByRole('link', { name: 'Back to all replies' }))
  expect(searches.at(-1)).toEqual([{ sort: undefined }, 'push'])
})

test('continues below the fourth level on a view of its own', async () => {
  const { searches } = await openThread(({ search }) => (search.has('parent') ? nested([5]) : nested([1, 2, 3, 4])))
  const link = await screen.findByRole('link', { name: /^Continue this thread \(1 reply\) below/ })
  expect(link.getAttribute('href')).toBe('/forums/12?thread=4')
  await userEvent.click(link)

  expect(searches).toEqual([[{ sort: undefined, thread: 4 }, 'push']])
  expect(await row('Comment 5')).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Sort replies' })).toBeNull()
})

test.each([
  [404, 'This part of the discussion doesn’t exist or has been removed.', 0],
  [400, 'Replies could not be loaded', 1],
])(
  'says why a view of its own is missing (%i), and offers Try Again if that can help',
  async (status, title, buttons) => {
    const { fake } = await openThread(nested([1, 2, 3, 4]))
    fake.respondError(calls.listCommentAncestors, { status })
    await userEvent.click(await screen.findByRole('link', { name: /^Continue this thread/ }))

    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.queryAllByRole('button', { name: 'Try Again' })).toHaveLength(buttons)
  },
)

test('jumps to the comment that was replied to', async () => {
  const { searches } = await openThread(nested([1, 2]))
  const names = within(await row('Comment 2')).getAllByRole('link', { name: 'Grace Hopper' })
  await userEvent.click(names.at(-1)!)

  await expectFocusOn('Comment 1')
  expect(searches).toEqual([])
})

test('marks comments since the last visit, and jumps to them', async () => {
  const last_visit_at = new Date(Date.now() - 3_600_000).toISOString()
  const fresh = { created_at: new Date(Date.now() - 60_000).toISOString() }
  await openThread(
    [comment({ id: 4, ...fresh }), mine({ id: 3, ...fresh }), comment({ id: 2 }), comment({ id: 1, ...fresh })],
    { discussion: { last_visit_at } },
  )
  expect(within(await row('Comment 4')).getByText('New')).toBeTruthy()
  expect(screen.getAllByText('New')).toHaveLength(2)
  await userEvent.click(await screen.findByRole('button', { name: /^2 new since your last visit/ }))
  await expectFocusOn('Comment 4')
  await userEvent.click(within(await row('Comment 4')).getByRole('button', { name: /^Next new/ }))
  await expectFocusOn('Comment 1')
})

const openMenu = async () =>
  userEvent.click(within(await row('Comment 1')).getByRole('button', { name: /^More options/ }))
async function choose(name: string) {
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

test('deletes an own comment with replies, which keeps its place', async () => {
  const replies = [comment({ id: 2, parent: 1 })]
  const { fake, setComments } = await openThread([mine({ id: 1, replies })])
  fake.respond(calls.deleteForumComment, () => {
    setComments([comment({ id: 1, state: 'deleted', ...hidden, replies })])
    return { deleted: true }
  })
  await choose('Delete')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Removed by its author')).toBeTruthy()
  expect(texts().at(-1)).toBe('Comment 2')
})

test('moderators pin and remove comments', async () => {
  const { fake, setComments } = await openThread([comment({ id: 1 })], { discussion: { can_moderate: true } })
  fake.respond(calls.pinForumComment, () => {
    setComments([comment({ id: 1, isPinned: true })])
    return { isPinned: true }
  })
  await choose('Pin comment')
  expect(await screen.findByText('Pinned')).toBeTruthy()

  fake.respond(decideContent, () => {
    setComments([])
    return { action_id: 1 }
  })
  await choose('Remove comment')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Guideline' }), '7')
  await userEvent.type(screen.getByRole('textbox', { name: 'Sentence to the author' }), 'Advertising')
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No replies yet')).toBeTruthy()
  const removal = { kind: 'comment', id: 1, action: 'remove', rule: 7, sentence: 'Advertising' }
  expect(fake.callsOf(decideContent)[0]?.body).toEqual(removal)
})

test('others cannot pin or remove, and can report', async () => {
  await openThread([comment({ id: 1 })])
  await openMenu()
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Quote in reply',
    'Copy link',
    'Report Content',
    'Mute Grace Hopper',
    'Block Grace Hopper',
  ])
})

test('quotes a comment in the reply to it', async () => {
  await openThread([comment({ id: 1 })])
  await choose('Quote in reply')

  await waitFor(() => expect(composer('Replying to Grace Hopper').value).toBe('> Comment 1\n\n'))
})

test('shows the reason of a removal to the author of the comment', async () => {
  const removed = { id: 5, content: 'Buy this', reason: 'Advertising', removed_at: new Date().toISOString() }
  await openThread([comment()], { discussion: { removed_comments: [removed] } })
  const notice = within(await screen.findByRole('list', { name: 'Your removed comments' }))

  expect(notice.getByText('A moderator removed your comment')).toBeTruthy()
  expect(notice.getByText('Advertising')).toBeTruthy()
})

test('a locked discussion can only be read', async () => {
  await openThread([mine({ id: 1 })], { discussion: { is_locked: true } })
  await row('Comment 1')

  expect(screen.getByText(/^This discussion is locked\./)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Reply to/ })).toBeNull()
})
