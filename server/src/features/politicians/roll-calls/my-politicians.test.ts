import * as accounts from '@wtpu/contract/accounts/accounts'
import * as settings from '@wtpu/contract/accounts/settings'
import * as pollCalls from '@wtpu/contract/polls/polls'
import { getPollComparison, type PollComparison } from '@wtpu/contract/roll-call-comparison'
import * as myPoliticians from '@wtpu/contract/my-politicians'
import * as rollCalls from '@wtpu/contract/roll-calls'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { loadIdentity } from '#db/identity.ts'
import { invalidateRemoval } from '#writing/hide.ts'
import { polls } from '#db/schema/polls.ts'
import { pollRemoval } from '#db/visibility.ts'
import { counted } from '#testing/ago.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

const minute = 60_000

test('saves a state and one of its districts, and rejects districts of other states', async () => {
  await using t = await startTestApp()
  const user = await t.make.user({ state: 'NY' })
  const save = async (body: object) => (await t.as(user).call(settings.updateAccount, { body })).json()

  expect(await save({ district: 26 })).toMatchObject({ state: 'NY', district: 26 })
  expect(await save({ district: 27 })).toMatchObject({
    code: 'invalid',
    fields: { district: ['New York has no district 27: its districts are 1 to 26.'] },
  })
  expect(await save({ state: 'Ohio', district: 16 })).toMatchObject({
    fields: { district: [expect.stringContaining('Ohio has no district 16')] },
  })
  expect(await save({ state: 'Wyoming', district: 1 })).toMatchObject({
    fields: { district: [expect.stringContaining('Wyoming has one representative')] },
  })
  expect(await save({ state: 'Atlantis' })).toMatchObject({ fields: { state: ['Please select a state.'] } })
  expect((await t.as(user).call(accounts.getAccount, {})).json()).toMatchObject({ state: 'NY', district: 26 })
  expect(await save({ state: 'NY' })).toMatchObject({ district: 26 })
  expect(await save({ state: 'OH' })).toMatchObject({ state: 'OH', district: null })
  expect(await save({ district: 3 })).toMatchObject({ district: 3 })
  expect((await t.as(user).call(settings.getAccountData, {})).json().profile).toMatchObject({ district: 3 })
  expect(await save({ district: null })).toMatchObject({ state: 'OH', district: null })
  const stateless = await t.make.user({ state: null })
  const response = await t.as(stateless).call(settings.updateAccount, { body: { district: 1 } })
  expect(response.json()).toMatchObject({ fields: { district: ['Please select a state first.'] } })
})

test('lists districts with their representatives, none for states with one', async () => {
  await using t = await startTestApp()
  const rep = await t.make.politician({ name: 'Dana Alder', office: 'Rep', state: 'ME', district: 2, party: 'D' })
  await t.make.politician({ office: 'Rep', state: 'ME', district: 1, retired_at: new Date() })
  const list = (state: string) => t.call(myPoliticians.listDistricts, { querystring: { state } })

  expect((await list('Maine')).json()).toEqual([
    { district: 1, representative: null },
    { district: 2, representative: { id: rep.id, name: 'Dana Alder', party: 'D' } },
  ])
  expect((await list('CA')).json()).toHaveLength(52)
  expect((await list('WY')).json()).toEqual([])
  expect((await list('Atlantis')).json()).toMatchObject({
    code: 'invalid',
    fields: { state: ['Please select a state.'] },
  })
})

test('officials of the one place of the site’s own list represent everyone, without a district', async () => {
  await using t = await startTestApp()
  const own = (name: string, state = 'Harbor City') =>
    t.make.politician({ name, office: 'Mayor', state, source: 'own' })
  const mayor = await own('Ada Ashgrove')
  await loadIdentity(t.db)
  const users = [await t.make.user({ state: 'NY' }), await t.make.user({ state: null })]
  const seen = async (user: { id: number }) => (await t.as(user).call(myPoliticians.listMyPoliticians, {})).json()

  for (const user of users)
    expect(await seen(user)).toMatchObject({ results: [{ id: mayor.id }], needs_district: false })

  await own('Ben Birchmere', 'Other City')
  // Others than before, because officials of a home are cached for some seconds.
  expect(await seen(await t.make.user({ state: 'OH' }))).toMatchObject({ results: [] })
})

