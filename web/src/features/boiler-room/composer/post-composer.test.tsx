import { createPost, listPosts } from '@wtpu/contract/boiler-room/posts'
import { listPostComments } from '@wtpu/contract/boiler-room/comments'
import { captionsMaxBytes, captionsProblems, mediaProblems } from '@wtpu/contract/boiler-room/post-media'
import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '#testing/fake-api.tsx'
import { fakeBoilerRoom, viewerId } from '#testing/fake-boiler-room.ts'
import { fakeUploads } from '#testing/fake-upload.ts'
import { makePost } from '#features/boiler-room/fixtures.ts'
import { videoIsRare, videoNotPlayableForAll } from '../messages.ts'
import { inspectVideo } from './video-poster.ts'

// jsdom cannot decode videos.
vi.mock('./video-poster.ts', async (original) => ({ ...(await original<object>()), inspectVideo: vi.fn() }))

beforeEach(() => {
  // Not implemented by jsdom.
  URL.createObjectURL = vi.fn(() => 'blob:file')
  URL.revokeObjectURL = vi.fn()
})

const image = (name = 'photo.png', type = 'image/png') => new File(['image'], name, { type })
const video = () => new File(['movie'], 'clip.mp4', { type: 'video/mp4' })
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a post' })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Post(ing\.\.\.)?$/ })
const shownPosts = () => screen.queryAllByRole('article').map((card) => card.textContent)
const mine = (over = {}) => makePost({ id: 50, user: viewerId, user_name: 'Ada Lovelace', text: 'Mine', ...over })

async function open() {
  const fake = fakeBoilerRoom({ posts: [makePost({ id: 1 })] })
  const uploads = fakeUploads()
  const page = openPage('/boiler-room')
  await screen.findByRole('article')
  return { fake, uploads, ...page }
}

async function publish(uploads: ReturnType<typeof fakeUploads>) {
  const count = uploads.length
  await userEvent.click(button())
  await waitFor(() => expect(uploads[count]?.form).toBeDefined())
  const upload = uploads[count]
  if (!upload) throw new Error('nothing was uploaded')
  return upload
}

async function pick(label: 'Image' | 'Video' | 'Captions', ...files: File[]) {
  await userEvent.upload(screen.getByLabelText(`${label} file`), files, { applyAccept: false })
}

test('disables Post only while there is neither text nor media', async () => {
  await open()
  expect(button().ariaDisabled).toBe('true')
  await userEvent.type(box(), '  {enter}')
  expect(button().ariaDisabled).toBe('true')
  await pick('Image', image())
  expect(button().ariaDisabled).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove image 1' }))
  expect(button().ariaDisabled).toBe('true')
  await userEvent.type(box(), 'x')
  expect(button().ariaDisabled).toBeNull()
})

test('sends text and hashtags, shows the post at the top at once and clears the composer', async () => {
  const { uploads, fake } = await open()
  await userEvent.type(box(), ' Clean #Water for #Flint and #water ')
  const upload = await publish(uploads)
  expect([upload.method, upload.path]).toEqual(['POST', createPost.url])
  expect(upload.form?.get('text')).toBe('Clean #Water for #Flint and #water')
  expect(upload.form?.getAll('hashtag_list')).toEqual(['Water', 'Flint'])
  expect(button().textContent).toBe('Posting...')
  await upload.respond(201, mine())

  expect(await screen.findByText('Your post has been published!')).toBeTruthy()
  expect(screen.getByText('Success')).toBeTruthy()
  expect(shownPosts()[0]).toContain('Mine')
  expect(shownPosts()).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /new post/ })).toBeNull()
  expect(box().value).toBe('')
  expect(document.activeElement).toBe(box())
  expect(fake.callsOf(listPosts)).toHaveLength(1)
})

