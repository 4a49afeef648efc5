import { followPolitician, listFollowedPoliticians } from '@wtpu/contract/notifications/notifications'
import { getUser } from '@wtpu/contract/accounts/accounts'
import {
  getPolitician,
  listFilterOptions,
  listMyRatings,
  listPoliticians,
  ratePolitician,
  type Politician,
} from '@wtpu/contract/politicians'
import { getSiteParts } from '@wtpu/contract/site/site-parts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { urlKey } from '#lib/api/api.ts'
import { fakeApi, json, openPage, signedIn } from '#testing/fake-api.tsx'
import { startSteadyClock } from '#testing/steady-clock.ts'
import { makePolitician } from '#features/politicians/fixtures.ts'

const senator = makePolitician({
  id: 3,
  name: 'Pat Doe',
  party: 'R',
  office: 'Sen',
  state: 'NY',
  good_job_count: 1500,
  bad_job_count: 500,
  total_rating: 2000,
  description: 'Serves since 2019.',
  email: 'office@example.gov',
  phone_number: '202-224-6542',
  official_website: 'https://www.doe.senate.gov',
  office_address: '713 Hart Senate Office Building',
})

function fakeProfile(answer: () => Response | Promise<Response>) {
  const fake = fakeApi()
  fake.respondError(getUser, { status: 404 })
  // First, because its `:id` also matches the endpoints below, and later fakes take precedence.
  fake.respondRaw(getPolitician, answer)
  fake.respond(listPoliticians, [])
  fake.respond(listFilterOptions, { states: [], parties: [], offices: [] })
  fake.respond(listMyRatings, [])
  signedIn()
  return fake
}

const fakeProfileOf = (politician: Politician) => fakeProfile(() => json(politician))

test('shows a skeleton while loading', async () => {
  fakeProfile(() => new Promise(() => undefined))

  openPage('/politicians/3')

  expect(await screen.findByRole('heading', { level: 1, name: 'Loading politician...' })).toBeTruthy()
})

test('shows the politician’s details and contact links', async () => {
  fakeProfileOf(senator)

  openPage('/politicians/3')

  expect(await screen.findByRole('heading', { level: 1, name: 'Pat Doe' })).toBeTruthy()
  for (const text of ['Republican', 'Senator', 'New York', 'Serves since 2019.', '713 Hart Senate Office Building']) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  const link = (name: string) => screen.getByRole('link', { name: new RegExp(name) }).getAttribute('href')
  expect(link('office@example.gov')).toBe('mailto:office@example.gov')
  expect(link('202-224-6542')).toBe('tel:2022246542')
  expect(link('doe.senate.gov')).toBe('https://www.doe.senate.gov')
  await waitFor(() => expect(document.title).toContain('Pat Doe'))
})

test('links to the contact form when the email field contains a URL', async () => {
  fakeProfileOf({ ...senator, email: 'https://www.doe.senate.gov/contact' })

  openPage('/politicians/3')

  const form = await screen.findByRole('link', { name: /Contact form/ })
  expect(form.getAttribute('href')).toBe('https://www.doe.senate.gov/contact')
})

test('hides contact details that the office does not publish', async () => {
  fakeProfileOf(makePolitician({ id: 3 }))

  openPage('/politicians/3')

  await screen.findByRole('heading', { level: 1, name: 'Official 3' })
  for (const label of ['Email', 'Phone', 'Official website', 'Office address']) {
    expect(screen.queryByText(label)).toBeNull()
  }
})

test('shows percentage and counts, and accepts a rating', async () => {
  let now = senator
  const fake = fakeProfile(() => json(now))
  fake.respond(ratePolitician, () => {
    now = { ...senator, good_job_count: 1501, total_rating: 2001 }
    fake.respond(listMyRatings, [{ politician: 3, type: 'good' }])
    return { ...now, undo_until: null }
  })

  openPage('/politicians/3')
  const ticker = await screen.findByRole('region', { name: 'Ratings' })
  expect(ticker.textContent).toContain('75%')
  expect(within(ticker).getByText('1,500')).toBeTruthy()
  await userEvent.click(await within(ticker).findByRole('button', { name: 'Good Job for Pat Doe' }))

  expect(await within(ticker).findByText('Rated Good Job!')).toBeTruthy()
  expect(await within(ticker).findByText(/^2,001 members of WTPU chose to rate so far/)).toBeTruthy()
  expect(await screen.findByText('Good Job vote has been recorded.')).toBeTruthy()
})

test('shows "Already voted" for a second rating, and the badge of the first', async () => {
  const fake = fakeProfileOf(senator)
  fake.respondError(ratePolitician, { status: 409, body: { detail: 'You have already rated this politician.' } })

  openPage('/politicians/3')
  const button = await screen.findByRole('button', { name: 'Bad Job for Pat Doe' })
  fake.respond(listMyRatings, [{ politician: 3, type: 'good' }])
  await userEvent.click(button)

  expect(await screen.findByText('Already voted')).toBeTruthy()
  expect(screen.getByText('You have already voted for this politician.')).toBeTruthy()
  expect(await screen.findByText('Rated Good Job!')).toBeTruthy()
})

test('clears the choice for a retry when a rating fails', async () => {
  const fake = fakeProfileOf(senator)
  let failToConnect: () => void = () => undefined
  fake.respondRaw(
    ratePolitician,
    () => new Promise((_, reject) => (failToConnect = () => reject(new TypeError('lost')))),
  )

  openPage('/politicians/3')
  await userEvent.click(await screen.findByRole('button', { name: 'Good Job for Pat Doe' }))
  expect(await screen.findByText('Rated Good Job!')).toBeTruthy()
  failToConnect()

  expect(await screen.findByText('Vote failed')).toBeTruthy()
  expect(screen.getByText('Rating could not be submitted. Please try again later.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Good Job for Pat Doe' })).toBeTruthy()
})