/** Officials of two states. */
async function makeOfficials(t: TestApp) {
  const official = (name: string, office: 'Sen' | 'Rep' | 'Gov', more: object = {}) =>
    t.make.politician({ name, office, state: 'ME', source: 'congress', ...more })
  return {
    rep: await official('Dana Alder', 'Rep', { district: 1 }),
    otherRep: await official('Dov Birch', 'Rep', { district: 2 }),
    senior: await official('Ada Zinn', 'Sen'),
    junior: await official('Bo Young', 'Sen'),
    governor: await official('Gus Oak', 'Gov'),
    elsewhere: await official('Rex Cedar', 'Sen', { state: 'TX' }),
    former: await official('Old Elm', 'Sen', { retired_at: new Date() }),
  }
}

test('my senators, representative and governor come with their votes, polls and what is new', async () => {
  await using t = await startTestApp()
  const { rep, senior, governor } = await makeOfficials(t)
  const user = await t.make.user({ state: 'ME', district: 1 })
  const today = new Date().toISOString().slice(0, 10)
  for (const date of ['2025-01-01', '2025-01-02', '2025-01-03', today]) {
    await t.make.rollCall({ date, positions: [{ politician: rep, position: 'yea' }] })
  }
  await t.make.poll({ question: 'About Gus?', politician: governor.id })
  await t.make.poll({
    politician: governor.id,
    published_at: new Date(Date.now() - 9 * minute),
    closes_at: new Date(Date.now() - minute),
  })
  const mine = async (viewer: { id: number }) =>
    (await t.as(viewer).call(myPoliticians.listMyPoliticians, {})).json<myPoliticians.MyPoliticians>()

  const found = await mine(user)

  expect(found).toMatchObject({ state: 'ME', district: 1, needs_district: false, source: { name: 'Voteview' } })
  expect(found.results.map(({ name }) => name)).toEqual(['Bo Young', 'Ada Zinn', 'Dana Alder', 'Gus Oak'])
  expect(found.results[2]).toMatchObject({
    district: 1,
    new_votes: 1,
    new_polls: 0,
    agreement: { common: 0, agreed: 0, percent: null },
  })
  expect(found.results[2]?.votes.map(({ date }) => date)).toEqual([today, '2025-01-03', '2025-01-02'])
  expect(found.results[3]).toMatchObject({ polls: [{ question: 'About Gus?' }], new_polls: 1, votes: [] })
  expect(found.results[1]).toMatchObject({ id: senior.id, votes: [], polls: [] })
  const withoutDistrict = await mine(await t.make.user({ state: 'ME' }))
  expect([withoutDistrict.needs_district, withoutDistrict.results.length]).toEqual([true, 3])
  expect(await mine(await t.make.user({ state: null }))).toEqual({
    state: null,
    district: null,
    needs_district: false,
    results: [],
    source: null,
  })
})

test('people of a district share the response, except for their agreement, until a poll is removed', async () => {
  await using t = await startTestApp()
  const { rep } = await makeOfficials(t)
  const home = { state: 'ME', district: 1 }
  const [me, neighbor] = [await t.make.user(home), await t.make.user(home)]
  const poll = await t.make.poll({ politician: rep.id, options: ['Yes', 'No'] })
  await t.make.rollCall({ poll, positions: [{ politician: rep, position: 'yea' }] })
  await t.make.vote({ poll, user: me, option: 0 })
  const seen = async (viewer: { id: number }) => {
    const response = await t.as(viewer).call(myPoliticians.listMyPoliticians, {})
    const found = response.json<myPoliticians.MyPoliticians>().results.find(({ id }) => id === rep.id)
    return [found?.agreement.common, found?.polls.length]
  }

  expect(await seen(neighbor)).toEqual([0, 1])
  const { misses } = t.app.cache
  expect(await seen(me)).toEqual([1, 1])
  expect(await seen(neighbor)).toEqual([0, 1])
  expect(t.app.cache.misses).toBe(misses)

  await t.db.update(polls).set(pollRemoval).where(eq(polls.id, poll.id))
  await invalidateRemoval(t.db, { kind: 'poll', id: poll.id })
  expect(await seen(me)).toEqual([0, 0])
  expect(await seen(neighbor)).toEqual([0, 0])
})