test('a new post is also at the top of Followings, but not in Trending without a trending hashtag', async () => {
  const { uploads, fake } = await open()
  for (const name of ['Trending', 'Followings', 'Your Feed']) {
    await userEvent.click(screen.getByRole('tab', { name }))
    await screen.findByRole('article')
  }
  await userEvent.type(box(), 'Mine')
  await (await publish(uploads)).respond(201, mine())
  fake.respondRaw(listPosts, () => new Promise(() => undefined))
  await userEvent.click(screen.getByRole('tab', { name: 'Followings' }))
  expect(shownPosts()[0]).toContain('Mine')
  await userEvent.click(screen.getByRole('tab', { name: 'Trending' }))
  expect(shownPosts()).toHaveLength(1)
})

test('does not add the post to the comments of another post', async () => {
  const { uploads, fake } = await open()
  fake.respond(listPostComments, { results: [], next: null })
  await userEvent.click(screen.getByRole('button', { name: /^Comments on/ }))
  expect(await screen.findByText(/No comments yet/)).toBeTruthy()
  await userEvent.type(box(), 'Mine')
  await (await publish(uploads)).respond(201, mine())
  expect(await screen.findByText('Your post has been published!')).toBeTruthy()
  expect(screen.getByText(/No comments yet/)).toBeTruthy()
})

test.each(['Image', 'Video'] as const)(
  'has a field for the description of a picture (%s), and sends it',
  async (label) => {
    vi.mocked(inspectVideo).mockResolvedValue({ seconds: 9, poster })
    const { uploads } = await open()
    await pick(label, label === 'Image' ? image() : video())
    await userEvent.type(screen.getByRole('textbox', { name: `${label} description` }), 'A lake')
    expect((await publish(uploads)).form?.getAll('media_alt')).toEqual(['A lake'])
  },
)

test('sends a picture without a description at the first press', async () => {
  const { uploads } = await open()
  await pick('Image', image())
  await userEvent.click(button())
  await waitFor(() => expect(uploads).toHaveLength(1))
})

test('sends four images with their descriptions in order', async () => {
  const { uploads } = await open()
  await pick('Image', image('1.png'), image('2.png'), image('3.png'), image('4.png'))
  await userEvent.type(screen.getByRole('textbox', { name: 'Description of image 2' }), 'A dry lake')
  const upload = await publish(uploads)
  expect(upload.form?.getAll('media_files').map((file) => (file as File).name)).toEqual([
    '1.png',
    '2.png',
    '3.png',
    '4.png',
  ])
  expect(upload.form?.getAll('media_alt')).toEqual(['', 'A dry lake', '', ''])
  await upload.respond(201, mine())
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Media of your post' })).toBeNull())
})

test('shows the progress of an upload, which can be cancelled without losing anything', async () => {
  const { uploads } = await open()
  await userEvent.type(box(), 'Look')
  await pick('Image', image())
  const upload = await publish(uploads)
  await upload.progress(42, 100)
  const bar = screen.getByRole('progressbar', { name: 'Upload' })
  expect(bar.getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getByText('Uploading...')).toBeTruthy()
  await upload.progress(100, 100)
  expect(screen.getByText('Processing...')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Cancel the upload' }))
  expect(upload.aborted).toBe(true)
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(box().value).toBe('Look')
  expect(screen.getByRole('button', { name: 'Remove image 1' })).toBeTruthy()
  expect(screen.queryByText('Error')).toBeNull()
})

test('keeps text and files when the connection is lost, and publishes them on Try Again', async () => {
  const { uploads } = await open()
  await userEvent.type(box(), 'Look')
  await pick('Image', image())
  await (await publish(uploads)).loseConnection()

  expect(await screen.findByText('Failed to publish your post. Please try again.')).toBeTruthy()
  expect(screen.getByText('Error')).toBeTruthy()
  expect(box().value).toBe('Look')
  const reasons = await screen.findByRole('list', { name: 'Failed to publish your post. Please try again.' })
  expect(reasons.textContent).toContain('could not be reached')
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(uploads[1]?.form?.getAll('media_files')).toHaveLength(1))
  // The server may have published the first attempt.
  const keys = uploads.map((upload) => upload.form?.get('idempotency_key'))
  expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0]])
  await uploads[1]?.respond(201, mine())
  expect(await screen.findByText('Your post has been published!')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test('sends a new idempotency key after the text has changed', async () => {
  const { uploads } = await open()
  await userEvent.type(box(), 'Look')
  await (await publish(uploads)).loseConnection()
  await screen.findByText('Failed to publish your post. Please try again.')
  await userEvent.type(box(), ' again')
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(uploads[1]?.form?.get('text')).toBe('Look again'))
  expect(uploads[1]?.form?.get('idempotency_key')).not.toBe(uploads[0]?.form?.get('idempotency_key'))
})

