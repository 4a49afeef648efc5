import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderComponent } from '#testing/render-component.tsx'
import { makeImage, makeVideo } from '#features/boiler-room/fixtures.ts'
import { PostMediaView } from './post-media.tsx'
import { aspectRatio, imageSources, isEditable, shareAddresses, singleImageRatio, singleImageWidth } from '../rules.ts'

const of = 'Ada’s post'

test('shows images with their description, reserved space and variants', async () => {
  renderComponent(<PostMediaView media={[makeImage('a', 'A courthouse')]} of={of} />)

  const image = await screen.findByRole('img', { name: 'A courthouse' })
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['1024', '768'])
  expect(image.getAttribute('src')).toBe('/media/posts/a-640.webp')
  expect(image.getAttribute('srcset')).toContain('/media/posts/a-1024.webp 1024w')
  expect(image.closest('li')?.style.aspectRatio).toMatch(/^1\.33/)
})

test('opens the images in a dialog with buttons and arrow keys', async () => {
  const images = [makeImage('a', 'A courthouse'), makeImage('b'), makeImage('c', 'A bridge')]
  renderComponent(<PostMediaView media={images} of={of} />)
  await userEvent.click(await screen.findByRole('button', { name: /Open image 3 of 3 in Ada’s post/ }))

  expect(await screen.findByRole('dialog', { name: 'Image 3 of 3' })).toBeTruthy()
  expect(screen.getByRole('img').getAttribute('src')).toBe('/media/posts/c-1024.webp')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('dialog', { name: 'Image 1 of 3' })).toBeTruthy()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(await screen.findByRole('dialog', { name: 'Image 2 of 3' })).toBeTruthy()

  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /Open image 3 of 3/ })))
})

test('shows the first frame of an animated image until it is played, in the card and in full', async () => {
  const image = {
    ...makeImage('a', 'A waving flag'),
    file: '/media/posts/a-480.webp',
    poster: '/media/posts/a-480.jpg',
  }
  renderComponent(<PostMediaView media={[image]} of={of} />)
  const source = () => screen.getByRole('img', { name: 'A waving flag' }).getAttribute('src')
  await screen.findByRole('img')
  expect(source()).toBe(image.poster)
  await userEvent.click(await screen.findByRole('button', { name: 'Play image in Ada’s post' }))
  expect(source()).toBe(image.file)
  await userEvent.click(screen.getByRole('button', { name: 'Stop image in Ada’s post' }))
  expect(source()).toBe(image.poster)

  await userEvent.click(screen.getByRole('button', { name: /Open image in Ada’s post/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Play Image' }))
  expect(source()).toBe(image.file)
})

test('shows the description in place of an image that fails to load', async () => {
  renderComponent(<PostMediaView media={[makeImage('a', 'A courthouse')]} of={of} />)
  fireEvent.error(await screen.findByRole('img'))

  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText('A courthouse')).toBeTruthy()
})

test.each<[string, (video: HTMLElement) => void]>([
  ['fails to decode', (video) => fireEvent.error(video)],
  ['of which only the sound is known', (video) => fireEvent.loadedMetadata(video)],
])('offers the file of a video that %s', async (_what, report) => {
  renderComponent(<PostMediaView media={[makeVideo('a')]} of={of} />)
  report(await screen.findByLabelText(`Video in ${of}`))

  expect(await screen.findByText('This video cannot be played in this browser.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Download the video' }).getAttribute('href')).toBe(makeVideo('a').file)
})

test('offers the captions of a video that has some', async () => {
  const { container } = renderComponent(
    <PostMediaView media={[{ ...makeVideo('a'), captions: '/media/posts/a.vtt' }]} of={of} />,
  )
  await screen.findByLabelText(`Video in ${of}`)

  const track = container.querySelector('track')
  expect([track?.getAttribute('kind'), track?.getAttribute('src')]).toEqual(['captions', '/media/posts/a.vtt'])
})

test('shows the description of a video below it', async () => {
  renderComponent(<PostMediaView media={[{ ...makeVideo('a'), alt: 'A lake at dawn' }]} of={of} />)
  const description = await screen.findByText('A lake at dawn')
  expect(screen.getByLabelText(`Video in ${of}`).getAttribute('aria-describedby')).toBe(description.id)
})

test('plays one video at a time', async () => {
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
  renderComponent(
    <>
      <PostMediaView media={[makeVideo('a')]} of="one" />
      <PostMediaView media={[makeVideo('b')]} of="two" />
    </>,
  )
  const first = await screen.findByLabelText('Video in one')
  const second = screen.getByLabelText('Video in two')
  expect([first.getAttribute('preload'), first.getAttribute('poster')]).toEqual(['metadata', '/media/posts/a-640.webp'])
  expect(first.style.aspectRatio).toMatch(/^1\.77/)
  fireEvent.play(first)
  expect(pause).not.toHaveBeenCalled()
  fireEvent.play(second)

  expect(pause.mock.contexts).toEqual([first])
})

test('shows nothing for a post without media', () => {
  renderComponent(<PostMediaView media={[]} of={of} />)

  expect(screen.queryByRole('list')).toBeNull()
})

test('limits the aspect ratio, and has one for media of unknown size', () => {
  const limits = { min: 1, max: 2, fallback: 1.5 }
  const ratios = [
    [100, 400],
    [400, 100],
    [300, 200],
    [0, 0],
  ].map(([width, height]) => aspectRatio({ width: width!, height: height! }, limits))
  expect(ratios).toEqual([1, 2, 1.5, 1.5])
})

test('uses a file without variants as it is', () => {
  expect(imageSources({ file: 'https://example.org/a.png', width: 800 })).toEqual({ src: 'https://example.org/a.png' })
})

test('allows edits for less than 15 minutes', () => {
  const post = { created_at: '2026-11-20T12:00:00Z' }
  expect(isEditable(post, new Date('2026-11-20T12:14:59Z'))).toBe(true)
  expect(isEditable(post, new Date('2026-11-20T12:15:00Z'))).toBe(false)
})

test('encodes the shared link', () => {
  expect(shareAddresses('https://wtpu.example/boiler-room?post=12', 'A & B').LinkedIn).toBe(
    'https://www.linkedin.com/sharing/share-offsite/?url=https%3A%2F%2Fwtpu.example%2Fboiler-room%3Fpost%3D12&summary=A%20%26%20B',
  )
})

test('keeps a single portrait, panorama or small image within sensible sizes', () => {
  expect(singleImageRatio({ width: 1000, height: 4000 })).toBe(3 / 4)
  expect(singleImageRatio({ width: 4000, height: 400 })).toBe(4)
  expect(singleImageWidth({ width: 1000, height: 2000 })).toBe('min(100%, 24rem, max(1000px, 8rem))')
  expect(singleImageWidth({ width: 40, height: 30 })).toContain('max(40px, 8rem)')
  expect(singleImageWidth({ width: 0, height: 0 })).toBe('min(100%, 48rem)')
})
