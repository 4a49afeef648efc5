import { timeText } from '@wtpu/contract/polls/on-demand/method'
import { defaultIdentity } from '@wtpu/contract/site/defaults'
import { downloadPollTotals, getPollTotals } from '@wtpu/contract/polls/totals'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { countAccountsAtClose } from '#db/poll-method.ts'
import { users } from '#db/schema/accounts.ts'
import { startTestApp } from '#testing/test-app.ts'

const publicUrl = 'https://wtpu.example'
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/)

test('totals are public as JSON, with the dates and how the poll was taken', async () => {
  await using t = await startTestApp({ publicUrl, siteTimeZone: 'America/Chicago', votesNeedConfirmedEmail: true })
  const poll = await t.make.poll({ question: 'Is it?', description: 'About it.', options: ['Yes', 'No', 'Maybe'] })
  for (const option of [0, 1, 1]) await t.make.vote({ poll, user: await t.make.user(), option })

  const response = await t.call(getPollTotals, { params: { id: poll.id } })

  expect(response.json()).toEqual({
    id: poll.id,
    url: `${publicUrl}/results/${poll.id}`,
    question: 'Is it?',
    description: 'About it.',
    options: [
      { text: 'Yes', votes: 1, percent: null },
      { text: 'No', votes: 2, percent: null },
      { text: 'Maybe', votes: 0, percent: null },
    ],
    total_votes: 3,
    opened_at: instant,
    closes_at: instant,
    is_closed: false,
    counted_at: instant,
    method: {
      sentence: expect.stringMatching(
        /^3 members of WTPU chose to vote so far, counted [A-Z].* CT\. They are not a sample of the public\.$/,
      ),
      run_by: 'WTPU, the operator of this site',
      asked_by: 'staff',
      about: null,
      roll_call: null,
      who_could_vote: null,
      who_could_vote_changed: null,
      who_can_vote: 'members with a confirmed email address',
      accounts: 0,
      arrivals: null,
      featured: false,
      featured_from: null,
      featured_to: null,
      mode: 'web',
      language: 'en',
      results_visible_while_voting: true,
      revealed_at: null,
      list: null,
      quorum: null,
      one_vote_for: 'mailbox',
      weighted: false,
      question_of_the_day: null,
      votes_of_blocked_accounts: 0,
      votes_by_mailed_links: null,
      votes_taken_out: 0,
      order: 'author',
      order_effect: null,
      other_wording: null,
      licence: defaultIdentity.licence,
      no_opinion: [],
      is_sample: false,
      imported_from: null,
      time_zone: 'America/Chicago',
    },
  })
  expect((await t.call(getPollTotals, { params: { id: 4711 } })).statusCode).toBe(404)
})

test('a closed poll says how many accounts could vote at its close, and how many votes are of accounts blocked since', async () => {
  await using t = await startTestApp()
  const hour = 3_600_000
  const now = Date.now()
  const closesAt = new Date(now - hour)
  const poll = await t.make.poll({
    published_at: new Date(now - 48 * hour),
    closes_at: closesAt,
    options: ['Yes', 'No'],
  })
  // 21 who could vote, one of them until a minute ago; four who could not.
  for (let index = 0; index < 21; index++) {
    const user = await t.make.user({ created_at: new Date(now - 50 * hour) })
    await t.make.vote({ poll, user, option: index < 20 ? 0 : 1 })
    if (index < 12) await t.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, user.id))
  }
  await t.make.user({ created_at: new Date(now) })
  for (const gone of [{ blockedAt: new Date(now - 2 * hour) }, { deletedAt: new Date(now - 2 * hour) }]) {
    const user = await t.make.user({ created_at: new Date(now - 50 * hour) })
    await t.db.update(users).set(gone).where(eq(users.id, user.id))
  }
  const findTotals = async () => (await t.call(getPollTotals, { params: { id: poll.id } })).json()
  expect((await findTotals()).method.accounts).toBeNull()

  await countAccountsAtClose(t.db, t.config)
  t.app.cache.invalidate('/api/polls/')

  const totals = await findTotals()
  expect(totals.method).toMatchObject({ accounts: 20, votes_of_blocked_accounts: 10 })
  expect(totals.method.sentence).toBe(
    `21 members of WTPU chose to vote by ${timeText(closesAt, 'America/New_York')}. They are not a sample of the public.`,
  )
  expect(totals.options).toMatchObject([{ percent: 95 }, { percent: 5 }])
})

test('can be downloaded as CSV, with spreadsheet formulas escaped', async () => {
  await using t = await startTestApp({ publicUrl })
  const poll = await t.make.poll({ question: '=cmd()', options: ['Yes, "really"', '+1', 'No'] })
  for (let index = 0; index < 20; index++) await t.make.vote({ poll, user: await t.make.user(), option: 1 })

  const response = await t.call(downloadPollTotals, { params: { id: poll.id } })

  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="wtpu-poll-${poll.id}.csv"`,
  })
  const lines = response.body.split('\r\n')
  expect(lines.slice(0, 7)).toEqual([
    `\uFEFF'=cmd(),,`,
    'Option,Votes,Percent',
    '"Yes, ""really""",0,0',
    `'+1,20,100`,
    'No,0,0',
    'Total,20,',
    `Source,${publicUrl}/results/${poll.id},`,
  ])
  expect(lines[7]).toMatch(/^Method,"20 members of WTPU chose to vote so far, counted .* ET\. They are not/)
  expect(lines.slice(8).map((line) => line.split(',')[0])).toEqual(
    expect.arrayContaining(['Asked by', 'Run by', 'Who can vote', 'Opened', 'Closes', 'Counted', 'Blocked later']),
  )
  expect((await t.call(downloadPollTotals, { params: { id: 4711 } })).statusCode).toBe(404)
})
