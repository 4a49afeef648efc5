import { listMyRatings, listPoliticians, ratePolitician } from '@wtpu/contract/politicians'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Toaster } from '#ui/toast/toast.tsx'
import { fakeApi, newTestQueryClient, signedIn } from '#testing/fake-api.tsx'
import { makePolitician } from '#features/politicians/fixtures.ts'
import { useTickerOpen } from './ticker-closed-flag.ts'
import { Ticker } from './ticker.tsx'

const officials = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makePolitician({ id: index + 1, name: `Official ${String.fromCodePoint(65 + index)}` }),
  )

function Page() {
  return (
    <main tabIndex={-1}>
      {useTickerOpen() && <Ticker position="bottom" />}
      <Toaster />
    </main>
  )
}

function openTicker() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const rootRoute = createRootRoute({ component: Page })
  const queryClient = newTestQueryClient()
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { queryClient }
}

function withOfficials(count: number) {
  const fake = fakeApi()
  fake.reply(listPoliticians, officials(count))
  fake.reply(listMyRatings, [])
  return fake
}

const ticker = () => screen.findByRole('region', { name: 'Performance updates' })
const shown = async () => within(await ticker()).getByText(/^Official|^Your/, { ignore: 'output' }).textContent
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** jsdom's pointer events carry no `pointerType`; React makes enter and leave from over and out. */
function pointer(which: 'Enter' | 'Leave', element: Element, pointerType: 'mouse' | 'touch') {
  const event = new MouseEvent(which === 'Enter' ? 'pointerover' : 'pointerout', { bubbles: true })
  act(() => void element.dispatchEvent(Object.assign(event, { pointerType })))
}

/** Focuses the button the way a pointer does: the browser shows no focus ring. */
function clickByPointer(name: string) {
  const button = screen.getByRole('button', { name })
  const withoutRing = vi.spyOn(button, 'matches').mockReturnValue(false)
  fireEvent.pointerDown(button)
  act(() => button.focus())
  withoutRing.mockRestore()
  fireEvent.click(button)
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('every 8 seconds it turns to the next of the first ten officials, then starts again', async () => {
  withOfficials(12)
  openTicker()
  const seen = [await shown()]
  for (let turn = 0; turn < 10; turn++) {
    await wait(8000)
    seen.push(await shown())
  }

  expect(seen.join(' ')).toBe(
    'ABCDEFGHIJA'
      .split('')
      .map((letter) => `Official ${letter}`)
      .join(' '),
  )
})

test('an update tells office, state and how citizens rate the work', async () => {
  const fake = fakeApi()
  fake.reply(listPoliticians, [
    makePolitician({ name: 'Pat Doe', state: 'NY', good_job_count: 3, bad_job_count: 1, total_rating: 4 }),
  ])
  openTicker()
  const bar = within(await ticker())

  expect(bar.getByText('Performance update')).toBeTruthy()
  expect(bar.getByText('Senator, New York')).toBeTruthy()
  expect(bar.getByText('75% of 4 ratings say Good Job')).toBeTruthy()
  expect(bar.getByText('Just now').getAttribute('datetime')).toMatch(/^20/)
  expect(bar.getByRole('link', { name: 'Pat Doe' }).getAttribute('href')).toBe('/politicians/1')
})

test('pauses on hover and while the keyboard focus is inside', async () => {
  withOfficials(3)
  openTicker()
  pointer('Enter', await ticker(), 'mouse')
  await wait(9000)
  expect(await shown()).toBe('Official A')
  pointer('Leave', await ticker(), 'mouse')
  await wait(8000)
  expect(await shown()).toBe('Official B')
  fireEvent.keyDown(document.body, { key: 'Tab' })

  act(() => screen.getByRole('link', { name: 'Official B' }).focus())
  await wait(9000)
  expect(await shown()).toBe('Official B')
  act(() => screen.getByRole('link', { name: 'Official B' }).blur())
  await wait(8000)
  expect(await shown()).toBe('Official C')
})

test('goes on after a click on one of its buttons, although the button keeps the focus', async () => {
  withOfficials(3)
  openTicker()
  await ticker()
  pointer('Enter', await ticker(), 'mouse')
  clickByPointer('Next update')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next update' }))
  pointer('Leave', await ticker(), 'mouse')
  await wait(8000)
  expect(await shown()).toBe('Official C')
})

test('a click after the keyboard was used goes on too; the next key press pauses again', async () => {
  withOfficials(3)
  openTicker()
  const bar = await ticker()
  const next = screen.getByRole('button', { name: 'Next update' })
  fireEvent.keyDown(document.body, { key: 'Tab' })
  act(() => next.focus())
  await wait(9000)
  expect(await shown()).toBe('Official A')
  fireEvent.pointerDown(next)
  await wait(8000)
  expect(await shown()).toBe('Official B')
  fireEvent.keyUp(next, { key: 'Shift' })
  await wait(9000)
  expect(within(bar).getByText('Official B')).toBeTruthy()
})

test('a touch does not pause it', async () => {
  withOfficials(3)
  openTicker()
  pointer('Enter', await ticker(), 'touch')
  await wait(8000)
  expect(await shown()).toBe('Official B')
})

test('a hidden tab does not rotate', async () => {
  withOfficials(3)
  openTicker()
  await ticker()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  fireEvent(document, new Event('visibilitychange'))
  await wait(20_000)
  expect(await shown()).toBe('Official A')
  hidden.mockReturnValue(false)
  fireEvent(document, new Event('visibilitychange'))
  await wait(8000)
  expect(await shown()).toBe('Official B')
})

test('where the system asks for less motion it stands still, and can be turned by hand or set going', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: media.includes('reduced-motion'),
      }) as unknown as MediaQueryList,
  )
  withOfficials(3)
  openTicker()
  await ticker()
  await wait(20_000)
  expect(await shown()).toBe('Official A')
  press('Next update')
  expect(await shown()).toBe('Official B')
  press('Previous update')
  press('Previous update')
  expect(await shown()).toBe('Official C')
  press('Rotate updates')
  await wait(8000)
  expect(await shown()).toBe('Official A')
})