test('shows the messages of the server', async () => {
  const { uploads } = await open()
  await userEvent.type(box(), 'Look')
  const fields = { media_files: ['This file is not an image.'] }
  await (await publish(uploads)).respond(400, { code: 'validation', detail: 'Invalid', fields })
  expect(await screen.findByText('This file is not an image.')).toBeTruthy()
  expect(box().value).toBe('Look')
})

test('keeps the text across reloads', async () => {
  await open()
  await userEvent.type(box(), 'Half a thought')
  cleanup()
  await open()
  expect(box().value).toBe('Half a thought')
})

test('does not send more than 2,000 characters and says why', async () => {
  const { uploads } = await open()
  await userEvent.click(box())
  await userEvent.paste('x'.repeat(2001))
  expect(screen.getByText('A post can have at most 2,000 characters.')).toBeTruthy()
  expect(screen.getByText('2001/2000')).toBeTruthy()
  expect(button().ariaDisabled).toBeNull()
  await userEvent.click(button())
  expect(document.activeElement).toBe(box())
  expect(uploads).toHaveLength(0)
})

test.each([
  ['an unknown type', [image('drawing.svg', 'image/svg+xml')], `This is an SVG drawing. ${mediaProblems.unknownType}`],
  ['a fifth image', ['1', '2', '3', '4', '5'].map((name) => image(name)), mediaProblems.tooManyImages],
  ['a video with images', [image(), video()], mediaProblems.oneVideo],
])('rejects %s before the upload', async (_what, files, problem) => {
  await open()
  await pick('Image', ...files)
  expect(await screen.findByText(problem)).toBeTruthy()
})

test('shows only the newer error once a post with a rejected file fails', async () => {
  const { uploads } = await open()
  await userEvent.type(box(), 'Look')
  await pick('Image', ...['1', '2', '3', '4', '5'].map((name) => image(name)))
  await screen.findByText(mediaProblems.tooManyImages)
  await (await publish(uploads)).respond(503, { code: 'busy', detail: 'Too many uploads.' })

  expect(await screen.findByText('Too many uploads.')).toBeTruthy()
  expect(screen.queryByText(mediaProblems.tooManyImages)).toBeNull()
})

test('adds dropped and pasted images', async () => {
  await open()
  const form = screen.getByRole('form', { name: 'New post' })
  fireEvent.drop(form, { dataTransfer: { files: [image('dropped.png')], types: ['Files'] } })
  expect(await screen.findByRole('img', { name: 'dropped.png' })).toBeTruthy()
  const paste = createEvent.paste(box(), { clipboardData: { files: [image('pasted.png')], types: ['Files'] } })
  await act(async () => fireEvent(box(), paste))
  expect(await screen.findByRole('img', { name: 'pasted.png' })).toBeTruthy()
})

test('pastes text from an office document as text', async () => {
  await open()
  const data = { clipboardData: { files: [image()], types: ['text/plain', 'Files'] } }
  const paste = createEvent.paste(box(), data)
  await act(async () => fireEvent(box(), paste))
  expect(paste.defaultPrevented).toBe(false)
  expect(screen.queryByRole('list', { name: 'Media of your post' })).toBeNull()
})

const poster = new Blob(['frame'], { type: 'image/jpeg' })

