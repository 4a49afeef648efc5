import { downloadPollTotals, getPollTotals, pollMethod } from '@wtpu/contract/polls/totals'
import { expect, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'

const publicUrl = 'https://wtpu.example'
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/)

test('totals are public as JSON, with the dates and the method of the poll', async () => {
  await using t = await startTestApp({ publicUrl })
  const poll = await t.make.poll({ question: 'Is it?', options: ['Yes', 'No', 'Maybe'] })
  for (const option of [0, 1, 1]) await t.make.vote({ poll, user: await t.make.user(), option })

  const response = await t.call(getPollTotals, { params: { id: poll.id } })

  expect(response.json()).toEqual({
    id: poll.id,
    url: `${publicUrl}/polls/${poll.id}`,
    question: 'Is it?',
    options: [
      { text: 'Yes', votes: 1, percent: 33.33 },
      { text: 'No', votes: 2, percent: 66.67 },
      { text: 'Maybe', votes: 0, percent: 0 },
    ],
    total_votes: 3,
    opened_at: instant,
    closes_at: instant,
    is_closed: false,
    counted_at: instant,
    method: pollMethod,
  })
  expect((await t.call(getPollTotals, { params: { id: 4711 } })).statusCode).toBe(404)
})

test('have no percentages without votes', async () => {
  await using t = await startTestApp()
  const { id } = await t.make.poll()
  const response = await t.call(getPollTotals, { params: { id } })
  expect(response.json()).toMatchObject({ options: [{ percent: null }, { percent: null }], total_votes: 0 })
})

test('can be downloaded as CSV, with spreadsheet formulas escaped', async () => {
  await using t = await startTestApp({ publicUrl })
  const poll = await t.make.poll({ question: '=cmd()', options: ['Yes, "really"', '+1', 'No'] })
  await t.make.vote({ poll, user: await t.make.user(), option: 1 })

  const response = await t.call(downloadPollTotals, { params: { id: poll.id } })

  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="wtpu-poll-${poll.id}.csv"`,
  })
  const lines = response.body.split('\r\n')
  expect(lines.slice(0, 6)).toEqual([
    `\uFEFF'=cmd(),,`,
    'Option,Votes,Percent',
    '"Yes, ""really""",0,0.00',
    `'+1,1,100.00`,
    'No,0,0.00',
    'Total,1,',
  ])
  expect(lines.slice(6, 9)).toEqual([
    expect.stringMatching(/^Opened,2/),
    expect.stringMatching(/^Closes,2/),
    expect.stringMatching(/^Counted,2/),
  ])
  expect(lines.slice(9)).toEqual([`Source,${publicUrl}/polls/${poll.id},`, `Method,"${pollMethod}",`, ''])
  expect((await t.call(downloadPollTotals, { params: { id: 4711 } })).statusCode).toBe(404)
})
