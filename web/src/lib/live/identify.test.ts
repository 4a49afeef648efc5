import { waitFor } from '@testing-library/react'
import { identifyStream } from '@wtpu/contract/notifications/notifications'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSession } from '#lib/session/session.ts'
import { accessToken, fakeApi, signedIn } from '#testing/fake-api.tsx'
import { getUser } from '@wtpu/contract/accounts/accounts'
import { identifyStreams } from './identify.ts'

function start() {
  const fake = fakeApi()
  fake.respond(identifyStream, { sent: true })
  fake.respondError(getUser, { status: 404 })
  const identity = identifyStreams()
  onTestFinished(identity.stop)
  return { fake, identity, tickets: () => fake.callsOf(identifyStream).map(({ body }) => body) }
}

test('sends each ticket once, with the next ones of later streams', async () => {
  signedIn()
  const { identity, tickets } = start()

  identity.onTicket('first')
  await waitFor(() => expect(tickets()).toEqual([{ ticket: 'first' }]))
  identity.onTicket('second')

  await waitFor(() => expect(tickets()).toEqual([{ ticket: 'first' }, { ticket: 'second' }]))
})

test('keeps the ticket of a visitor until they sign in', async () => {
  const { identity, tickets } = start()
  identity.onTicket('early')
  expect(tickets()).toEqual([])

  startSession({ access: accessToken(), refresh: 'refresh' })

  await waitFor(() => expect(tickets()).toEqual([{ ticket: 'early' }]))
})

test('sends a ticket again that did not reach the server', async () => {
  vi.useFakeTimers()
  signedIn()
  const { fake, identity, tickets } = start()
  fake.failToConnect(identifyStream)
  identity.onTicket('lost')
  await vi.advanceTimersByTimeAsync(100)
  fake.respond(identifyStream, { sent: true })

  await vi.advanceTimersByTimeAsync(5_000)

  expect(tickets()).toEqual([{ ticket: 'lost' }, { ticket: 'lost' }])
})