test('agreement compares only my own answers, and has a percentage from 20 common votes', async () => {
  await using t = await startTestApp()
  const { rep } = await makeOfficials(t)
  const [me, other] = [await t.make.user(), await t.make.user()]
  /** A poll about a vote of the representative, with my answer: 0 means yea, 1 nay and 2 neither. */
  const ask = async (position: rollCalls.Position, option: number) => {
    const poll = await t.make.poll({ options: ['Yes', 'No', 'Not sure'] })
    const rollCall = await t.make.rollCall({ poll, positions: [{ politician: rep, position }] })
    await t.make.vote({ poll, user: me, option })
    return { poll, rollCall }
  }
  const agreement = async (viewer: { id: number }, querystring: object = {}) =>
    (
      await t.as(viewer).call(rollCalls.getAgreement, { params: { id: rep.id }, querystring })
    ).json<rollCalls.Agreement>()
  await ask('yea', 0)
  await ask('nay', 0)
  await ask('nay', 1)
  await ask('yea', 2)
  await ask('present', 0)
  const last = await ask('yea', 1)

  // A vote for a name is no yes and no.
  const named = await t.make.poll()
  const election = { question: 'Election of the Speaker', result: 'Alder', poll: named }
  await t.make.rollCall({ ...election, positions: [{ politician: rep, position: 'yea' }] })
  await t.make.vote({ poll: named, user: me, option: 0 })

  expect(await agreement(me)).toMatchObject({ common: 4, agreed: 2, percent: null })
  await ask('yea', 0)
  const found = await agreement(me)

  expect(found).toMatchObject({ common: 5, agreed: 3, percent: null, next: null })
  expect(found.results.find(({ poll }) => poll.id === last.poll.id)).toMatchObject({
    roll_call: { id: last.rollCall.id },
    answer: 'No',
    my_position: 'nay',
    position: 'yea',
  })
  const page = await agreement(me, { limit: 2 })
  expect([page.results.length, page.common]).toEqual([2, 5])
  expect((await agreement(me, { limit: 9, cursor: page.next ?? '' })).results).toHaveLength(3)
  const none = { common: 0, agreed: 0 }
  expect(await agreement(other)).toEqual({
    ...none,
    percent: null,
    before: none,
    after: none,
    results: [],
    next: null,
  })
  expect((await t.as(me).call(rollCalls.getAgreement, { params: { id: 999 }, querystring: {} })).statusCode).toBe(404)
})

test('agreement tells answers before the day of the vote in Washington from those after it began', async () => {
  await using t = await startTestApp()
  const { rep } = await makeOfficials(t)
  const me = await t.make.user()
  const answer = async (option: number, at: string) => {
    const poll = await t.make.poll({ published_at: new Date('2025-01-01') })
    const positions = [{ politician: rep, position: 'yea' as const }]
    await t.make.rollCall({ poll, date: '2025-03-03', positions })
    await t.make.vote({ poll, user: me, option, created_at: new Date(at) })
  }
  await answer(0, '2025-03-03T04:59:59Z')
  await answer(1, '2025-03-01T12:00:00Z')
  await answer(1, '2025-03-03T05:00:00Z')
  const agreement = async () =>
    (
      await t.as(me).call(rollCalls.getAgreement, { params: { id: rep.id }, querystring: {} })
    ).json<rollCalls.Agreement>()

  const found = await agreement()

  expect(found).toMatchObject({
    common: 3,
    agreed: 1,
    before: { common: 2, agreed: 1 },
    after: { common: 1, agreed: 0 },
  })
  expect(found.results.map((result) => result.answered_before)).toEqual([false, true, true])
  for (let index = 0; index < 16; index++) await answer(0, '2025-04-01T12:00:00Z')
  expect(await agreement()).toMatchObject({ common: 19, percent: null })
  await answer(0, '2025-04-01T12:00:00Z')
  expect(await agreement()).toMatchObject({ common: 20, agreed: 18, percent: 90, after: { common: 18, agreed: 17 } })
})

