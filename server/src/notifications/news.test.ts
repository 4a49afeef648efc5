import type http from 'node:http'
import { PassThrough } from 'node:stream'
import { createPostComment } from '@wtpu/contract/boiler-room/comments'
import { muteUser } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { endOtherSessions } from '@wtpu/contract/accounts/settings'
import { listNotifications, markNotificationsRead } from '@wtpu/contract/notifications/notifications'
import { ratePolitician } from '@wtpu/contract/politicians'
import { undoRating } from '@wtpu/contract/undo-rating'
import { castVote, undoVote } from '@wtpu/contract/polls/polls'
import { expect, test, vi } from 'vitest'
import { trackIdentities } from '#live/identities.ts'
import { established } from '#testing/ago.ts'
import { identify, openStream as openAnyStream, openStreamWithTicket, untilListening } from '#testing/live-stream.ts'
import { unreadOf } from '#testing/notifications.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

async function get(t: TestApp) {
  using stream = await openAnyStream(t)
  return stream.response
}

async function openStream(t: TestApp) {
  const stream = await openStreamWithTicket(t)
  return { ...stream, news: () => stream.received().split('event: news\ndata:\n\n').length - 1 }
}

test('tells the streams of a user on all servers that there is news, and those of others nothing', async () => {
  await using t = await startTestApp()
  await using other = await startTestApp({}, undefined, t.url)
  await untilListening(t, 2)
  const [ada, ben] = [await t.make.user({ ...established, username: 'ada' }), await t.make.user(established)]
  const post = await t.make.post({ author: ben })
  using phone = await openStream(t)
  using laptop = await openStream(other)
  using bens = await openStream(t)
  using visitor = await openStream(t)
  // The call may reach another server than the stream.
  await identify(other, ada, phone.tickets()[0])
  await identify(other, ada, laptop.tickets()[0])
  await identify(t, ben, bens.tickets()[0])
  await expect.poll(() => [phone.news(), laptop.news(), bens.news()]).toEqual([1, 1, 1])
  expect(await unreadOf(t, ada)).toBe(0)
  expect(await unreadOf(other, ada)).toBe(0)

  await other.as(ben).call(createPostComment, { body: { post: post.id, text: 'Hello @ada' } })

  await expect.poll(() => [phone.news(), laptop.news()]).toEqual([2, 2])
  expect([await unreadOf(t, ada), await unreadOf(other, ada)]).toEqual([1, 1])
  // Read on one device, read on the others.
  const [notification] = (await t.as(ada).call(listNotifications, { querystring: {} })).json().results
  await t.as(ada).call(markNotificationsRead, { body: { ids: [notification.id] } })
  await expect.poll(() => [phone.news(), laptop.news()]).toEqual([3, 3])
  expect([await unreadOf(t, ada), await unreadOf(other, ada)]).toEqual([0, 0])
  expect([bens.news(), visitor.news()]).toEqual([1, 0])
  expect(visitor.received()).not.toContain('Hello')
})

test('tells all devices of a user that what only they see has changed, and those of others nothing', async () => {
  await using t = await startTestApp()
  await using other = await startTestApp({}, undefined, t.url)
  await untilListening(t, 2)
  const [ada, ben] = [await t.make.user(established), await t.make.user(established)]
  const poll = await t.make.poll()
  const politician = await t.make.politician()
  using laptop = await openStream(other)
  using bens = await openStream(t)
  await identify(t, ada, laptop.tickets()[0])
  await identify(t, ben, bens.tickets()[0])
  const own = () => laptop.received().match(/(?<=event: own\ndata: ).*/g) ?? []
  const phone = t.as(ada)
  const params = { id: poll.id }

  await phone.call(castVote, { params, body: { option_id: poll.options[0]!.id } })
  await expect.poll(own).toEqual(['/api/polls/my-votes/'])
  await phone.call(undoVote, { params })
  await expect.poll(own).toEqual(['/api/polls/my-votes/', '/api/polls/my-votes/'])
  await phone.call(ratePolitician, { params: { id: politician.id }, body: { type: 'good' } })
  await expect.poll(() => own().at(-1)).toBe('/api/politicians/my-ratings/')
  await phone.call(undoRating, { params: { id: politician.id } })
  await expect.poll(() => own().length).toBe(4)
  expect(bens.received()).not.toContain('event: own')
})

test('a ticket works once, and a user whose sessions end needs a new one', async () => {
  await using t = await startTestApp()
  await untilListening(t, 1)
  const [ada, ben] = [await t.make.user(established), await t.make.user(established)]
  using stream = await openStream(t)
  const [ticket] = stream.tickets()
  await identify(t, ada, ticket)
  await expect.poll(stream.news).toBe(1)

  await identify(t, ben, ticket)
  await identify(t, ben, 'a-ticket-that-nobody-has-got')
  await t.as(ada).call(endOtherSessions, {})

  await expect.poll(() => stream.tickets().length).toBe(2)
  expect(stream.news()).toBe(1)
  await identify(t, ada, stream.tickets()[1])
  await expect.poll(stream.news).toBe(2)
})

