import * as polls from '@wtpu/contract/polls/polls'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { moderationActions } from '#db/schema/moderation.ts'
import { pollRollCalls } from '#db/schema/roll-calls.ts'
import { startTestApp } from '#testing/test-app.ts'

const fields = { question: 'Should it pass?', category: 'General', duration_days: 7 }

test('a new poll can be about a vote of Congress, whose options are found by their positions in the form', async () => {
  await using t = await startTestApp()
  const rollCall = await t.make.rollCall({ bill: 'H.R. 7' })
  const author = await t.make.user()
  const create = async (body: object) =>
    (
      await t
        .as(author)
        .call(polls.createPoll, { body: { ...fields, options: ['No', '', 'Yes', 'Not sure'], ...body } })
    ).json()

  const poll = await create({ roll_call: rollCall.id, roll_call_options: { yea: 2, nay: 0 } })

  expect(poll.roll_call).toEqual({
    id: rollCall.id,
    chamber: 'house',
    is_sample: false,
    bill: 'H.R. 7',
    category: 'passage',
    yea_option: poll.options[1].id,
    nay_option: poll.options[0].id,
  })
  expect((await t.call(polls.getPoll, { params: { id: poll.id } })).json().roll_call).toEqual(poll.roll_call)
  const election = await t.make.rollCall({ question: 'Election of the Speaker', result: 'Alder' })
  const refer = await t.make.rollCall({ question: 'On Motion to Refer' })
  const wrong: [object, object][] = [
    [
      { roll_call: election.id, roll_call_options: { yea: 0, nay: 2 } },
      { roll_call: ['Congress did not vote yes or no there.'] },
    ],
    [
      { roll_call: refer.id, roll_call_options: { yea: 0, nay: 2 } },
      { roll_call: [expect.stringMatching(/^A yes on this motion is against/)] },
    ],
    [{ roll_call: 999, roll_call_options: { yea: 0, nay: 2 } }, { roll_call: ['There is no such vote of Congress.'] }],
    [
      { roll_call: rollCall.id, roll_call_options: { yea: 0, nay: 0 } },
      { roll_call_options: ['One option cannot mean both yea and nay.'] },
    ],
    [
      { roll_call: rollCall.id, roll_call_options: { yea: 0, nay: 1 } },
      { roll_call_options: ['Please choose the options that mean yea and nay.'] },
    ],
    [
      { roll_call: rollCall.id, roll_call_options: { yea: 0, nay: 9 } },
      { roll_call_options: ['Please choose the options that mean yea and nay.'] },
    ],
    [{ roll_call: rollCall.id }, { roll_call_options: ['Please choose the options that mean yea and nay.'] }],
    [{ roll_call_options: { yea: 0, nay: 2 } }, { roll_call: ['Please choose what Congress voted on.'] }],
  ]
  for (const [body, problem] of wrong) expect(await create(body)).toMatchObject({ code: 'invalid', fields: problem })
  expect((await create({})).roll_call).toBeNull()
})

test('moderators tie and untie a poll until its first vote; after that, not even the database changes it', async () => {
  await using t = await startTestApp()
  const [staff, author, voter] = [await t.make.user({ role: 'moderator' }), await t.make.user(), await t.make.user()]
  const poll = await t.make.poll({ creator: author.id })
  const rollCall = await t.make.rollCall()
  const tie = async (body: object, by = staff, id = poll.id) =>
    (await t.as(by).call(polls.tieRollCall, { params: { id }, body: body as never })).json()
  const body = { roll_call: rollCall.id, roll_call_options: { yea: 1, nay: 0 } }

  expect(await tie(body)).toMatchObject({ roll_call: { id: rollCall.id, yea_option: poll.options[1]!.id } })
  expect(await tie({ ...body, roll_call_options: { yea: 0, nay: 1 } })).toMatchObject({
    roll_call: { yea_option: poll.options[0]!.id },
  })
  expect((await tie({ roll_call: null })).roll_call).toBeNull()
  expect(await t.db.select({ action: moderationActions.action }).from(moderationActions)).toEqual([
    { action: 'tie' },
    { action: 'tie' },
    { action: 'untie' },
  ])
  expect(await tie({ ...body, roll_call_options: { yea: 0, nay: 0 } })).toMatchObject({
    fields: { roll_call_options: ['One option cannot mean both yea and nay.'] },
  })
  expect(await tie({ ...body, roll_call: 999 })).toMatchObject({
    fields: { roll_call: ['There is no such vote of Congress.'] },
  })
  expect(await tie(body, author)).toMatchObject({ code: 'forbidden' })
  expect(await tie(body, staff, 999)).toMatchObject({ code: 'not_found' })
  const scheduled = await t.make.poll({ creator: author.id, published_at: new Date(Date.now() + 86_400_000) })
  expect(await tie(body, staff, scheduled.id)).toMatchObject({ code: 'not_found' })
  await tie(body)
  await t.as(voter).call(polls.castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })

  expect(await tie({ roll_call: null })).toMatchObject({ code: 'poll_has_votes' })
  const change = t.db.update(pollRollCalls).set({ yeaOptionId: 1 }).where(eq(pollRollCalls.pollId, poll.id))
  await expect(change).rejects.toMatchObject({ cause: { constraint: 'poll_text_final' } })
  await expect(t.db.delete(pollRollCalls)).rejects.toMatchObject({ cause: { constraint: 'poll_text_final' } })
})

test('a tie and the first vote at the same time: either the vote comes after the tie, or the tie is rejected', async () => {
  await using t = await startTestApp()
  const [staff, voter] = [await t.make.user({ role: 'moderator' }), await t.make.user()]
  const poll = await t.make.poll()
  const rollCall = await t.make.rollCall()

  const [tied, cast] = await Promise.all([
    t.as(staff).call(polls.tieRollCall, {
      params: { id: poll.id },
      body: { roll_call: rollCall.id, roll_call_options: { yea: 0, nay: 1 } },
    }),
    t.as(voter).call(polls.castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } }),
  ])

  expect(cast.statusCode).toBe(200)
  const stored = await t.db.select().from(pollRollCalls)
  expect([tied.statusCode, stored.length]).toEqual(stored.length === 1 ? [200, 1] : [409, 0])
})
