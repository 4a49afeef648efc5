import {
  deletePost,
  describePost,
  editPost,
  getPost,
  getPostState,
  listPostRevisions,
  listPosts,
  setCaptions,
  type Post,
} from '@wtpu/contract/boiler-room/posts'
import { captionsProblems } from '@wtpu/contract/boiler-room/post-media'
import { likePost, unlikePost } from '@wtpu/contract/boiler-room/likes'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useInfiniteQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { infiniteQuery, urlKey } from '#lib/api/api.ts'
import { fakeApi, json, signedIn } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'
import { startSteadyClock } from '#testing/steady-clock.ts'
import { makeImage, makePost, makeVideo } from '#features/boiler-room/fixtures.ts'
import { PostCard } from './post-card.tsx'
import { unchosen } from '#testing/written.ts'

const me = 7
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const post = (over: Partial<Post> = {}) => makePost({ id: 12, text: 'Good morning', likes_count: 2, ...over })
const myPost = (over: Partial<Post> = {}) => post({ user: me, user_name: 'Ada Lovelace', ...over })

const feedQuery = infiniteQuery(listPosts, { querystring: { limit: 20 } })

function Feed() {
  const { data } = useInfiniteQuery(feedQuery)
  return data?.pages.flatMap(({ results }) => results).map((listed) => <PostCard key={listed.id} post={listed} />)
}

const stateOf = ({ id, text, hashtag_list, edited_at, likes_count, comments_count }: Post) => ({
  id,
  text,
  hashtag_list,
  edited_at,
  likes_count,
  comments_count,
})

async function openFeed(...posts: Post[]) {
  const fake = fakeApi()
  signedIn({ userId: me })
  fake.respond(listPosts, { results: posts, next: null })
  fake.respond(getPostState, ({ path }) => stateOf(posts.find(({ id }) => path.includes(`/${id}/`)) ?? post()))
  const opened = renderComponent(<Feed />)
  await screen.findAllByRole('article')
  return { fake, ...opened }
}

/** Does what an invalidation about post 12 does. */
const sendInvalidation = (queryClient: Awaited<ReturnType<typeof openFeed>>['queryClient']) =>
  act(() => queryClient.invalidateQueries({ queryKey: urlKey('/api/boilerroom/posts/12/') }))

const findCard = () => screen.findByRole('article', { name: /^Grace Hopper’s post: Good morning/ })
const likeButton = () => screen.getByRole('button', { name: /^Like Grace Hopper’s post: Good morning/ })
const likes = () =>
  `${likeButton().getAttribute('aria-pressed')} ${within(likeButton()).getByText(/like.?\)/).textContent}`

async function openMenu(of = 'Ada Lovelace’s post: Good morning') {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`^More options for ${of}`) }))
  await screen.findByRole('menu')
}
const choose = async (name: string) => userEvent.click(await screen.findByRole('menuitem', { name }))

test('names posts of one author apart, also those without a text', async () => {
  await openFeed(
    post(),
    post({ id: 13, text: '', media: [makeImage('a', 'The new bridge')] }),
    post({ id: 14, text: '', media: [makeImage('b')], created_at: '2026-03-07T16:05:00Z' }),
    post({ id: 15, text: `${'The city council. '.repeat(3)}Yes`, created_at: '2026-03-07T16:05:00Z' }),
    post({ id: 16, text: `${'The city council. '.repeat(3)}No`, created_at: '2026-03-07T16:07:00Z' }),
    post({ id: 17, text: 'Yes.', created_at: '2026-03-07T16:05:00Z' }),
    post({ id: 18, text: 'Yes.', created_at: '2026-03-07T16:07:00Z' }),
  )

  const names = screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))

  const date = /\w+day, \w+ \d+, 2026 at \d+:(\d\d) [AP]M$/
  expect(names.slice(1).map((name) => name?.replace(date, '$1'))).toEqual([
    'Grace Hopper’s post: The new bridge',
    'Grace Hopper’s post: 05',
    'Grace Hopper’s post: The city council. The city council. The… 05',
    'Grace Hopper’s post: The city council. The city council. The… 07',
    'Grace Hopper’s post: Yes., 05',
    'Grace Hopper’s post: Yes., 07',
  ])
  const likeNames = screen.getAllByRole('button', { name: /^Like / }).map((button) => button.textContent)
  expect(new Set(likeNames).size).toBe(7)
})