test('a rating and a follow whose responses were lost are shown as the server has them', async () => {
  const fake = fakeProfile(() => json(senator))
  fake.respondRaw(ratePolitician, () => {
    fake.respond(listMyRatings, [{ politician: 3, type: 'good' }])
    return Promise.reject(new TypeError('lost'))
  })
  fake.respondRaw(followPolitician, () => {
    fake.respond(listFollowedPoliticians, [3])
    return Promise.reject(new TypeError('lost'))
  })
  openPage('/politicians/3')

  await userEvent.click(await screen.findByRole('button', { name: 'Good Job for Pat Doe' }))
  await userEvent.click(screen.getByRole('button', { name: 'Follow Pat Doe' }))

  expect(await screen.findByText('Good Job vote has been recorded.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Unfollow Pat Doe' })).toBeTruthy()
  expect(screen.queryByText(/failed|could not/)).toBeNull()
  // Another device takes it back.
  fake.respond(listMyRatings, [])
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('button', { name: 'Good Job for Pat Doe' })).toBeTruthy()
})

test('ratings close at midnight and open again, without a reload and with their figures', async () => {
  startSteadyClock()
  vi.setSystemTime('2026-12-01T04:59:55Z')
  const fake = fakeProfile(() => json(senator))
  const { queryClient } = openPage('/politicians/3')
  const rate = { name: 'Good Job for Pat Doe' }
  expect(await screen.findByRole('button', rate)).toBeTruthy()
  fake.respond(getSiteParts, {
    off: [],
    reading: 'everyone',
    ratings_closed: { from: '2026-12-01', until: '2026-12-03' },
    version: 1,
  })
  await queryClient.invalidateQueries({ queryKey: urlKey('/api/site/') })
  expect(screen.getByRole('button', rate)).toBeTruthy()

  const sentence = 'Ratings are closed from December 1, 2026 to December 3, 2026. They open again by themselves.'
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('button', rate)).toBeNull()
  expect(screen.getByRole('region', { name: 'Ratings' }).textContent).toContain('75%')

  vi.setSystemTime('2026-12-03T05:00:00Z')
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.getByRole('button', rate)).toBeTruthy()
  expect(screen.queryByText(sentence)).toBeNull()
})

test('hides the rating buttons of a former politician, even when they left while the page was open', async () => {
  let retired = false
  const fake = fakeProfile(() => json({ ...senator, retired }))
  fake.respondError(ratePolitician, { status: 409, body: { code: 'retired', detail: 'No longer in office.' } })
  openPage('/politicians/3')
  const rate = await screen.findByRole('button', { name: 'Good Job for Pat Doe' })
  expect(screen.queryByText('No longer in office')).toBeNull()
  retired = true

  await userEvent.click(rate)

  expect(await screen.findByText('No longer in office')).toBeTruthy()
  expect(screen.getByText('No longer in office: the ratings are final.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Job for/ })).toBeNull()
})

test('shows a dash and an empty bar without ratings, but no percentage', async () => {
  fakeProfileOf(makePolitician({ id: 3 }))

  openPage('/politicians/3')

  const ticker = await screen.findByRole('region', { name: 'Ratings' })
  expect(within(ticker).getByText('—').getAttribute('aria-hidden')).toBe('true')
  expect(ticker.textContent).not.toContain('%')
  expect(ticker.querySelector<HTMLElement>('[style]')?.style.transform).toBe('scaleX(0)')
  expect(within(ticker).getByText('No ratings yet')).toBeTruthy()
})

test.each([404, 500])('shows Politician Not Found for status %i and retries', async (status) => {
  let answer = () => json({ code: 'x', detail: '' }, status)
  fakeProfile(() => answer())

  openPage('/politicians/3')
  await screen.findByRole('heading', { level: 1, name: 'Politician Not Found' })
  answer = () => json(senator)
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Pat Doe' })).toBeTruthy()
})

test('goes to the directory on Go Back when there is no earlier history entry', async () => {
  fakeProfile(() => json({ code: 'not_found', detail: '' }, 404))

  openPage('/politicians/404')
  await userEvent.click(await screen.findByRole('button', { name: 'Go Back' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Politician Directory' })).toBeTruthy()
})

test('follows an official at once, and takes it back if that fails', async () => {
  const fake = fakeProfileOf(senator)
  fake.respondError(followPolitician, { status: 500 })
  openPage('/politicians/3')
  const follow = await screen.findByRole('button', { name: 'Follow Pat Doe' })
  await waitFor(() => expect(follow).toHaveProperty('disabled', false))

  await userEvent.click(follow)
  expect(await screen.findByText('Your choice could not be saved. Please try again.')).toBeTruthy()
  expect(follow.textContent).toBe('Follow Pat Doe')
  fake.respond(followPolitician, { following: true })
  await userEvent.click(follow)

  expect(await screen.findByRole('button', { name: 'Unfollow Pat Doe' })).toBeTruthy()
})

test('offers no follow for a former politician', async () => {
  const fake = fakeProfile(() => json({ ...senator, retired: true }))
  fake.respond(listFollowedPoliticians, [])
  openPage('/politicians/3')

  await screen.findByText('No longer in office')

  expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull()
})

test.each(['/politicians/none', '/politicians/0', '/roll-calls/none'])(
  'shows that %s does not exist without a call for it',
  async (path) => {
    signedIn()
    const fake = fakeApi()
    openPage(path)
    expect(await screen.findByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeTruthy()
    expect(fake.calls.filter(({ path: called }) => /politicians|roll-calls/.test(called))).toEqual([])
  },
)
