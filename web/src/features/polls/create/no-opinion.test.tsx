import { createPoll, listPollCategories, markNoOpinion } from '@wtpu/contract/polls/polls'
import { listOwnUnanswered, listScheduledPolls } from '@wtpu/contract/polls/scheduled'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { json, openPage } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'
import { makePoll } from '#features/polls/fixtures.ts'

test('proposes options of no opinion by their words, and sends what the author chose', async () => {
  const fake = fakePolls({ linked: () => json(makePoll({ id: 99 })) })
  fake.respond(listPollCategories, [{ id: 3, name: 'Environment' }])
  fake.respond(listScheduledPolls, [])
  fake.respondRaw(createPoll, () => json(makePoll({ id: 99 }), 201))
  openPage('/polls')
  await userEvent.click(await screen.findByRole('button', { name: 'Create Poll' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Poll' }))
  await userEvent.type(dialog.getByLabelText('Question'), 'Should it pass?')
  await userEvent.type(dialog.getByLabelText('Option 1'), 'Not sure')
  await userEvent.type(dialog.getByLabelText('Option 2'), 'Maybe')
  await userEvent.click(dialog.getByRole('button', { name: 'Add More Option (2/5)' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add More Option (3/5)' }))
  await userEvent.type(dialog.getByLabelText('Option 4'), 'Yes')
  await userEvent.selectOptions(dialog.getByLabelText('Category'), 'Environment')
  expect(dialog.getByText(/^No opinion:/).textContent).toContain('“Not sure” (counted, but left out')

  await userEvent.click(dialog.getByText('Add details (optional)'))
  const marks = within(dialog.getByRole('group', { name: 'Options of no opinion' }))
  const checked = () => marks.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked)
  expect(checked()).toEqual([true, false, false])
  await userEvent.click(marks.getByLabelText('Not sure'))
  await userEvent.click(marks.getByLabelText('Yes'))
  expect(dialog.getByText(/^No opinion:/).textContent).toContain('“Yes”')
  await userEvent.click(dialog.getByRole('button', { name: 'Create Poll' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fake.callsOf(createPoll)[0]?.body).toMatchObject({
    options: ['Not sure', 'Maybe', 'Yes'],
    no_opinion_options: [2],
  })
})

test('where too few options are opinions, the first one that is marked gets the focus, and what was typed stays', async () => {
  const fake = fakePolls()
  fake.respond(listPollCategories, [{ id: 3, name: 'Environment' }])
  fake.respond(listScheduledPolls, [])
  const detail = 'At least two options must be opinions.'
  fake.respondError(createPoll, { status: 400, body: { code: 'invalid', fields: { no_opinion_options: [detail] } } })
  openPage('/polls')
  await userEvent.click(await screen.findByRole('button', { name: 'Create Poll' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Poll' }))
  await userEvent.type(dialog.getByLabelText('Question'), 'Should it pass?')
  await userEvent.type(dialog.getByLabelText('Option 1'), 'Yes')
  await userEvent.type(dialog.getByLabelText('Option 2'), 'Not sure')
  await userEvent.selectOptions(dialog.getByLabelText('Category'), 'Environment')
  await userEvent.click(dialog.getByText('Add details (optional)'))
  expect((await dialog.findByLabelText<HTMLInputElement>('Not sure')).checked).toBe(false)
  await userEvent.click(dialog.getByLabelText('Not sure'))
  await userEvent.click(dialog.getByRole('button', { name: 'Create Poll' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(`Options of no opinion: ${detail}`)
  expect(fake.callsOf(createPoll).at(-1)?.body).toMatchObject({ no_opinion_options: [1] })
  expect(document.activeElement).toBe(dialog.getByLabelText('Not sure'))
  expect(dialog.getByLabelText('Option 2')).toHaveProperty('value', 'Not sure')
})

test('the author changes a poll without votes, and sees why that fails', async () => {
  const options = ['Yes', 'No', 'Not sure'].map((text, index) => ({ id: 11 + index, text, vote_count: 0 }))
  const poll = makePoll({ options: options.map((option) => ({ ...option, is_no_opinion: option.id === 13 })) })
  const fake = fakePolls({ polls: [poll], linked: () => json(poll) })
  fake.respond(listOwnUnanswered, [1])
  fake.respondError(markNoOpinion, { status: 409, body: { code: 'poll_has_votes', detail: 'It has votes.' } })
  openPage('/polls/1')
  await userEvent.click(await screen.findByRole('button', { name: 'Options of no opinion' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Options of no opinion' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Not sure').checked).toBe(true)
  await userEvent.click(dialog.getByLabelText('No'))
  await userEvent.click(dialog.getByLabelText('Not sure'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('It has votes.')
  fake.respond(markNoOpinion, poll)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fake.callsOf(markNoOpinion).at(-1)?.body).toEqual({ options: [1] })
})
