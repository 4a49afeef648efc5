import { exportPerson } from '@wtpu/contract/accounts/people'
import { deleteAccount, getAccountData } from '@wtpu/contract/accounts/settings'
import { muteUser } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { decideCase, getCase, listCases } from '@wtpu/contract/moderation/cases'
import { listOwnDecisions } from '@wtpu/contract/moderation/own-decisions'
import * as calls from '@wtpu/contract/polls/on-demand/reasons'
import { castVote, undoVote } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { polls } from '#db/schema/polls.ts'
import { reasonJudgements, reasons } from '#db/schema/reasons.ts'
import { blocking } from '#db/visibility.ts'
import { ago, counted } from '#testing/ago.ts'
import { makeReporter, report } from '#testing/moderated-site.ts'
import { expectBlocked } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { nothingWritten } from '#db/schema/columns.ts'

type User = Awaited<ReturnType<TestApp['make']['user']>>

const agreed = (option: { id: number }, agrees = true) => ({ other_side: { option: option.id, agrees } })

async function startSite() {
  const t = await startTestApp({ trustedProxies: 1 })
  const poll = await t.make.poll()
  const params = { id: poll.id }
  const voter = async (option = 0, row: Parameters<TestApp['make']['user']>[0] = counted) => {
    const user = await t.make.user(row)
    await t.make.vote({ poll, user, option })
    return user
  }
  const write = (
    user: User,
    text: string,
    more: {
      is_named?: boolean
      idempotency_key?: string
      lang?: string
      other_side?: { option: number; agrees: boolean }
    } = {},
  ) => t.as(user).call(calls.createReason, { params, body: { text, is_named: false, ...more } })
  const edit = (user: User, text: string) =>
    t.as(user).call(calls.editReason, { params, querystring: {}, body: { text } })
  const remove = async (user: User) => (await t.as(user).call(calls.deleteReason, { params, querystring: {} })).json()
  const own = async (user: User) =>
    (await t.as(user).call(calls.getOwnReason, { params, querystring: {} })).json().reason
  const list = async (user: User) => {
    t.app.cache.invalidate('/api/polls/')
    return (await t.as(user).call(calls.listReasons, { params, querystring: {} })).json<calls.ReasonPage>().results
  }
  const waiting = async (user: User) => (await t.as(user).call(calls.listReasonsToJudge, { params })).json()
  const judge = (user: User, { id, version = 1 }: { id: number; version?: number }, is_fair = true) =>
    t.as(user).call(calls.judgeReason, { params: { id }, body: { is_fair, version } })
  /** An hour later. */
  const show = () => t.db.update(reasons).set({ shownAt: ago('1 hour') })
  return Object.assign(t, { poll, params, voter, write, edit, remove, own, list, waiting, judge, show })
}

test.each([
  ['   ', 'A reason needs some words.'],
  ['👍🏽 🇺🇸 123!', 'A reason needs some words.'],
  ['Because of example.com', 'A reason cannot have links. Please say it in words.'],
  ['https://example.com', 'A reason cannot have links. Please say it in words.'],
  ...[
    'exa\u2060mple.com',
    'exa\u00ADmple.org',
    'ｅｘａｍｐｌｅ．ｃｏｍ',
    'example。com',
    'www.example.de',
    'Read bit.ly/abc',
    'T.me/joinchat',
    'see shop.example.co.uk/x',
    'example.io',
    'пример.рф',
    'hxxp://example',
    'tg://join?x',
    'mailto:ada@example',
    'ada@example.org',
    'ada＠example．org',
    'HTTP://1.2.3.4',
    '1.2.3.4',
    'javascript:alert/1/',
  ].map((text) => [text, 'A reason cannot have links. Please say it in words.'] as [string, string]),
  ['As @ada says', 'A reason cannot mention people.'],
  ['As ＠ada says', 'A reason cannot mention people.'],
  ['a'.repeat(281), 'A reason can have at most 280 characters.'],
])('rejects the reason %j with a sentence', async (text, detail) => {
  await using t = await startSite()
  const ada = await t.voter()
  const rejected = await t.write(ada, text)
  expect([rejected.statusCode, rejected.json().fields]).toEqual([400, { text: [detail] }])

  await t.write(ada, 'It is fair.')
  expect((await t.edit(ada, text)).json().fields).toEqual({ text: [detail] })
  expect(await t.own(ada)).toMatchObject({ text: 'It is fair.' })
})