test('several polls about one roll call count once, with the newest answer', async () => {
  await using t = await startTestApp()
  const { rep } = await makeOfficials(t)
  const me = await t.make.user()
  const [first, second] = [await t.make.poll(), await t.make.poll()]
  const { id } = await t.make.rollCall({ poll: first, positions: [{ politician: rep, position: 'yea' }] })
  const staff = await t.make.user({ role: 'moderator' })
  await t.as(staff).call(pollCalls.tieRollCall, {
    params: { id: second.id },
    body: { roll_call: id, roll_call_options: { yea: 0, nay: 1 } },
  })
  await t.make.vote({ poll: first, user: me, option: 1, created_at: new Date(Date.now() - minute) })
  await t.make.vote({ poll: second, user: me, option: 0 })

  const found = await t.as(me).call(rollCalls.getAgreement, { params: { id: rep.id }, querystring: {} })

  expect(found.json()).toMatchObject({
    common: 1,
    agreed: 1,
    results: [{ poll: { id: second.id }, my_position: 'yea' }],
  })
})

test('a poll shows how Congress, my representatives and my state answered, the state from ten voters on', async () => {
  await using t = await startTestApp()
  const { senior, junior, elsewhere, rep } = await makeOfficials(t)
  const poll = await t.make.poll()
  await t.make.rollCall({
    chamber: 'senate',
    poll,
    positions: [
      { politician: senior, position: 'nay' },
      { politician: elsewhere, position: 'yea' },
    ],
  })
  const vote = async (option: number) =>
    t.make.vote({
      poll,
      user: await t.make.user({ ...counted, state: 'ME' }),
      option,
      created_at: new Date(Date.now() - minute),
    })
  const me = await t.make.user({ state: 'ME', district: 1 })
  const compare = async (viewer?: { id: number }, id = poll.id) => {
    t.app.cache.invalidate('/')
    const input = { params: { id } }
    const response = viewer ? await t.as(viewer).call(getPollComparison, input) : await t.call(getPollComparison, input)
    return response.json<PollComparison>()
  }
  for (let voters = 0; voters < 9; voters++) await vote(voters < 5 ? 0 : 1)
  expect((await compare(me)).my_state).toBeNull()
  for (let voters = 0; voters < 3; voters++) await vote(1)

  const found = await compare(me)

  expect(found.my_state).toEqual({ state: 'ME', voters: 10, yea: 5, nay: 5, other: 0, leads_clearly: null })
  expect(found.roll_call).toMatchObject({ chamber: 'senate', yeas: 1, nays: 1 })
  expect([found.source.name, found.needs_home]).toEqual(['Voteview', false])
  expect(found.my_representatives.map(({ politician, position }) => [politician.id, position])).toEqual([
    [junior.id, null],
    [senior.id, 'nay'],
  ])
  expect(await compare()).toMatchObject({ my_state: null, my_representatives: [], needs_home: true })
  const alike = await t.make.poll()
  await t.make.rollCall({ poll: alike, positions: [] })
  const voteAlike = async (count: number) => {
    const created_at = new Date(Date.now() - minute)
    for (let voters = 0; voters < count; voters++) {
      await t.make.vote({ poll: alike, user: await t.make.user({ ...counted, state: 'ME' }), option: 1, created_at })
    }
  }
  await voteAlike(90)
  expect((await compare(me, alike.id)).my_state).toBeNull()
  await voteAlike(20)
  expect((await compare(me, alike.id)).my_state).toEqual({
    state: 'ME',
    voters: null,
    yea: null,
    nay: null,
    other: null,
    leads_clearly: 'nay',
  })
  const ofNobody = await t.make.user({ state: 'WY' })
  expect(await compare(ofNobody)).toMatchObject({ my_representatives: [], needs_home: false })
  const house = await t.make.poll()
  await t.make.rollCall({ poll: house, positions: [{ politician: rep, position: 'yea' }] })
  expect((await compare(me, house.id)).my_representatives).toMatchObject([
    { politician: { id: rep.id }, position: 'yea' },
  ])
  expect(await compare(await t.make.user({ state: 'ME' }), house.id)).toMatchObject({
    my_representatives: [],
    needs_home: true,
  })
  expect(await compare(me, (await t.make.poll()).id)).toMatchObject({ code: 'not_found' })
})
