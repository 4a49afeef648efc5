import { getUser } from '@wtpu/contract/accounts'
import {
  getPolitician,
  listFilterOptions,
  listMyRatings,
  listPoliticians,
  ratePolitician,
  type Politician,
} from '@wtpu/contract/politicians'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, json, openPage, signedIn } from '#testing/fake-api.tsx'
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

function profile(answer: () => Response | Promise<Response>) {
  const fake = fakeApi()
  fake.refuse(getUser, { status: 404 })
  // First, for its `:id` would answer the calls below as well.
  fake.answer(getPolitician, answer)
  fake.reply(listPoliticians, [])
  fake.reply(listFilterOptions, { states: [], parties: [], offices: [] })
  fake.reply(listMyRatings, [])
  signedIn()
  return fake
}

const showing = (politician: Politician) => profile(() => json(politician))

test('a skeleton stands in while loading', async () => {
  profile(() => new Promise(() => undefined))

  openPage('/politicians/3')

  expect(await screen.findByRole('heading', { level: 1, name: 'Loading politician...' })).toBeTruthy()
})

test('the header tells who this is and how to reach them', async () => {
  showing(senator)

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

test('an email that is an address on the web is a link to the contact form', async () => {
  showing({ ...senator, email: 'https://www.doe.senate.gov/contact' })

  openPage('/politicians/3')

  const form = await screen.findByRole('link', { name: /Contact form/ })
  expect(form.getAttribute('href')).toBe('https://www.doe.senate.gov/contact')
})

test('what the office does not publish is not shown', async () => {
  showing(makePolitician({ id: 3 }))

  openPage('/politicians/3')

  await screen.findByRole('heading', { level: 1, name: 'Official 3' })
  for (const label of ['Email', 'Phone', 'Official website', 'Office address']) {
    expect(screen.queryByText(label)).toBeNull()
  }
})

test('the ticker shows percent and counts, and takes a rating', async () => {
  let now = senator
  const fake = profile(() => json(now))
  fake.reply(ratePolitician, () => {
    now = { ...senator, good_job_count: 1501, total_rating: 2001 }
    fake.reply(listMyRatings, [{ politician: 3, type: 'good' }])
    return now
  })

  openPage('/politicians/3')
  const ticker = await screen.findByRole('region', { name: 'Ratings' })
  expect(ticker.textContent).toContain('75%')
  expect(within(ticker).getByText('1.5K')).toBeTruthy()
  await userEvent.click(await within(ticker).findByRole('button', { name: 'Good Job for Pat Doe' }))

  expect(await within(ticker).findByText('Rated Good Job!')).toBeTruthy()
  expect(await within(ticker).findByText('2,001 ratings')).toBeTruthy()
  expect(await screen.findByText('Good Job vote has been recorded.')).toBeTruthy()
})

test('an official who left office is shown as such and can no longer be rated, also when that happened meanwhile', async () => {
  let retired = false
  const fake = profile(() => json({ ...senator, retired }))
  fake.refuse(ratePolitician, { status: 409, body: { code: 'retired', detail: 'No longer in office.' } })
  openPage('/politicians/3')
  const rate = await screen.findByRole('button', { name: 'Good Job for Pat Doe' })
  expect(screen.queryByText('No longer in office')).toBeNull()
  retired = true

  await userEvent.click(rate)

  expect(await screen.findByText('No longer in office')).toBeTruthy()
  expect(screen.getByText('No longer in office: the ratings are final.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Job for/ })).toBeNull()
})

test('an official without ratings shows a dash and an empty bar, no percentage', async () => {
  showing(makePolitician({ id: 3 }))

  openPage('/politicians/3')

  const ticker = await screen.findByRole('region', { name: 'Ratings' })
  expect(within(ticker).getByText('—').getAttribute('aria-hidden')).toBe('true')
  expect(ticker.textContent).not.toContain('%')
  expect(ticker.querySelector<HTMLElement>('[style]')?.style.transform).toBe('scaleX(0)')
  expect(within(ticker).getByText('No ratings yet')).toBeTruthy()
})

test.each([404, 500])('status %i says Politician Not Found, and can be tried again', async (status) => {
  let answer = () => json({ code: 'x', detail: '' }, status)
  profile(() => answer())

  openPage('/politicians/3')
  await screen.findByRole('heading', { level: 1, name: 'Politician Not Found' })
  answer = () => json(senator)
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Pat Doe' })).toBeTruthy()
})

test('Go Back from a politician not found leads to the directory when nothing came before', async () => {
  profile(() => json({ code: 'not_found', detail: '' }, 404))

  openPage('/politicians/none')
  await userEvent.click(await screen.findByRole('button', { name: 'Go Back' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Politician Directory' })).toBeTruthy()
})