test.each([
  ['with its poster', () => Promise.resolve({ seconds: 9, poster }), 1],
  ['although no poster could be made of it', () => Promise.reject(new Error('not decoded')), 0],
])('sends a video %s', async (_how, inspect, posters) => {
  vi.mocked(inspectVideo).mockImplementation(inspect)
  const { uploads } = await open()
  await pick('Video', video())
  expect((await screen.findByLabelText('clip.mp4')).tagName).toBe('VIDEO')
  const upload = await publish(uploads)
  expect(upload.form?.getAll('media_files')).toHaveLength(1)
  expect(upload.form?.getAll('poster')).toHaveLength(posters)
})

test('sends the captions of a video, unless they are removed or too large', async () => {
  vi.mocked(inspectVideo).mockResolvedValue({ seconds: 9, poster })
  const { uploads } = await open()
  await pick('Video', video())
  await pick('Captions', new File(['x'.repeat(captionsMaxBytes + 1)], 'long.vtt'))
  expect(await screen.findByText(captionsProblems.tooLarge)).toBeTruthy()

  await pick('Captions', new File(['WEBVTT'], 'clip.vtt', { type: 'text/vtt' }))
  expect(screen.queryByText(captionsProblems.tooLarge)).toBeNull()
  expect(screen.getByText('clip.vtt')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove the captions' }))
  expect(screen.queryByText('clip.vtt')).toBeNull()

  await pick('Captions', new File(['WEBVTT'], 'other.srt'))
  const sent = (await publish(uploads)).form?.getAll('captions')
  expect(sent?.map((file) => (file as File).name)).toEqual(['other.srt'])
})

test('warns about a video that this browser cannot play, and still sends it', async () => {
  vi.mocked(inspectVideo).mockRejectedValue(new Error('not decoded'))
  const { uploads } = await open()
  await pick('Video', video())
  const preview = await screen.findByLabelText('clip.mp4')
  expect(screen.queryByText(videoNotPlayableForAll)).toBeNull()
  fireEvent.loadedMetadata(preview)
  expect(await screen.findByText(videoNotPlayableForAll)).toBeTruthy()
  expect((await publish(uploads)).form?.getAll('media_files')).toHaveLength(1)
})

test.each([
  ['hvc1', 0, true],
  ['mp4v', 0, true],
  ['jpeg', 3_000_000, true],
  ['avc1', 0, false],
])('knows a video of the format %s after %i bytes, which this browser can play', async (format, before, isRare) => {
  vi.mocked(inspectVideo).mockResolvedValue({ seconds: 9, poster })
  await open()
  const description = `stsd${'\0'.repeat(11)}x${format}`
  await pick('Video', new File([new Uint8Array(before), description], 'clip.mov', { type: 'video/quicktime' }))

  expect((await screen.findByLabelText('clip.mov')).className).not.toContain('hidden')
  if (isRare) expect(await screen.findByText(videoIsRare)).toBeTruthy()
  await waitFor(() => expect(inspectVideo).toHaveBeenCalled())
  expect(screen.queryByText(videoIsRare) !== null).toBe(isRare)
})

test('removes a video of more than 10 minutes and says why', async () => {
  vi.mocked(inspectVideo).mockResolvedValue({ seconds: 601, poster })
  await open()
  await pick('Video', video())
  expect(await screen.findByText(mediaProblems.videoTooLong)).toBeTruthy()
  expect(screen.queryByLabelText('clip.mp4')).toBeNull()
})

test('asks before leaving the page during an upload', async () => {
  const { uploads, router } = await open()
  await pick('Image', image())
  const upload = await publish(uploads)
  void router.navigate({ to: '/about' })
  const dialog = await screen.findByRole('dialog', { name: 'Leave while your post is uploading?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }))
  expect(router.state.location.pathname).toBe('/boiler-room')
  expect(upload.aborted).toBe(false)

  void router.navigate({ to: '/about' })
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(upload.aborted).toBe(true))
  expect(router.state.location.pathname).toBe('/about')
})