test('what only looks like an address is a reason', async () => {
  await using t = await startSite()
  for (const text of [
    'It passed.It works, e.g./i.e. in the U.S./EU, by 3.5/10 and/or 1.2.3.',
    'Note: see 4/5. Why: costs@scale: yes?',
    'No.It costs 1.2 million.Do it.',
  ]) {
    const ada = await t.voter()
    expect((await t.write(ada, text)).json().fields).toBeUndefined()
  }
})

test('a voter gives one reason in a poll, in words that nobody has used, and can write another one once it is deleted', async () => {
  await using t = await startSite()
  const [ada, ben, eve] = [await t.voter(), await t.voter(1), await t.make.user()]
  const key = { idempotency_key: crypto.randomUUID() }
  const written = await t.write(ada, ' It   is\nfair. ', { ...key, lang: 'es' })
  expect([written.statusCode, written.json()]).toEqual([
    201,
    {
      id: expect.any(Number),
      option: t.poll.options[0]!.id,
      text: 'It is fair.',
      ...nothingWritten,
      lang: 'es',
      is_named: false,
      shown_at: expect.stringMatching(/:00:00(\.0+)?(Z|\+)/),
      can_edit: true,
      under_review: false,
    },
  ])
  expect((await t.write(ada, 'It is fair.', key)).json()).toEqual(written.json())
  const codes = async (user: User, text: string) => (await t.write(user, text)).json().code
  expect(await codes(ada, 'Another one.')).toBe('reason_exists')
  expect(await codes(ben, 'it IS fair.')).toBe('reason_copied')
  expect(await codes(eve, 'Mine.')).toBe('no_vote')
  const missing = await t
    .as(ada)
    .call(calls.createReason, { params: { id: 999_999 }, body: { text: 'x', is_named: true } })
  expect(missing.json().detail).toBe('Poll not found.')

  expect(await t.remove(ada)).toEqual({ deleted: true })
  expect([await t.remove(ada), await t.own(ada)]).toEqual([{ deleted: false }, null])
  expect((await t.write(ben, 'it IS fair.')).statusCode).toBe(201)
  expect((await t.edit(ben, 'It costs less.')).json()).toMatchObject({ text: 'It costs less.' })
  expect((await t.write(ada, 'It is fair.')).statusCode).toBe(201)
  expect((await t.edit(ada, 'It costs LESS.')).json().code).toBe('reason_copied')
})