test('a mute is known to other servers, and changes no stream', async () => {
  await using t = await startTestApp()
  await using other = await startTestApp({}, undefined, t.url)
  await untilListening(t, 2)
  const [ada, ben] = [await t.make.user(established), await t.make.user(established)]
  using stream = await openStream(t)
  await identify(t, ada, stream.tickets()[0])
  await expect.poll(stream.news).toBe(1)
  await unreadOf(other, ada)
  const forget = vi.spyOn(other.app.sessionCache, 'forget')

  await t.as(ada).call(muteUser, { params: { id: ben.id } })

  await expect.poll(() => forget.mock.calls).toEqual([[ada.id]])
  expect(stream.tickets()).toHaveLength(1)
})

test('streams of a signed-in user count for the user, so that others of the network find room', async () => {
  await using t = await startTestApp()
  await untilListening(t, 1)
  const users = [await t.make.user(established), await t.make.user(established)]
  const streams = []
  for (const user of users) {
    const own = await Promise.all(Array.from({ length: 20 }, () => openStream(t)))
    streams.push(...own)
    for (const stream of own) await identify(t, user, stream.tickets()[0])
    for (const stream of own) await expect.poll(stream.news).toBe(1)
  }

  // Each user has 20. The 21st of a user counts for the network.
  const more = await Promise.all(Array.from({ length: 20 }, () => openStream(t)))
  await identify(t, users[0]!, more[0]!.tickets()[0])
  await expect.poll(more[0]!.news).toBe(1)
  const { statusCode } = await get(t)

  expect(statusCode).toBe(429)
  streams[0]![Symbol.dispose]()
  for (const stream of [...streams, ...more]) stream[Symbol.dispose]()
  await expect.poll(async () => (await get(t)).statusCode).toBe(200)
})

test('a school of thirty signed-in people behind one address has a stream for each, in two tabs as well', async () => {
  await using t = await startTestApp()
  await untilListening(t, 1)
  const people = await Promise.all(Array.from({ length: 30 }, () => t.make.user(established)))
  const streams = []
  for (let tab = 0; tab < 2; tab++) {
    for (const person of people) {
      const stream = await openStream(t)
      streams.push(stream)
      await identify(t, person, stream.tickets()[0])
      await expect.poll(stream.news).toBe(1)
    }
  }

  // Visitors who are not signed in have all streams of the network.
  for (let visitor = 0; visitor < 20; visitor++) streams.push(await openStream(t))

  expect((await get(t)).statusCode).toBe(429)
  for (const stream of streams) stream[Symbol.dispose]()
})

test('a stream that changes between accounts takes one slot, however often', async () => {
  await using t = await startTestApp()
  await untilListening(t, 1)
  const [ada, ben] = [await t.make.user(established), await t.make.user(established)]
  using stream = await openStream(t)
  for (let turn = 0; turn < 25; turn++) {
    await identify(t, turn % 2 ? ada : ben, stream.tickets().at(-1))
    await expect.poll(stream.news).toBe(turn + 1)
    await t.as(turn % 2 ? ada : ben).call(endOtherSessions, {})
    await expect.poll(() => stream.tickets().length).toBe(turn + 2)
  }

  const network = await Promise.all(Array.from({ length: 20 }, () => openStream(t)))

  expect((await get(t)).statusCode).toBe(429)
  for (const other of network) other[Symbol.dispose]()
})

test('any number of tickets adds no listener to a stream', async () => {
  const streams = trackIdentities(
    () => undefined,
    async () => undefined,
  )
  const response = new PassThrough()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only events and `destroyed` are used
  const stream = response as unknown as http.ServerResponse
  const before = response.listenerCount('close')
  streams.add(stream, () => undefined)

  for (let turn = 0; turn < 20; turn++) {
    const [, ticket = ''] = /data: (\S+)/.exec(streams.ticketEvent(stream)) ?? []
    streams.redeem({ ticket, userId: 7 })
    streams.forget(7)
  }

  expect(response.listenerCount('close')).toBe(before + 1)
})

test('a page view without news costs no query for the number of unread notifications', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user(established)
  await unreadOf(t, ada)
  const sent: unknown[] = []
  t.pool.on('acquire', () => sent.push('query'))

  for (let views = 0; views < 10; views++) await unreadOf(t, ada)

  expect(sent.length).toBeLessThan(5)
})
