import { createPoll } from '@wtpu/contract/polls/polls'
import { pollTemplates } from '@wtpu/contract/site/poll-templates'
import { getSetup } from '@wtpu/contract/site/on-demand/setup'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { makePoll } from '#features/polls/fixtures.ts'
import { emptySite, startSite } from '#testing/fake-admin.ts'

const chooser = async () => screen.findByRole('list', { name: 'Templates of polls' })
const publish = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const [first, second, third, fourth] = pollTemplates

test('publishes three of the templates, each once, and marks them', async () => {
  const fake = startSite(emptySite)
  await userEvent.click(await screen.findByRole('button', { name: 'Choose polls' }))
  await chooser()
  fake.respond(createPoll, makePoll())
  fake.respond(getSetup, { ...emptySite, polls: 3, used_templates: pollTemplates.slice(0, 3).map(({ id }) => id) })
  await userEvent.dblClick(screen.getByRole('button', { name: 'Publish 3 polls' }))
  await waitFor(() => expect(screen.getAllByText('Published')).toHaveLength(3))
  expect(fake.callsOf(createPoll).map(({ body }) => body)).toEqual(
    [first, second, third].map((template) => ({
      question: template?.question,
      options: template?.options,
      category: 8,
      duration_days: 30,
      idempotency_key: template?.id,
    })),
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Choose one or more' })
  // With the focus, which a disabled button would lose.
  expect(document.activeElement).toBe(button)
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  await userEvent.click(button)
  await userEvent.tab({ shift: true })
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([true, null])
  expect(fake.callsOf(createPoll)).toHaveLength(3)
})

test('a failure keeps the choice, and what was published before it is not chosen again', async () => {
  const fake = startSite({ ...emptySite, polls: 2 }, '/admin#setup-polls')
  await chooser()
  // The category General of the fourth is not on this site.
  await userEvent.click(screen.getByRole('checkbox', { name: new RegExp(fourth?.question ?? '') }))
  fake.respondRaw(createPoll, ({ body }) =>
    JSON.stringify(body).includes(first?.id ?? '')
      ? Response.json(makePoll(), { status: 201 })
      : Response.json({ code: 'daily_limit', detail: 'You can create at most 5 polls in 24 hours.' }, { status: 429 }),
  )
  fake.respond(getSetup, { ...emptySite, polls: 3, used_templates: [first?.id ?? ''] })
  await publish('Publish 2 polls')
  expect((await screen.findByRole('alert')).textContent).toContain('at most 5 polls in 24 hours')
  fake.respond(createPoll, makePoll())
  await publish('Publish 1 poll')
  await waitFor(() => expect(fake.callsOf(createPoll)).toHaveLength(3))
  expect(fake.callsOf(createPoll).at(-1)?.body).toMatchObject({ idempotency_key: fourth?.id, category: 4 })
})
