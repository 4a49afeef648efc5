import * as polls from '@wtpu/contract/polls/polls'
import { listOwnUnanswered } from '@wtpu/contract/polls/scheduled'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { pollOptions, polls as allPolls } from '#db/schema/polls.ts'
import { startTestApp } from '#testing/test-app.ts'

const fields = { question: 'Should it pass?', category: 'General', duration_days: 7 }
const noOpinions = (poll: polls.Poll) => poll.options.filter((option) => option.is_no_opinion).map(({ text }) => text)

describe('a new poll', () => {
  test.each<[string, object, string[]]>([
    ['by their words', { options: ['Yes', 'No', 'Not sure', '', 'I don’t know'] }, ['Not sure', 'I don’t know']],
    ['those that are marked', { options: ['Yes', '', 'No', 'Not sure'], no_opinion_options: [2] }, ['No']],
    ['none', { options: ['Yes', 'No', 'Not sure'], no_opinion_options: [] }, []],
    ['none, as one other is not enough', { options: ['Not sure', '', 'Yes'] }, []],
  ])('has options of no opinion: %s', async (_, body, expected) => {
    await using t = await startTestApp()
    const created = await t.as(await t.make.user()).call(polls.createPoll, { body: { ...fields, ...body } })
    expect(noOpinions(created.json())).toEqual(expected)
  })

  test.each<[string, object]>([
    ['at once', {}],
    ['in two wordings', { second_wording: { question: 'Is it?' } }],
    ['of the other side', { asks_other_side: true }],
  ])('is not stored if marks leave fewer than two opinions, %s', async (_, body) => {
    await using t = await startTestApp()
    const create = { ...fields, options: ['Yes', '', 'No', 'Maybe'], no_opinion_options: [2, 3, 3], ...body }
    const response = await t.as(await t.make.user()).call(polls.createPoll, { body: create })
    expect(response.json().fields).toEqual({ no_opinion_options: ['At least two options must be opinions.'] })
    expect(await t.db.$count(allPolls)).toBe(0)
  })

  test('is not stored if an option is unknown, empty, or means yea', async () => {
    await using t = await startTestApp()
    const [author, rollCall] = [await t.make.user(), await t.make.rollCall()]
    const tie = { roll_call: rollCall.id, roll_call_options: { yea: 0, nay: 1 } }
    const create = async (body: object) =>
      (
        await t
          .as(author)
          .call(polls.createPoll, { body: { ...fields, options: ['Unsure', 'No', '', 'Yes'], ...body } })
      ).json()

    for (const position of [2, 4])
      expect(await create({ no_opinion_options: [position] })).toMatchObject({
        fields: { no_opinion_options: ['Please choose options of this poll.'] },
      })
    expect(await create({ ...tie, no_opinion_options: [0] })).toMatchObject({
      fields: { no_opinion_options: ['An option that means yea or nay is an opinion.'] },
    })
    expect(noOpinions(await create(tie))).toEqual([])
  })
})

test('the author changes which options are no opinion until the first vote; after that, not even the database does', async () => {
  await using t = await startTestApp()
  const [author, voter] = [await t.make.user(), await t.make.user()]
  const poll = await t.make.poll({ creator: author.id, options: ['Yes', 'No', 'Maybe'] })
  const scheduled = await t.make.poll({
    creator: author.id,
    options: ['Yes', 'No', 'Maybe'],
    published_at: new Date(Date.now() + 3_600_000),
  })
  const mark = async (options: number[], by = author, id = poll.id) =>
    (await t.as(by).call(polls.markNoOpinion, { params: { id }, body: { options } })).json()
  const unanswered = async () => (await t.as(author).call(listOwnUnanswered, {})).json()

  expect(await unanswered()).toEqual([scheduled.id, poll.id])
  expect(noOpinions(await mark([2]))).toEqual(['Maybe'])
  expect((await t.call(getPollTotals, { params: { id: poll.id } })).json().method.no_opinion).toEqual(['Maybe'])
  expect(noOpinions(await mark([1, 1]))).toEqual(['No'])
  for (const options of [
    [1, 2],
    [0, 1, 2],
  ])
    expect(await mark(options)).toMatchObject({ fields: { options: ['At least two options must be opinions.'] } })
  expect(noOpinions(await mark([]))).toEqual([])
  expect(noOpinions(await mark([0], author, scheduled.id))).toEqual(['Yes'])
  expect(await mark([3])).toMatchObject({ fields: { options: ['Please choose options of this poll.'] } })
  expect(await mark([2], voter)).toMatchObject({ code: 'not_found' })
  await t.make.rollCall({ poll, positions: [] })
  expect(await mark([0])).toMatchObject({ fields: { options: ['An option that means yea or nay is an opinion.'] } })
  await t.as(voter).call(polls.castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })

  expect(await mark([2])).toMatchObject({ code: 'poll_has_votes' })
  expect(await unanswered()).toEqual([scheduled.id])
  const change = t.db.update(pollOptions).set({ isNoOpinion: true }).where(eq(pollOptions.pollId, poll.id))
  await expect(change).rejects.toMatchObject({ cause: { constraint: 'poll_text_final' } })
})

test('a mark and the first vote at the same time: either the vote comes after the mark, or the mark is rejected', async () => {
  await using t = await startTestApp()
  const [author, voter] = [await t.make.user(), await t.make.user()]
  const poll = await t.make.poll({ creator: author.id, options: ['Yes', 'No', 'Maybe'] })

  const [marked, cast] = await Promise.all([
    t.as(author).call(polls.markNoOpinion, { params: { id: poll.id }, body: { options: [1] } }),
    t.as(voter).call(polls.castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } }),
  ])

  expect(cast.statusCode).toBe(200)
  const isMarked = await t.db.$count(pollOptions, eq(pollOptions.isNoOpinion, true))
  expect([marked.statusCode, isMarked]).toEqual(isMarked === 1 ? [200, 1] : [409, 0])
})