test('a refetch that moves the list keeps the official in view', async () => {
  const fake = withOfficials(3)
  const { queryClient } = openTicker()
  await ticker()
  press('Next update')
  fake.reply(listPoliticians, officials(4).slice(1))
  await act(() => queryClient.invalidateQueries())

  expect(await shown()).toBe('Official B')
  expect(screen.getByText('Official B, 1 of 3')).toBeTruthy()
})

test('its button stops it', async () => {
  withOfficials(3)
  openTicker()
  await ticker()
  press('Pause updates')
  await wait(20_000)

  expect(await shown()).toBe('Official A')
  expect(screen.getByRole('button', { name: 'Rotate updates' })).toBeTruthy()
})

test('what turns by itself is not announced, what somebody turns to is', async () => {
  withOfficials(3)
  openTicker()
  const said = (await ticker()).querySelector('output')
  await wait(8000)
  expect(said?.textContent).toBe('')
  press('Next update')
  expect(said?.textContent).toBe('Official C, 3 of 3')
  await wait(8000)
  expect(said?.textContent).toBe('')
})

test('a member rates the official in view, and a check badge takes the buttons’ place', async () => {
  const fake = withOfficials(2)
  fake.reply(ratePolitician, () => {
    const rated = makePolitician({ id: 1, name: 'Official A', good_job_count: 1, total_rating: 1 })
    fake.reply(listMyRatings, [{ politician: 1, type: 'good' }])
    fake.reply(listPoliticians, [rated, ...officials(2).slice(1)])
    return rated
  })
  signedIn()
  openTicker()
  fireEvent.click(await screen.findByRole('button', { name: 'Good Job for Official A' }))

  expect(await within(await ticker()).findByText('Rated Good Job!')).toBeTruthy()
  expect(await screen.findByText('100% of 1 rating says Good Job')).toBeTruthy()
  expect(fake.callsOf(ratePolitician).map(({ body }) => body)).toEqual([{ type: 'good' }])
  press('Next update')
  expect(await screen.findByRole('button', { name: 'Bad Job for Official B' })).toBeTruthy()
})

test('rating an official who is gone does nothing', async () => {
  const fake = withOfficials(2)
  fake.refuse(ratePolitician, { status: 404 })
  signedIn()
  openTicker()
  fireEvent.click(await screen.findByRole('button', { name: 'Good Job for Official A' }))
  await wait(100)

  expect(await screen.findByRole('button', { name: 'Good Job for Official A' })).toBeTruthy()
  expect(screen.queryByText('Vote failed')).toBeNull()
})

test('a visitor sees the officials, without buttons to rate', async () => {
  withOfficials(2)
  openTicker()

  expect(await shown()).toBe('Official A')
  expect(screen.queryByRole('button', { name: /Job/ })).toBeNull()
})

test('without officials a member sees four samples', async () => {
  signedIn()
  withOfficials(0)
  openTicker()
  const seen = [await shown()]
  for (const _ of [1, 2, 3, 4]) {
    press('Next update')
    seen.push(await shown())
  }

  expect(new Set(seen).size).toBe(4)
  expect(seen[4]).toBe(seen[0])
  expect(screen.getByText('Sample')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Job/ })).toBeNull()
})

test('without officials a visitor sees no ticker', async () => {
  const fake = withOfficials(0)
  openTicker()
  await waitFor(() => expect(fake.callsOf(listPoliticians)).toHaveLength(1))
  await wait(100)

  expect(screen.queryByRole('region', { name: 'Performance updates' })).toBeNull()
})

test('closing is remembered, and the keyboard goes on from the page', async () => {
  withOfficials(2)
  openTicker()
  await ticker()
  press('Close the ticker')

  expect(screen.queryByRole('region', { name: 'Performance updates' })).toBeNull()
  expect(localStorage.getItem('wtpu-ticker-closed')).toBe('true')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('on a phone it is one line that opens for the buttons and folds again', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), { media, matches: media.includes('width') }) as unknown as MediaQueryList,
  )
  signedIn()
  const fake = fakeApi()
  fake.reply(listPoliticians, [
    makePolitician({ name: 'Official A', good_job_count: 3, bad_job_count: 1, total_rating: 4 }),
  ])
  fake.reply(listMyRatings, [])
  openTicker()

  expect(await shown()).toBe('Official A')
  expect(screen.getByText('75% Good Job')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Good Job for/ })).toBeNull()
  press('Show more of the ticker')
  expect(await screen.findByRole('button', { name: /^Good Job for/ })).toBeDefined()
  press('Show less of the ticker')
  expect(screen.queryByRole('button', { name: /^Good Job for/ })).toBeNull()
})