test('of two reasons that a voter sends at one time, one is stored', async () => {
  await using t = await startSite()
  const ada = await t.voter()
  const sent = await Promise.all([t.write(ada, 'One.'), t.write(ada, 'Two.')])
  expect(sent.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
})

test('others see a reason from the next full hour on, with the name that its author chose to show', async () => {
  await using t = await startSite()
  const [ada, ben, reader] = [await t.voter(), await t.voter(1), await t.make.user()]
  await t.write(ada, 'It is fair.', { is_named: true })
  await t.write(ben, 'It is dear.')
  expect([await t.list(reader), (await t.waiting(ben)).reasons]).toEqual([[], []])
  await t.show()
  const seen = await t.list(reader)
  expect(new Set(seen.map(({ author }) => author?.username))).toEqual(new Set([ada.username, undefined]))
  expect(seen).toMatchObject([
    { judged_by: null, fair: [] },
    { judged_by: null, fair: [] },
  ])

  // A mute leaves out what is signed. If it left out the other, it would tell whose it is.
  for (const user of [ada, ben]) await t.as(reader).call(muteUser, { params: { id: user.id } })
  expect((await t.list(reader)).map(({ text }) => text)).toEqual(['It is dear.'])
})

test('nothing tells who wrote a reason without a name', async () => {
  await using t = await startSite()
  const [moderator, admin] = [await t.make.user({ role: 'moderator' }), await t.make.user({ role: 'admin' })]
  const ada = await t.voter(0, { ...counted, first_name: 'Zebra', username: 'zebra' })
  const written: number[] = []
  for (const n of [1, 2, 3, 4, 5]) written.push((await t.write(await t.voter(), `Reason ${'x'.repeat(n)}`)).json().id)
  expect(written).not.toEqual(written.toSorted((a, b) => a - b))
  const reason = (await t.write(ada, 'It is fair.')).json()
  await t.show()
  await t.db
    .update(reasons)
    .set({ judgementCount: 1 })
    .where(sql`text ~ 'x'`)
  const reader = await t.voter(1)
  expect((await report(t, reader, { kind: 'reason', id: reason.id })).statusCode).toBe(201)
  const { results } = (await t.as(moderator).call(listCases, { querystring: { status: 'open' } })).json()
  const params = { id: results[0].id }
  const shown = [
    JSON.stringify(results),
    (await t.as(moderator).call(getCase, { params })).body,
    JSON.stringify(await t.list(reader)),
    JSON.stringify(await t.waiting(reader)),
  ]
  for (const body of shown) {
    expect(body).toContain('It is fair.')
    expect(body).not.toMatch(new RegExp(`zebra|"id":${ada.id}\\b`, 'i'))
  }
  const warning = { action: 'warn', rule: 1, sentence: 'Please be kind.' } as const
  expect((await t.as(moderator).call(decideCase, { params, body: warning })).json().fields).toMatchObject({
    action: ['This is not possible here.'],
  })
  const removal = { action: 'remove', rule: 1, sentence: 'Please be kind.' } as const
  expect((await t.as(moderator).call(decideCase, { params, body: removal })).statusCode).toBe(200)
  expect((await t.as(ada).call(listOwnDecisions, {})).json().decisions).toMatchObject([{ excerpt: 'It is fair.' }])
  const byLaw = await t.as(admin).call(exportPerson, { params: { id: ada.id } })
  expect(byLaw.body).toContain('zebra')
  expect(byLaw.body).not.toMatch(/It is fair|Please be kind|"reason/)
  // A sanction or a deletion of its author changes nothing, either.
  await t.db.update(reasons).set({ removedAt: null, removalReason: null })
  await t.db
    .update(users)
    .set(blocking(true))
    .where(sql`id = ${ada.id}`)
  expect((await t.list(reader)).map(({ text }) => text)).toContain('It is fair.')
})

test('a reason with a name goes with a blocked author, and stays without one of a deleted account', async () => {
  await using t = await startSite()
  const [ada, ben] = [await t.voter(), await t.voter()]
  await t.write(ada, 'It is fair.', { is_named: true })
  await t.write(ben, 'It is dear.', { is_named: true })
  await t.show()
  await t.db
    .update(users)
    .set(blocking(true))
    .where(sql`id = ${ada.id}`)
  await t.as(ben).call(deleteAccount, { body: { email: ben.email } })
  expect(await t.list(await t.make.user())).toMatchObject([{ text: 'It is dear.', author: { username: '' } }])
})

/** A poll that asks for accounts of the other side. */
async function startTwoSides() {
  const t = await startSite()
  await t.db.update(polls).set({ asksOtherSide: true })
  const [yes, no] = t.poll.options
  const side = { querystring: { side: 'other' as const } }
  const ofOther = async (user: User) =>
    (await t.as(user).call(calls.getOwnReason, { params: t.params, ...side })).json().reason
  return Object.assign(t, { yes: yes!, no: no!, side, ofOther })
}

test('a voter gives a reason for an answer of others, too, edits and deletes each for itself', async () => {
  await using t = await startTwoSides()
  const ada = await t.voter()
  const [own, account] = [await t.write(ada, 'It is fair.'), await t.write(ada, 'It is dear.', agreed(t.no))]
  expect([own.statusCode, account.statusCode]).toEqual([201, 201])
  expect(account.json()).toMatchObject({ option: t.no.id, is_named: false, can_edit: true })
  expect((await t.write(ada, 'Too dear.', agreed(t.no))).json().code).toBe('reason_exists')
  expect([await t.own(ada), await t.ofOther(ada)]).toEqual([own.json(), account.json()])

  const body = { text: 'It is too dear.' }
  expect((await t.as(ada).call(calls.editReason, { params: t.params, body, ...t.side })).json()).toMatchObject(body)
  expect(await t.own(ada)).toMatchObject({ text: 'It is fair.' })
  expect((await t.as(ada).call(getAccountData, {})).json().reasons).toMatchObject([
    { option: t.yes.id, of_other_side: false },
    { option: t.no.id, of_other_side: true, earlier_texts: ['It is dear.'] },
  ])
  await t.as(ada).call(calls.deleteReason, { params: t.params, ...t.side })
  expect([(await t.own(ada)).text, await t.ofOther(ada)]).toEqual(['It is fair.', null])
})

test('of two accounts of the other side that a voter sends at one time, one is stored', async () => {
  await using t = await startTwoSides()
  const ada = await t.voter()
  const sent = await Promise.all(['One.', 'Two.', 'Three.'].map((text) => t.write(ada, text, agreed(t.no))))
  expect(sent.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
})

test.each<
  [what: string, options: { asks?: boolean; vote?: number; to?: number; agrees?: boolean; named?: boolean }, object]
>([
  ['without the agreement', { agrees: false }, { other_side: ['Please agree to what it may say.'] }],
  ['for the own answer', { to: 0 }, { other_side: ['Please choose an answer that you did not give.'] }],
  ['for no opinion', { to: 2 }, { other_side: ['Please choose an answer that you did not give.'] }],
  ['without an opinion', { vote: 2 }, { other_side: ['You gave no opinion, so you do not disagree with an answer.'] }],
  [
    'where it is not asked for',
    { asks: false },
    { other_side: ['This poll asks for reasons for the own answer only.'] },
  ],
  ['with a name', { named: true }, { is_named: ['In this poll, no reason is signed.'] }],
])(
  'refuses an account of the other side %s',
  async (_, { asks = true, vote = 0, to = 1, agrees, named = false }, fields) => {
    await using t = await startTwoSides()
    const poll = await t.make.poll({ options: ['Yes', 'No', 'Not sure'], noOpinion: ['Not sure'] })
    await t.db.update(polls).set({ asksOtherSide: asks })
    const user = await t.make.user(counted)
    await t.make.vote({ poll, user, option: vote })
    const body = { text: 'It is dear.', is_named: named, ...agreed(poll.options[to]!, agrees) }
    const refused = await t.as(user).call(calls.createReason, { params: poll, body })
    expect([refused.statusCode, refused.json().fields]).toEqual([400, fields])
    expect(await t.db.$count(reasons)).toBe(0)
  },
)

test('nothing tells an account of the other side from a reason before it is marked', async () => {
  await using t = await startTwoSides()
  const [moderator, judge] = [await t.make.user({ role: 'moderator' }), await t.voter(0)]
  for (const n of [1, 2, 3, 4, 5]) {
    await t.write(await t.voter(0), `A reason ${'x'.repeat(n)}.`)
    await t.write(await t.voter(1), `An account ${'x'.repeat(n)}.`, agreed(t.yes))
  }
  const signed = await t.write(await t.voter(0), 'A signed reason.', { is_named: true })
  expect(signed.json().fields).toEqual({ is_named: ['In this poll, no reason is signed.'] })
  await t.show()
  const facts = (rows: object[]) =>
    rows
      .map((row) => JSON.stringify(row).replaceAll(/"id":\d+|"text":"[^"]*"/g, ''))
      .filter((row) => row.includes(`"option":${t.yes.id}`))
  const { reasons: waiting } = await t.waiting(judge)
  const listed = await t.list(judge)
  expect([waiting.length, listed.length]).toEqual([3, 10])
  for (const rows of [waiting, listed]) expect(new Set(facts(rows)).size).toBe(1)
  // Many readers together find each of both as often first: it is left to chance.
  const seen: string[] = []
  for (let n = 0; n < 40; n++) {
    const { reasons: some } = await t.waiting(await t.voter(0))
    seen.push(...some.map(({ text }: { text: string }) => text))
  }
  const accounts = seen.filter((text) => text.startsWith('An account')).length
  expect(accounts / seen.length).toBeGreaterThan(0.25)
  expect(accounts / seen.length).toBeLessThan(0.75)

  const one = (prefix: string) => listed.find(({ text }) => text.startsWith(prefix))!
  const [reason, account] = [one('A reason'), one('An account')]
  const answers = [await t.judge(judge, reason), await t.judge(judge, account)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(answers.map((answer) => Object.keys(answer.json()))).toEqual([['left'], ['left']])
  for (const { id } of [reason, account]) await report(t, await t.voter(1), { kind: 'reason', id })
  const cases = (await t.as(moderator).call(listCases, { querystring: { status: 'open' } })).json().results
  expect(cases).toHaveLength(2)
  const shapes = cases.map((row: object) => Object.keys(row).join())
  expect(shapes[0]).toBe(shapes[1])
  expect(JSON.stringify(cases)).not.toMatch(/other_side|account_of/)
})

test('what is marked says so, and is no longer judged', async () => {
  await using t = await startTwoSides()
  const [ada, ben] = [await t.voter(1), await t.voter(0)]
  await t.write(ada, 'It is fair.', agreed(t.yes))
  await t.show()
  expect([(await t.waiting(ben)).reasons.length, (await t.list(ben))[0]!.is_fair_account]).toEqual([1, false])
  await t.db.update(reasons).set({ isFairAccount: true })
  expect([(await t.waiting(ben)).reasons.length, (await t.list(ben))[0]!.is_fair_account]).toEqual([0, true])
})

test('the export of an account has its reasons and judgements, also deleted ones', async () => {
  await using t = await startSite()
  const [ada, ben] = [await t.voter(), await t.voter()]
  const first = (await t.write(ada, 'It is fair.', { lang: 'es' })).json()
  await t.edit(ada, 'It is right.')
  const others = (await t.write(ben, 'It is dear.')).json()
  await t.show()
  await t.judge(ada, others, false)
  await t.remove(ada)
  expect((await t.as(ada).call(getAccountData, {})).json()).toMatchObject({
    reasons: [
      {
        id: first.id,
        poll: t.poll.id,
        text: 'It is right.',
        ...nothingWritten,
        lang: 'es',
        is_named: false,
        earlier_texts: ['It is fair.'],
        deleted_at: expect.any(String),
        removed_at: null,
      },
    ],
    reason_judgements: [{ reason: others.id, is_fair: false }],
  })
})

test('three reports hide a reason until a moderator has decided, and its author reads and deletes it meanwhile', async () => {
  await using t = await startSite()
  const ada = await t.voter()
  const reason = (await t.write(ada, 'It is fair.')).json()
  await t.show()
  for (const _ of [1, 2, 3]) await report(t, await makeReporter(t), { kind: 'reason', id: reason.id })
  expect(await t.list(ada)).toEqual([])
  expect(await t.own(ada)).toMatchObject({ text: 'It is fair.', can_edit: false, under_review: true })
  expect((await t.edit(ada, 'Better.')).statusCode).toBe(404)
  expect(await t.remove(ada)).toEqual({ deleted: true })
  expect((await t.write(ada, 'Better.')).statusCode).toBe(201)
})

test('a reason and its judgements go with a vote that is taken back', async () => {
  await using t = await startSite()
  const [ada, ben] = [await t.make.user(), await t.voter()]
  await t.as(ada).call(castVote, { params: t.params, body: { option_id: t.poll.options[1]!.id } })
  const reason = (await t.write(ada, 'It is fair.')).json()
  await t.edit(ada, 'It is right.')
  await t.show()
  expect((await t.judge(ben, { ...reason, version: 2 })).statusCode).toBe(200)

  expect((await t.as(ada).call(undoVote, { params: t.params })).statusCode).toBe(200)
  expect([await t.db.$count(reasons), await t.db.$count(reasonJudgements)]).toEqual([0, 0])
})

test('voters judge three reasons of each answer in turn, the least judged first, never their own and none twice', async () => {
  await using t = await startSite()
  const [yes, no] = [0, 1].map((option) => t.poll.options[option]!.id)
  const ada = await t.voter()
  await t.write(ada, 'My own.')
  const byText = new Map<string, { id: number }>()
  for (const option of [0, 1]) {
    for (const n of [1, 2, 3, 4, 5]) {
      const text = `Reason ${option} ${'x'.repeat(n)}`
      byText.set(text, (await t.write(await t.voter(option), text)).json())
    }
  }
  await t.show()
  await t.db
    .update(reasons)
    .set({ judgementCount: 7 })
    .where(sql`text ~ 'xxxx'`)

  const first = await t.waiting(ada)
  expect(first.left).toBe(20)
  expect(first.reasons.map(({ option }: { option: number }) => option)).toEqual([yes, yes, yes, no, no, no])
  expect(first.reasons.map(({ text }: { text: string }) => text)).not.toContainEqual(expect.stringMatching(/xxxx|own/))
  const names = ['id', 'option', 'text', 'version', ...Object.keys(nothingWritten)]
  expect(Object.keys(first.reasons[0]).toSorted()).toEqual(names.toSorted())
  expect((await t.judge(ada, first.reasons[0])).json()).toEqual({ left: 19 })
  // The response was lost: the same again changes nothing.
  expect((await t.judge(ada, first.reasons[0], false)).json()).toEqual({ left: 19 })
  expect((await t.waiting(ada)).reasons).not.toContainEqual(first.reasons[0])
  expect(await t.db.select({ fair: reasonJudgements.isFair }).from(reasonJudgements)).toEqual([{ fair: true }])
  const [stored] = await t.db
    .select({ judged: reasons.judgementCount, fair: reasons.fairCount })
    .from(reasons)
    .where(sql`id = ${first.reasons[0].id}`)
  expect(stored).toEqual({ judged: 1, fair: 1 })
  // Those about which people agree least come first, once all are judged often.
  await t.db.update(reasons).set({ judgementCount: 40, fairCount: sql`case when text ~ ' x$' then 20 else 39 end` })
  expect((await t.waiting(await t.voter())).reasons[0].text).toBe('Reason 0 x')
})

test('a reason cannot be judged by its author, who did not vote, too often on a day, or in words that have changed', async () => {
  await using t = await startSite()
  const [ada, ben] = [await t.voter(0, { ...counted, email: 'ada@wtpu.example' }), await t.voter(1)]
  const reason = (await t.write(ada, 'It is fair.')).json()
  const code = async (user: User, version = 1) => (await t.judge(user, { ...reason, version })).json().code
  expect(await code(ben)).toBe('not_found')
  await t.show()
  const other = await t.make.user({ email: 'ada+x@wtpu.example' })
  await t.db
    .update(users)
    .set({ voterId: sql`(select voter_id from users where id = ${ada.id})` })
    .where(sql`id = ${other.id}`)
  expect([await code(ada), await code(other), await code(await t.make.user())]).toEqual([
    'own_reason',
    'own_reason',
    'no_vote',
  ])
  expect((await t.waiting(other)).reasons).toEqual([])
  await t.edit(ada, 'It is right.')
  expect(await code(ben)).toBe('reason_changed')
  expect((await t.judge(ben, { ...reason, version: 2 })).statusCode).toBe(200)
  expect((await t.edit(ada, 'It is better.')).json().code).toBe('reason_judged')
  expect(await t.own(ada)).toMatchObject({ text: 'It is right.', can_edit: false })

  const busy = await t.voter()
  await t.db.execute(sql`with made as (
      insert into users (first_name, last_name, username, email) select 'a', 'b', 'made' || n, 'made' || n || '@wtpu.example'
      from generate_series(1, 20) n returning id, voter_id
    ), voted as (
      insert into poll_votes (poll_id, user_id, voter_id, option_id)
      select ${t.poll.id}, id, voter_id, ${t.poll.options[0]!.id} from made returning user_id
    ) select from voted`)
  await t.db.execute(sql`with given as (
      insert into reasons (id, poll_id, user_id, option_id, text, text_hash, is_named, shown_at)
      select user_id, poll_id, user_id, option_id, 'x', sha256(user_id::text::bytea), false, now() - interval '1 hour'
      from poll_votes join users on users.id = user_id where username like 'made%' returning id
    ) select from given`)
  await t.db.execute(sql`insert into reason_judgements (reason_id, voter_id, user_id, is_fair)
    select reasons.id, users.voter_id, users.id, true from reasons, users where users.id = ${busy.id} and reasons.text = 'x'`)
  const late = await t.judge(busy, { ...reason, version: 2 })
  expect([late.statusCode, late.json().detail]).toEqual([429, 'You can judge at most 20 reasons in 24 hours.'])
  expect(await t.waiting(busy)).toEqual({ left: 0, reasons: [] })
})

test.each([
  ['edit', { edited: 'It is right.', judged: 'reason_changed', stored: ['It is right.', 0] }],
  ['judgement', { edited: 'reason_judged', judged: 'stored', stored: ['It is fair.', 1] }],
])('of an edit and a judgement at the same time, the %s that came first counts', async (first, expected) => {
  await using t = await startSite()
  const [ada, ben] = [await t.voter(), await t.voter(1)]
  const reason = (await t.write(ada, 'It is fair.')).json()
  await t.show()
  const acts = [() => t.edit(ada, 'It is right.'), () => t.judge(ben, reason)]
  const sent = await t.db.transaction(async (tx) => {
    await tx.execute(sql`select from reasons for update`)
    const started = []
    for (const act of first === 'edit' ? acts : acts.toReversed()) {
      started.push(act())
      await expectBlocked(t.db, started.length)
    }
    // In an array, because the transaction would wait for a promise before it commits.
    return [Promise.all(started)]
  })
  const [one, two] = (await sent[0])!.map((response) => response.json())
  const [edited, judged] = first === 'edit' ? [one, two] : [two, one]
  const [row] = await t.db.select({ text: reasons.text, judged: reasons.judgementCount }).from(reasons)

  expect({
    edited: edited.code ?? edited.text,
    judged: judged.code ?? 'stored',
    stored: [row!.text, row!.judged],
  }).toEqual(expected)
  // It can be deleted in both cases.
  expect(await t.remove(ada)).toEqual({ deleted: true })
})

test.each([1, 3])(
  'of %i accounts of a mailbox on two servers at once, twenty judgements count on a day',
  async (accounts) => {
    await using t = await startSite()
    await using second = await startTestApp({ trustedProxies: 1 }, undefined, t.url)
    await t.db.execute(sql`with made as (
      insert into users (first_name, last_name, username, email) select 'a', 'b', 'made' || n, 'made' || n || '@wtpu.example'
      from generate_series(1, 40) n returning id, voter_id
    ) insert into poll_votes (poll_id, user_id, voter_id, option_id)
    select ${t.poll.id}, id, voter_id, ${t.poll.options[0]!.id} from made`)
    const { rows: written } = await t.db.execute<{ id: number }>(sql`
    insert into reasons (id, poll_id, user_id, option_id, text, text_hash, is_named, shown_at)
    select user_id, poll_id, user_id, option_id, 'x', sha256(user_id::text::bytea), false, now() - interval '1 hour' from poll_votes returning id`)
    const voter = await t.voter()
    const people = [voter, ...(await Promise.all(Array.from({ length: accounts - 1 }, () => t.make.user(counted))))]
    await t.db.execute(sql`update users set voter_id = (select voter_id from users where id = ${voter.id})
    where id = any(${sql.param(people.map(({ id }) => id))}::int[])`)

    const sent = await Promise.all(
      written.map(({ id }, index) =>
        (index % 2 === 0 ? t : second)
          .as(people[index % accounts]!)
          .call(calls.judgeReason, { params: { id }, body: { is_fair: true, version: 1 } }),
      ),
    )
    expect(sent.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
    expect(new Set(sent.map((response) => response.json().code))).toEqual(new Set([undefined, 'daily_limit']))
    expect(await t.db.$count(reasonJudgements)).toBe(20)
  },
)

test('many people judge one reason at a time, and each judgement counts once', async () => {
  await using t = await startSite()
  const reason = (await t.write(await t.voter(), 'It is fair.')).json()
  await t.show()
  const judges = await Promise.all(Array.from({ length: 20 }, () => t.voter()))
  const sent = await Promise.all(judges.flatMap((user) => [t.judge(user, reason), t.judge(user, reason, false)]))
  expect(sent.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 40 }, () => 200))
  const [found] = await t.db.select({ judged: reasons.judgementCount, fair: reasons.fairCount }).from(reasons)
  expect(found).toEqual({ judged: 20, fair: await t.db.$count(reasonJudgements, sql`is_fair`) })
})
