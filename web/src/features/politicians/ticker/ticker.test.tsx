import { listMyRatings, listPoliticians, ratePolitician } from '@wtpu/contract/politicians'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Toaster } from '#ui/toast/toast.tsx'
import { fakeApi, newTestQueryClient, signedIn } from '#testing/fake-api.tsx'
import { startSteadyClock } from '#testing/steady-clock.ts'
import { makePolitician } from '#features/politicians/fixtures.ts'
import { tickerSwitch } from '#lib/stored-switch.ts'
import { Ticker } from './after-home/ticker.tsx'

const officials = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makePolitician({ id: index + 1, name: `Official ${String.fromCodePoint(65 + index)}` }),
  )

function Page() {
  return (
    <main tabIndex={-1}>
      {tickerSwitch.use() && <Ticker position="bottom" />}
      <Toaster />
    </main>
  )
}

function openTicker() {
  startSteadyClock()
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
  fake.respond(listPoliticians, officials(count))
  fake.respond(listMyRatings, [])
  return fake
}

const ticker = () => screen.findByRole('region', { name: 'Performance updates' })
const shownName = async () => within(await ticker()).getByText(/^Official|^Your/, { ignore: 'output' }).textContent
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** jsdom's pointer events have no `pointerType`. React derives enter and leave from over and out. */
function pointer(which: 'Enter' | 'Leave', element: Element, pointerType: 'mouse' | 'touch') {
  const event = new MouseEvent(which === 'Enter' ? 'pointerover' : 'pointerout', { bubbles: true })
  act(() => void element.dispatchEvent(Object.assign(event, { pointerType })))
}