test('shows author, age, text, hashtags and the Trending badge', async () => {
  await openFeed(post({ text: 'Good morning #Springfield', hashtag_list: ['Springfield'], is_trending: true }))

  const card = within(await findCard())
  expect(card.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe('/user/8')
  expect(card.getByText('5m ago').getAttribute('title')).toContain('2026')
  expect(card.getByText('Trending')).toBeTruthy()
  expect(card.getByText('Good morning')).toBeTruthy()
  expect(card.getByRole('link', { name: '#Springfield' }).getAttribute('href')).toBe('/boiler-room/hashtag/Springfield')
})

test('requests nothing for a card until an invalidation arrives', async () => {
  const { fake } = await openFeed(post())

  expect(fake.calls.map(({ path }) => path)).toEqual(['/api/boilerroom/posts/'])
})

test('updates the age every minute', async () => {
  startSteadyClock()
  await openFeed(post())
  await act(() => vi.advanceTimersByTimeAsync(61_000))

  expect(screen.getByText('6m ago')).toBeTruthy()
})

test('shows a like at once and keeps the count of the server', async () => {
  const { fake } = await openFeed(post())
  let answer: (reply: Response) => void = () => undefined
  fake.respondRaw(likePost, () => new Promise((resolve) => (answer = resolve)))
  await userEvent.click(likeButton())
  expect(likes()).toBe('true (3 likes)')

  await act(async () => answer(json({ user_has_liked: true, likes_count: 9 })))
  await waitFor(() => expect(likes()).toBe('true (9 likes)'))

  fake.respond(unlikePost, { user_has_liked: false, likes_count: 8 })
  await userEvent.click(likeButton())
  await waitFor(() => expect(fake.callsOf(unlikePost)).toHaveLength(1))
  expect(likes()).toBe('false (8 likes)')
})

test('rolls back a like that fails and says so', async () => {
  const { fake } = await openFeed(post())
  fake.respond(getPost, post())
  fake.respondError(likePost, { status: 500 })
  await userEvent.click(likeButton())

  expect(await screen.findByText('Failed to update like status. Please try again.')).toBeTruthy()
  expect(likes()).toBe('false (2 likes)')
})

test('explains a like that the server rejects because the email is not confirmed', async () => {
  const { fake } = await openFeed(post())
  fake.respondError(likePost, {
    status: 403,
    body: { code: 'email_not_confirmed', detail: 'Please confirm your email first.' },
  })
  await userEvent.click(likeButton())

  expect(await screen.findByText('Please confirm your email first.')).toBeTruthy()
})

test('changes counts and text in place after an invalidation, without a refetch of the list', async () => {
  const { fake, queryClient } = await openFeed(post(), post({ id: 13, text: 'Other' }))
  const edited = post({ text: 'Good evening', edited_at: minutesAgo(1), likes_count: 40, comments_count: 7 })
  fake.respond(getPostState, stateOf(edited))
  await sendInvalidation(queryClient)

  const [card] = screen.getAllByRole('article')
  expect(await within(card!).findByText('Good evening')).toBeTruthy()
  expect(within(card!).getByRole('button', { name: /Like .*\(40 likes\)/ })).toBeTruthy()
  expect(within(card!).getByRole('button', { name: /Comments on .*\(7 comments\)/ })).toBeTruthy()
  expect(fake.callsOf(listPosts)).toHaveLength(1)
  expect(fake.callsOf(getPostState)).toHaveLength(1)
})

test('replaces a post that was deleted by a notice in its place', async () => {
  const { fake, queryClient } = await openFeed(post(), post({ id: 13, text: 'Other' }))
  fake.respondError(getPostState, { status: 404 })
  // jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(345)
  await sendInvalidation(queryClient)

  const notice = (await screen.findByText('This post was deleted.')).closest<HTMLElement>('#post-12')
  expect(notice?.style.minHeight).toBe('345px')
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('keeps the post when its state cannot be loaded', async () => {
  const { fake, queryClient } = await openFeed(post())
  fake.respondError(getPostState, { status: 503 })
  await sendInvalidation(queryClient)

  await waitFor(() => expect(fake.callsOf(getPostState)).toHaveLength(2))
  expect(await findCard()).toBeTruthy()
})

test('edits an own post in place', async () => {
  const { fake } = await openFeed(myPost())
  fake.respond(editPost, myPost({ text: 'Good evening', edited_at: minutesAgo(0) }))
  fake.respond(getPostState, stateOf(myPost({ text: 'Good evening', edited_at: minutesAgo(0) })))
  await openMenu()
  await choose('Edit')
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit your post' })
  expect(document.activeElement).toBe(box)
  expect(screen.getByText('12/2000')).toBeTruthy()
  await userEvent.clear(box)
  await userEvent.type(box, 'Good evening')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Good evening')).toBeTruthy()
  expect(fake.callsOf(editPost)[0]?.body).toEqual({ text: 'Good evening', ...unchosen })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('button', { name: /^edited/ })).toBeTruthy()
  expect(document.activeElement?.id).toBe('post-12')
})

test('an own post offers to add the description that it lacks', async () => {
  const { fake } = await openFeed(myPost({ media: [makeImage('a')] }))
  await userEvent.click(screen.getByRole('button', { name: /^Add a description/ }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Image description' }), 'A lake')
  fake.respond(describePost, myPost({ media: [makeImage('a', 'A lake')] }))
  fake.respond(listPosts, { results: [myPost({ media: [makeImage('a', 'A lake')] })], next: null })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('img', { name: 'A lake' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Add a description/ })).toBeNull()
})

test('changes the descriptions of an own post long after it was published', async () => {
  const described = (alt: string) =>
    myPost({ created_at: minutesAgo(60), media: [makeImage('a', alt), makeImage('b')] })
  const { fake } = await openFeed(described('A like'))
  fake.respondError(describePost, { status: 500 })
  await openMenu()
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  await choose('Edit descriptions')
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description of image 1' })
  expect(box.value).toBe('A like')
  await userEvent.clear(box)
  await userEvent.type(box, 'A lake')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(box.value).toBe('A lake')

  fake.respond(describePost, described('A lake'))
  fake.respond(listPosts, { results: [described('A lake')], next: null })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(screen.getByRole('img', { name: 'A lake' })).toBeTruthy()
  expect(fake.callsOf(describePost).at(-1)?.body).toEqual({ media_alt: ['A lake', ''] })
})

test('adds captions to the video of an own post, says why others are not accepted, and removes them', async () => {
  const withCaptions = (captions: string | null) => myPost({ media: [{ ...makeVideo(), captions }] })
  const { fake } = await openFeed(withCaptions(null))
  fake.respondError(setCaptions, { status: 400, body: { detail: captionsProblems.unknownType } })
  await openMenu()
  await choose('Edit')
  const input = await screen.findByLabelText('Captions file')
  const add = (text: string) => userEvent.upload(input, new File([text], 'a.vtt'), { applyAccept: false })
  await add('Hello')
  expect(await screen.findByText(captionsProblems.unknownType)).toBeTruthy()

  fake.respond(setCaptions, withCaptions('/media/posts/a.vtt'))
  fake.respond(listPosts, { results: [withCaptions('/media/posts/a.vtt')], next: null })
  await add('WEBVTT')
  expect(await screen.findByText('This video has captions.')).toBeTruthy()
  expect(screen.queryByText(captionsProblems.unknownType)).toBeNull()

  fake.respond(setCaptions, withCaptions(null))
  await userEvent.click(screen.getByRole('button', { name: 'Remove the captions' }))
  await waitFor(() => expect(screen.queryByText('This video has captions.')).toBeNull())
  expect(fake.callsOf(setCaptions).map(({ body }) => body)).toEqual([
    { captions: 'Hello' },
    { captions: 'WEBVTT' },
    { captions: null },
  ])
})

test('keeps the edited text and shows the reason when an edit comes too late', async () => {
  const { fake } = await openFeed(myPost())
  fake.respondError(editPost, { status: 403, body: { detail: 'You can edit a post for 15 minutes.' } })
  await openMenu()
  await choose('Edit')
  await userEvent.type(await screen.findByRole('textbox'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('You can edit a post for 15 minutes.')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Good morning!')
})

test('offers Edit for 15 minutes only', async () => {
  startSteadyClock()
  await openFeed(myPost({ created_at: minutesAgo(14) }))
  await openMenu()
  expect(screen.getByRole('menuitem', { name: 'Edit' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(90_000))

  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toBeTruthy()
})

test('shows the earlier versions of an edited post', async () => {
  const { fake } = await openFeed(post({ edited_at: minutesAgo(1) }))
  fake.respondError(listPostRevisions, { status: 503 })
  await userEvent.click(screen.getByRole('button', { name: /^edited/ }))
  expect(await screen.findByText('The edit history could not be loaded')).toBeTruthy()

  fake.respond(listPostRevisions, [{ text: 'Gud morning', created_at: minutesAgo(5) }])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  const versions = within(await screen.findByRole('list', { name: 'Versions, newest first' })).getAllByRole('listitem')
  expect(versions.map((version) => version.querySelector('p')?.textContent)).toEqual(['Good morning', 'Gud morning'])
})

test('deletes an own post and shows the notice in its place', async () => {
  const { fake } = await openFeed(myPost(), post({ id: 13, text: 'Other' }))
  fake.respond(deletePost, { deleted: true })
  await openMenu()
  await choose('Delete')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('This post was deleted.')).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(1)
  await waitFor(() => expect(document.activeElement?.id).toBe('post-12'))
})

test('offers other members to report, mute and block, but not to edit or delete', async () => {
  await openFeed(post())
  await openMenu('Grace Hopper’s post: Good morning')

  const others = ['Copy link', 'Report Content', 'Mute Grace Hopper', 'Block Grace Hopper']
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(others)
})

test('shares the permalink with the text of the specification', async () => {
  await openFeed(post())
  await userEvent.click(screen.getByRole('button', { name: /^Share Grace Hopper’s post: Good morning/ }))
  const targets = await screen.findAllByRole('menuitem')

  const link = encodeURIComponent(`${window.location.origin}/boiler-room?post=12`)
  expect(targets.map((target) => target.getAttribute('href')).slice(0, 2)).toEqual([
    `https://www.facebook.com/sharer/sharer.php?u=${link}&quote=Check%20out%20this%20post%20on%20WTPU!`,
    `https://twitter.com/intent/tweet?url=${link}&text=Check%20out%20this%20post%20on%20WTPU!`,
  ])
  expect(targets[0]?.getAttribute('target')).toBe('_blank')
})

test('opens TikTok and copies the link, because TikTok cannot receive one', async () => {
  const user = userEvent.setup()
  await openFeed(post())
  await user.click(screen.getByRole('button', { name: /^Share/ }))
  const tikTok = await screen.findByRole('menuitem', { name: /^TikTok/ })
  expect(tikTok.getAttribute('href')).toBe('https://www.tiktok.com/')
  await user.click(tikTok)

  expect(await screen.findByText('TikTok cannot receive links, so paste it into your TikTok post.')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/boiler-room?post=12`)
})
