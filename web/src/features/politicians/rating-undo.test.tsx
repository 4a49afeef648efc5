import { getUser } from '@wtpu/contract/accounts/accounts'
import { getPolitician, listMyRatings, ratePolitician } from '@wtpu/contract/politicians'
import { undoRating } from '@wtpu/contract/undo-rating'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { makePolitician } from './fixtures.ts'

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
const own = (seconds: number) => ({ politician: 1, type: 'bad' as const, undo_until: inSeconds(seconds) })
const findCard = () => screen.findByRole('region', { name: 'Ratings' })
const rated = makePolitician({ id: 1, bad_job_count: 1, total_rating: 1 })

function fakeRated(seconds: number) {
  const fake = fakeApi()
  fake.respondError(getUser, { status: 404 })
  fake.respond(getPolitician, rated)
  fake.respond(listMyRatings, [own(seconds)])
  signedIn()
  return fake
}

test('offers Undo after a rating until it is final, and keeps the focus', async () => {
  const fake = fakeRated(0)
  fake.respond(listMyRatings, [])
  fake.respond(ratePolitician, () => {
    const mine = own(5)
    fake.respond(listMyRatings, [mine])
    return { ...rated, undo_until: mine.undo_until }
  })
  openPage('/politicians/1')

  await userEvent.click(await screen.findByRole('button', { name: 'Bad Job for Official 1' }))

  const card = within(await findCard())
  const undo = await card.findByRole('button', { name: 'Undo the rating of Official 1' })
  expect(card.getByText('Rated Bad Job!')).toBeTruthy()
  undo.focus()
  await waitFor(() => expect(card.queryByRole('button', { name: /^Undo/ })).toBeNull(), { timeout: 9_000 })
  expect(card.getByText('Rated Bad Job!')).toBeTruthy()
  expect(document.activeElement).toBe(card.getByRole('group', { name: 'Your rating of Official 1' }))
})

test.each(['answered', 'lost'])('takes back a rating whose response is %s: it can be given again', async (response) => {
  const fake = fakeRated(9)
  const before = makePolitician({ id: 1 })
  const takeBack = () => {
    fake.respond(listMyRatings, [])
    fake.respond(getPolitician, before)
    return before
  }
  if (response === 'answered') fake.respond(undoRating, takeBack)
  else
    fake.respondRaw(undoRating, () => {
      takeBack()
      return Promise.reject(new TypeError('Failed to fetch'))
    })
  openPage('/politicians/1')

  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))

  const card = within(await findCard())
  expect(await card.findByRole('button', { name: 'Good Job for Official 1' })).toBeTruthy()
  expect(card.getByText('No ratings yet')).toBeTruthy()
  expect(await screen.findByText('You can rate Official 1 once more. That rating is final.')).toBeTruthy()
  expect(document.activeElement).toBe(card.getByRole('group', { name: 'Your rating of Official 1' }))
  expect(fake.callsOf(undoRating)).toMatchObject([{ path: '/api/politicians/1/rate/' }])
})

test('says why a rating was not taken back, and keeps it', async () => {
  const fake = fakeRated(9)
  fake.respondError(undoRating, { status: 409, body: { code: 'rating_final', detail: 'Yours is final now.' } })
  openPage('/politicians/1')

  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))

  expect(await screen.findByText('Your rating was not taken back')).toBeTruthy()
  expect(screen.getByText('Yours is final now.')).toBeTruthy()
  expect(within(await findCard()).getByText('Rated Bad Job!')).toBeTruthy()
})