/** Clicks a button as with a pointer, which focuses it without a visible focus ring. */
function clickByPointer(name: string) {
  const button = screen.getByRole('button', { name })
  const matches = vi.spyOn(button, 'matches').mockReturnValue(false)
  fireEvent.pointerDown(button)
  act(() => button.focus())
  matches.mockRestore()
  fireEvent.click(button)
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('rotates through the first ten politicians, one every 8 seconds', async () => {
  withOfficials(12)
  openTicker()
  const seen = [await shownName()]
  for (let turn = 0; turn < 10; turn++) {
    await wait(8000)
    seen.push(await shownName())
  }

  expect(seen.join(' ')).toBe(
    'ABCDEFGHIJA'
      .split('')
      .map((letter) => `Official ${letter}`)
      .join(' '),
  )
})

test('shows office, state and approval of each politician', async () => {
  const fake = fakeApi()
  fake.respond(listPoliticians, [
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

test('has no update about an official without ratings', async () => {
  const fake = withOfficials(1)
  fake.respond(listPoliticians, [
    makePolitician({ name: 'Pat Doe', good_job_count: 0, bad_job_count: 0, total_rating: 0 }),
  ])
  openTicker()
  const bar = within(await ticker())

  expect(bar.getByText('No ratings yet')).toBeTruthy()
  expect(bar.getByText('Performance update').closest('p')?.className).toContain('invisible')
})

test('pauses on hover and while the keyboard focus is inside', async () => {
  withOfficials(3)
  openTicker()
  pointer('Enter', await ticker(), 'mouse')
  await wait(9000)
  expect(await shownName()).toBe('Official A')
  pointer('Leave', await ticker(), 'mouse')
  await wait(8000)
  expect(await shownName()).toBe('Official B')
  fireEvent.keyDown(document.body, { key: 'Tab' })

  act(() => screen.getByRole('link', { name: 'Official B' }).focus())
  await wait(9000)
  expect(await shownName()).toBe('Official B')
  act(() => screen.getByRole('link', { name: 'Official B' }).blur())
  await wait(8000)
  expect(await shownName()).toBe('Official C')
})

test('keeps rotating after a click on one of its buttons, although the button keeps focus', async () => {
  withOfficials(3)
  openTicker()
  await ticker()
  pointer('Enter', await ticker(), 'mouse')
  clickByPointer('Next update')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next update' }))
  pointer('Leave', await ticker(), 'mouse')
  await wait(8000)
  expect(await shownName()).toBe('Official C')
})

test('resumes after a click following keyboard use, and pauses again on the next key press', async () => {
  withOfficials(3)
  openTicker()
  const bar = await ticker()
  const next = screen.getByRole('button', { name: 'Next update' })
  fireEvent.keyDown(document.body, { key: 'Tab' })
  act(() => next.focus())
  await wait(9000)
  expect(await shownName()).toBe('Official A')
  fireEvent.pointerDown(next)
  await wait(8000)
  expect(await shownName()).toBe('Official B')
  fireEvent.keyUp(next, { key: 'Shift' })
  await wait(9000)
  expect(within(bar).getByText('Official B')).toBeTruthy()
})

test('does not pause on touch', async () => {
  withOfficials(3)
  openTicker()
  pointer('Enter', await ticker(), 'touch')
  await wait(8000)
  expect(await shownName()).toBe('Official B')
})

test('does not rotate in a hidden tab', async () => {
  withOfficials(3)
  openTicker()
  await ticker()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  fireEvent(document, new Event('visibilitychange'))
  await wait(20_000)
  expect(await shownName()).toBe('Official A')
  hidden.mockReturnValue(false)
  fireEvent(document, new Event('visibilitychange'))
  await wait(8000)
  expect(await shownName()).toBe('Official B')
})

test('does not rotate with reduced motion until started, but moves with Previous and Next', async () => {
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
  expect(await shownName()).toBe('Official A')
  press('Next update')
  expect(await shownName()).toBe('Official B')
  press('Previous update')
  press('Previous update')
  expect(await shownName()).toBe('Official C')
  press('Resume updates')
  await wait(8000)
  expect(await shownName()).toBe('Official A')
})

test('keeps showing the same politician when a refetch reorders the list', async () => {
  const fake = withOfficials(3)
  const { queryClient } = openTicker()
  await ticker()
  press('Next update')
  fake.respond(listPoliticians, officials(4).slice(1))
  await act(() => queryClient.invalidateQueries())

  expect(await shownName()).toBe('Official B')
  expect(screen.getByText('Official B, 1 of 3')).toBeTruthy()
})

test('stops rotating on Pause', async () => {
  withOfficials(3)
  openTicker()
  await ticker()
  press('Pause updates')
  await wait(20_000)

  expect(await shownName()).toBe('Official A')
  expect(screen.getByRole('button', { name: 'Resume updates' })).toBeTruthy()
})

test('announces items that the user moves to, but not the automatic rotation', async () => {
  withOfficials(3)
  openTicker()
  const announcement = (await ticker()).querySelector('output')
  await wait(8000)
  expect(announcement?.textContent).toBe('')
  press('Next update')
  expect(announcement?.textContent).toBe('Official C, 3 of 3')
  await wait(8000)
  expect(announcement?.textContent).toBe('')
})

test('lets a signed-in user rate, and replaces the buttons with a badge', async () => {
  const fake = withOfficials(2)
  fake.respond(ratePolitician, () => {
    const rated = makePolitician({ id: 1, name: 'Official A', good_job_count: 1, total_rating: 1 })
    fake.respond(listMyRatings, [{ politician: 1, type: 'good' }])
    fake.respond(listPoliticians, [rated, ...officials(2).slice(1)])
    return { ...rated, undo_until: null }
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

test('keeps showing a rating while it can be taken back', async () => {
  const fake = withOfficials(2)
  const until = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
  fake.respond(listMyRatings, [{ politician: 1, type: 'good', undo_until: until(9) }])
  signedIn()
  openTicker()
  expect(await screen.findByRole('button', { name: 'Undo the rating of Official A' })).toBeTruthy()

  await wait(8000)
  expect(await shownName()).toBe('Official A')
  await wait(2000)
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  await wait(8000)
  expect(await shownName()).toBe('Official B')
})

test('shows no error when the rated politician no longer exists', async () => {
  const fake = withOfficials(2)
  fake.respondError(ratePolitician, { status: 404 })
  signedIn()
  openTicker()
  fireEvent.click(await screen.findByRole('button', { name: 'Good Job for Official A' }))
  await wait(100)

  expect(await screen.findByRole('button', { name: 'Good Job for Official A' })).toBeTruthy()
  expect(screen.queryByText('Vote failed')).toBeNull()
})

test('shows no rating buttons to a visitor', async () => {
  withOfficials(2)
  openTicker()

  expect(await shownName()).toBe('Official A')
  expect(screen.queryByRole('button', { name: /Job/ })).toBeNull()
})

test('shows four samples to a signed-in user when there are no politicians', async () => {
  signedIn()
  withOfficials(0)
  openTicker()
  const seen = [await shownName()]
  for (const _ of [1, 2, 3, 4]) {
    press('Next update')
    seen.push(await shownName())
  }

  expect(new Set(seen).size).toBe(4)
  expect(seen[4]).toBe(seen[0])
  expect(screen.getByText('Example')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Job/ })).toBeNull()
})

test('shows no ticker to a visitor when there are no politicians', async () => {
  const fake = withOfficials(0)
  openTicker()
  await waitFor(() => expect(fake.callsOf(listPoliticians)).toHaveLength(1))
  await wait(100)

  expect(screen.queryByRole('region', { name: 'Performance updates' })).toBeNull()
})

test('stores that the ticker was closed and moves focus to the main element', async () => {
  withOfficials(2)
  openTicker()
  await ticker()
  press('Close the ticker')

  expect(screen.queryByRole('region', { name: 'Performance updates' })).toBeNull()
  expect(localStorage.getItem('wtpu-ticker-closed')).toBe('true')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('is open on a phone, can be folded to a line, and stays folded on the device', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), { media, matches: media.includes('width') }) as unknown as MediaQueryList,
  )
  signedIn()
  const fake = fakeApi()
  fake.respond(listPoliticians, [
    makePolitician({ name: 'Official A', good_job_count: 3, bad_job_count: 1, total_rating: 4 }),
  ])
  fake.respond(listMyRatings, [])
  openTicker()

  expect(await shownName()).toBe('Official A')
  expect(screen.getByText('75% Good Job')).toBeDefined()
  expect(screen.getByText('Performance update')).toBeDefined()
  expect(await screen.findByRole('button', { name: /^Good Job for/ })).toBeDefined()
  press('Show less of the ticker')
  expect(screen.queryByRole('button', { name: /^Good Job for/ })).toBeNull()
  cleanup()
  openTicker()
  expect(await shownName()).toBe('Official A')
  expect(screen.queryByText('Performance update')).toBeNull()
  press('Show more of the ticker')
  expect(await screen.findByRole('button', { name: /^Bad Job for/ })).toBeDefined()
})
