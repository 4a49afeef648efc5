import { answerBallot, type Ballot, listOwnBallots, openBallot } from '@wtpu/contract/circles/on-demand/ballots'
import {
  changeCircle,
  type Circle,
  createCircle,
  deleteCircle,
  getCircle,
  replaceList,
} from '@wtpu/contract/circles/on-demand/circles'
import { codeOf, readCode, showCode } from '@wtpu/contract/circles/on-demand/codes'
import {
  createPaper,
  type DeliveryRow,
  downloadDelivery,
  listDelivery,
  remindPaper,
} from '@wtpu/contract/circles/on-demand/papers'
import { printSheets } from '@wtpu/contract/circles/on-demand/sheets'
import { unsubscribe } from '@wtpu/contract/notifications/settings'
import { castVote, createPoll, getPoll, type Poll } from '@wtpu/contract/polls/polls'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { giveMailedAnswer } from '@wtpu/contract/polls/on-demand/mailed-answers'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { moderationActions } from '#db/schema/moderation.ts'
import { users } from '#db/schema/accounts.ts'
import { ballots, circleMembers, papers, sheetEntries } from '#db/schema/circles.ts'
import { mails } from '#db/schema/mails.ts'
import { polls, pollVotes } from '#db/schema/polls.ts'
import { deletion } from '#db/visibility.ts'
import { ago, established } from '#testing/ago.ts'
import { startCircle, threePeople, withSheets } from '#testing/circle-site.ts'
import { sealClosedPolls } from '#features/tally/seal.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { runDuring, slow } from '#testing/races.ts'
import { sendForm } from '#testing/send-form.ts'

test('a list is checked before it is applied, and the report names what is wrong with rows', async () => {
  await using t = await startCircle()
  const code = codeOf(123_456_789n) ?? ''
  const file = [
    'Email,Code,Name,ID,Group',
    'ada@a.example,,Ada,1,North',
    'ben@b.example,,Ben,2,South',
    'Ada+club@A.example,,Ada again,3,North',
    'no address,,Cy,4,South',
    ',,Dee,5,South',
    `,${showCode(code).toLowerCase().replaceAll('0', 'o')},Eve,6,South`,
    ',4GXR-9K2M-7QT1,Fay,7,South',
    'gus@g.example,,Gus,8,South,too,many,cells',
  ].join('\n')

  const checked = await t.list(file, true)
  expect(checked).toMatchObject({ is_applied: false, rows: 3, new: 3, changed: 0, unchanged: 0, gone: 0 })
  expect(checked.doubled).toEqual({ count: 1, first: [{ line: 4, first: 2 }] })
  expect(checked.unusable.first.map(({ line, reason }) => [line, reason])).toEqual([
    [5, expect.stringContaining('no address')],
    [6, 'The row has neither an email address nor a code.'],
    [8, expect.stringContaining('Look for a typing error')],
    [9, expect.stringContaining('it has 8 values, but the first line 5')],
  ])
  expect(checked.groups).toEqual([
    { name: 'North', rows: 1 },
    { name: 'South', rows: 2 },
  ])
  expect(await t.db.$count(circleMembers)).toBe(0)

  expect(await t.list(file)).toMatchObject({ is_applied: true, new: 3 })
  expect(await t.list(file)).toMatchObject({ new: 0, unchanged: 3, gone: 0 })
  expect(await t.list(threePeople, true)).toMatchObject({ new: 1, changed: 2, gone: 1, struck: 0 })
})

test.each([
  ['other columns', 'mail,name\na@b.example,Ann\n', /no column email or code/],
  ['no usable row', 'email\nnobody\n', /no row that can be used/],
  [
    'more than 20 groups',
    `email,group\n${Array.from({ length: 21 }, (_, n) => `p${n}@b.example,g${n}`).join('\n')}`,
    /21 groups/,
  ],
  ['half an Excel file', Buffer.from('504b030414000600', 'hex').toString('latin1'), /no Excel file that can be read/],
])('a file with %s is refused with a sentence, and nothing changes', async (_name, csv, sentence) => {
  await using t = await startCircle()
  await t.list(threePeople)
  const response = await t.upload(csv)
  expect([response.statusCode, response.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'list_failed', detail: expect.stringMatching(sentence) }),
  ])
  expect(await t.db.$count(circleMembers)).toBe(3)
})

test('50,000 rows are checked within 5 seconds', slow, async () => {
  await using t = await startCircle()
  const file = `email,name,group\n${Array.from({ length: 50_000 }, (_, n) => `person${n}@one.example,Person ${n},g${n % 20}`).join('\n')}\n`
  const cpu = process.cpuUsage()
  expect(await t.list(file, true)).toMatchObject({ rows: 50_000, new: 50_000 })
  expect(process.cpuUsage(cpu).user / 1_000).toBeLessThan(5_000)
  expect((await t.upload(`${file}one@more.example,One,g1\n`)).json().detail).toMatch(/more than 50,000 rows/)
})

test('a paper is sent once, each row gets a link of its own, and all its answers are stored together', async () => {
  await using t = await startCircle()
  await t.list(threePeople)
  const paper = await t.draft({
    kit: [{ label: 'The budget', url: 'https://club.example/budget' }],
    quorum: { percent: 50 },
  })
  expect([paper.polls, paper.eligible, await t.db.$count(polls)]).toEqual([[], 3, 0])

  expect((await Promise.all([t.send(paper), t.send(paper)])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const tokens = await Promise.all(['ada@a.example', 'ben@b.example', 'cy@c.example'].map(t.tokenOf))
  expect(new Set(tokens).size).toBe(3)
  expect(t.mailbox.mails).toHaveLength(3)
  await expect.poll(async () => (await t.paperOf(paper)).accepted).toBe(3)
  const stored = await t.db.execute(
    sql`select to_json(b)::text as row from ballots b union all select to_json(m)::text from mails m`,
  )
  for (const token of tokens) expect(JSON.stringify(stored.rows)).not.toContain(token)

  const [token = ''] = tokens
  const opened = (await t.open({ token })).json<Ballot>()
  expect(opened).toMatchObject({
    title: 'Dues and hall',
    circle: 'Members',
    state: 'open',
    eligible: 3,
    quorum: 2,
    reveal: 'always',
  })
  expect(opened.kit).toEqual([{ label: 'The budget', url: 'https://club.example/budget' }])
  expect(opened.questions.map(({ options }) => options.map(({ is_no_opinion: none }) => none))).toEqual([
    [false, false, true],
    [false, false],
  ])
  const answered = await t.answer(opened, { token }, [0, 1])
  expect([answered.statusCode, answered.json().answers.length, answered.json().changeable_until]).toEqual([
    200,
    2,
    null,
  ])
  const votes = await t.db.select({ ballot: pollVotes.ballot }).from(pollVotes)
  expect(
    answered
      .json()
      .answers.map(({ ballot }: { ballot: string }) => ballot)
      .toSorted(),
  ).toEqual(votes.map(({ ballot }) => ballot?.replaceAll('-', '')).toSorted())
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('a lost response is repeated by its key, and anything else is refused', async () => {
  await using t = await startCircle()
  const { ballot, token } = await t.sent()
  const key = { idempotency_key: '9a4e2c1b-2f0d-4f6e-8a57-6a1d5b9b7c11' }
  const first = await t.answer(ballot, { token }, [0, 0], key)
  expect((await t.answer(ballot, { token }, [0, 0], key)).json()).toEqual(first.json())
  for (const options of [
    [0, 0],
    [1, 1],
  ])
    expect((await t.answer(ballot, { token }, options)).json()).toMatchObject({ code: 'ballot_used' })
  const used = (await t.open({ token })).json<Ballot>()
  expect([used.state, used.questions.map(({ is_answered: is }) => is)]).toEqual(['used', [true, true]])
})

test('unknown, malformed and revoked links and codes have one answer', async () => {
  await using t = await startCircle()
  const { token } = await t.sent()
  await t.list('email\nben@b.example\n')
  const [ballot] = await t.db.select().from(ballots)
  expect(await t.db.$count(circleMembers, sql`struck_at is not null`)).toBe(2)
  expect(ballot).toBeDefined()
  const keys = [{ token }, { token: 'x' }, { code: '4GXR-9K2M-7QTB' }, { code: 'no code' }, {}, { token, code: 'both' }]
  const responses = await Promise.all(keys.map(t.open))
  expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(responses[0]?.json().code).toBe('ballot_unknown')
})

test('a changeable paper counts the last answer until the close', async () => {
  await using t = await startCircle()
  const { paper, ballot, token } = await t.sent({ changeable: true })
  const [dues, hall] = paper.polls
  expect((await t.answer(ballot, { token }, [0])).json().changeable_until).toBe(paper.closes_at)
  const version = async () => (await t.call(getPoll, { params: { id: dues ?? 0 } })).json<Poll>().version
  const before = await version()
  expect((await t.answer(ballot, { token }, [1, 1])).statusCode).toBe(200)
  expect([await t.counts(dues), await t.counts(hall)]).toEqual([
    [0, 1, 0],
    [0, 1],
  ])
  expect(await version()).toBeGreaterThan(before ?? 0)
  expect((await t.answer(ballot, { token }, [1, 1])).statusCode).toBe(200)
  expect(await findWrongCounters(t.db)).toEqual([])

  await t.close(paper)
  expect((await t.answer(ballot, { token }, [0, 0])).json()).toMatchObject({ code: 'ballot_closed' })
  expect((await t.open({ token })).json<Ballot>().state).toBe('closed')
  expect(await t.counts(dues)).toEqual([0, 1, 0])
})

test('a link, the accounts of its mailbox and other spellings share one vote', async () => {
  await using t = await startCircle()
  const { paper, ballot, token } = await t.sent()
  const [dues = 0] = paper.polls
  const vote = async (user: { id: number }) =>
    (
      await t
        .as(user)
        .call(castVote, { params: { id: dues }, body: { option_id: ballot.questions[0]!.options[0]!.id } })
    ).json()
  const [ada, spelled, unconfirmed, stranger] = [
    await t.member('ada@a.example'),
    await t.member('ADA+x@a.example'),
    await t.member('ben@b.example', false),
    await t.make.user(established),
  ]

  expect(await vote(stranger)).toMatchObject({ code: 'not_eligible' })
  expect(await vote(unconfirmed)).toMatchObject({ code: 'email_not_confirmed' })
  expect(
    (
      await t.call(giveMailedAnswer, {
        params: { id: dues },
        body: { option_id: ballot.questions[0]!.options[0]!.id, email: 'cy@c.example' },
      })
    ).json(),
  ).toMatchObject({ code: 'not_found' })
  expect(await vote(ada)).toMatchObject({ id: dues, total_votes: 1 })
  expect(await vote(spelled)).toMatchObject({ code: 'already_voted' })
  expect((await t.answer(ballot, { token }, [1])).json()).toMatchObject({ code: 'ballot_used' })
  // The other question is still open to the same person.
  expect((await t.answer(ballot, { token }, [undefined, 0])).statusCode).toBe(200)
  expect(await t.counts(dues)).toEqual([1, 0, 0])
  expect(await t.db.select({ user: pollVotes.userId }).from(pollVotes)).toEqual([{ user: ada.id }, { user: ada.id }])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('who has a confirmed address of the list finds and answers the paper by the account, as one vote with the link', async () => {
  await using t = await startCircle()
  const { paper, ballot, token } = await t.sent({ changeable: true })
  const [ada, spelled, unconfirmed, stranger] = [
    await t.member('ada@a.example'),
    await t.member('ADA+x@a.example'),
    await t.member('ben@b.example', false),
    await t.make.user(established),
  ]
  const by = { paper: paper.id }
  const found = async (user: { id: number }) => (await t.as(user).call(listOwnBallots, {})).json<unknown[]>()
  const openAs = async (user: { id: number }) =>
    (await t.as(user).call(openBallot, { body: by })).json<Ballot & { code: string }>()
  const answerAs = async (user: { id: number }, option: number) => {
    const { poll, options } = ballot.questions[0]!
    return t.as(user).call(answerBallot, { body: { ...by, answers: [{ poll, option: options[option]!.id }] } })
  }
  const own = { paper: paper.id, title: 'Dues and hall', circle: 'Members', closes_at: paper.closes_at, questions: 2 }

  expect(await found(ada)).toEqual([{ ...own, answered: 0 }])
  for (const other of [unconfirmed, stranger]) {
    expect(await found(other)).toEqual([])
    expect((await openAs(other)).code).toBe('ballot_unknown')
    expect((await answerAs(other, 0)).json()).toMatchObject({ code: 'ballot_unknown' })
  }
  expect((await t.open(by)).json()).toMatchObject({ code: 'not_signed_in' })
  expect((await t.as(ada).call(openBallot, { body: { ...by, token } })).json()).toMatchObject({
    code: 'ballot_unknown',
  })
  expect((await openAs(spelled)).questions.map(({ is_answered: is }) => is)).toEqual([false, false])

  expect((await answerAs(spelled, 0)).statusCode).toBe(200)
  expect(await t.db.select({ user: pollVotes.userId }).from(pollVotes)).toEqual([{ user: spelled.id }])
  expect((await t.answer(ballot, { token }, [1])).statusCode).toBe(200)
  expect((await answerAs(ada, 2)).statusCode).toBe(200)
  expect(await t.counts(paper.polls[0])).toEqual([0, 0, 1])
  for (const user of [ada, spelled]) expect(await found(user)).toEqual([{ ...own, answered: 1 }])
  expect(await t.db.$count(pollVotes)).toBe(1)

  await t.list('email\nben@b.example\n')
  expect([await found(ada), (await openAs(ada)).code]).toEqual([[], 'ballot_unknown'])
  await t.list(threePeople)
  await t.close(paper)
  expect([await found(ada), (await openAs(ada)).state]).toEqual([[], 'closed'])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('a row that comes back after its person answered by account has that answer, and one vote', async () => {
  await using t = await startCircle()
  const { paper, ballot, token } = await t.sent()
  const ada = await t.member('ada@a.example')
  const { poll, options } = ballot.questions[0]!
  const answers = [{ poll, option: options[0]!.id }]
  expect((await t.as(ada).call(answerBallot, { body: { paper: paper.id, answers } })).statusCode).toBe(200)
  await t.list('email\nben@b.example\ncy@c.example\n')
  expect(await t.paperOf(paper)).toMatchObject({ eligible: 3, struck: 1 })
  expect((await t.open({ token })).json()).toMatchObject({ code: 'ballot_unknown' })

  await t.list('email,name\nben@b.example,Ben\ncy@c.example,Cy\nADA+club@a.example,Ada\n')
  expect(await t.paperOf(paper)).toMatchObject({ eligible: 3, struck: 0, late: 0 })
  const again = { token: t.tokensTo('ADA+club@a.example')[0] ?? token }
  const opened = (await t.open(again)).json<Ballot>()
  expect(opened.questions.map(({ is_answered: is }) => is)).toEqual([true, false])
  expect((await t.answer(ballot, again, [1])).json()).toMatchObject({ code: 'ballot_used' })
  expect(await t.counts(poll)).toEqual([1, 0, 0])
})

test('twenty posts of one link at once, and of the account beside it, are one vote in each poll', slow, async () => {
  await using t = await startCircle()
  const { paper, ballot, token } = await t.sent()
  const ada = await t.member('ada@a.example')
  const [dues = 0] = paper.polls
  const option = ballot.questions[0]!.options[2]!.id
  const responses = await Promise.all([
    ...Array.from({ length: 20 }, (_, index) => t.answer(ballot, { token }, [index % 2, index % 2])),
    ...Array.from({ length: 5 }, () => t.as(ada).call(castVote, { params: { id: dues }, body: { option_id: option } })),
  ])
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
  expect((await t.counts(dues)).reduce((sum, votes) => sum + votes, 0)).toBe(1)
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('answers that wait while the paper closes are refused, all of them', async () => {
  await using t = await startCircle()
  const { paper, ballot, token } = await t.sent()
  const outcome = await runDuring(
    t,
    async (tx) => {
      await tx.execute(sql`select from ballots where paper_id = ${paper.id} for update`)
      await tx.execute(sql`update polls set closes_at = now() + interval '1 microsecond' where id = ${paper.polls[1]}`)
    },
    async () => (await t.answer(ballot, { token }, [0, 0])).json(),
  )
  expect(outcome).toMatchObject({ status: 'fulfilled', value: { code: 'ballot_closed' } })
  expect(await t.db.$count(pollVotes)).toBe(0)
})

test('a list that grows mails new rows as late ones, and one that shrinks strikes rows that have a ballot', async () => {
  await using t = await startCircle()
  const { paper } = await t.sent()
  const grown = 'email,name,group\nada@a.example,Ada,North\nben@b.example,Ben,South\ndee@d.example,Dee,North\n'
  expect(await t.list(grown, true)).toMatchObject({ new: 1, gone: 1, struck: 1, late_ballots: 1 })
  await t.list(grown)
  const late = await t.tokenOf('dee@d.example')
  expect((await t.open({ token: late })).json<Ballot>().eligible).toBe(4)
  expect((await t.open({ token: await t.tokenOf('cy@c.example') })).json().code).toBe('ballot_unknown')
  expect(await t.paperOf(paper)).toMatchObject({ eligible: 4, struck: 1, late: 1 })
  await t.list(threePeople)
  expect((await t.open({ token: await t.tokenOf('cy@c.example') })).statusCode).toBe(200)
  expect(t.tokensTo('cy@c.example')).toHaveLength(1)
  expect((await t.as(t.admin).call(deleteCircle, { params: t.circle })).json().code).toBe('circle_in_use')
})

test('a paper names each of its questions that cannot be asked', async () => {
  await using t = await startCircle()
  const options = ['Yes', 'No']
  const questions = [
    { question: 'Raise the dues?', options },
    { question: 'Buy the hall?', options: ['Not sure', 'Undecided'] },
    { question: 'Who should lead?', options: ['Ada', ' ', 'Skip'], no_opinion: [2] },
    { question: 'Buy a boat?', options: [...options, 'Later'], no_opinion: [1, 2] },
    { question: 'Sell it?', options, no_opinion: [4] },
    { question: ' ', options },
    { question: 'Paint it?', options: ['Yes', 'yes'] },
  ]
  const body = { circle: t.circle.id, title: 'Dues', questions, closes_at: new Date(Date.now() + 60_000).toISOString() }
  const response = await t.as(t.admin).call(createPaper, { body })
  expect([response.statusCode, response.json().fields]).toEqual([
    400,
    {
      questions: [
        [
          'Question 3: At least two options must be opinions.',
          'Question 4: At least two options must be opinions.',
          'Question 5: Please choose options of this poll.',
          'Question 6: A question is required.',
          'Question 7: Each option must be different.',
        ].join(' '),
      ],
    },
  ])
})

test('what decides the meaning of votes refuses a field that it would ignore', async () => {
  await using t = await startCircle()
  const { paper, ballot, token } = await t.sent()
  const { circle } = t
  const [{ poll, options }] = ballot.questions as [Ballot['questions'][number]]
  const answers = [{ poll, option: options[0]!.id }]
  const draft = { circle: circle.id, title: 'Dues', closes_at: paper.closes_at }
  const asked = { question: 'Raise the dues?', options: ['Yes', 'No'] }
  const admin = t.as(t.admin)
  const newPoll = { ...asked, category: 'General' }
  const calls = {
    'quorum has no field “percent”': admin.call(createPaper, {
      body: { ...draft, questions: [asked], quorum: { count: 2, percent: 50 } },
    }),
    'questions has no field “no_opinion_options”': admin.call(createPaper, {
      body: { ...draft, questions: [Object.assign({ no_opinion_options: [1] }, asked)] },
    }),
    'anonymous is no field of this call': admin.call(createPaper, {
      body: Object.assign({ anonymous: true }, draft, { questions: [asked] }),
    }),
    'keepers is no field of this call': admin.call(createCircle, {
      body: { name: 'Choir', keepers: ['kim'] } as { name: string },
    }),
    'roll_call_options has no field “abstain”': admin.call(createPoll, {
      body: { ...newPoll, roll_call_options: { yea: 0, nay: 1, abstain: 2 } as { yea: number; nay: number } },
    }),
    'answers has no field “rank”': t.call(answerBallot, {
      body: { token, answers: answers.map((answer) => ({ ...answer, rank: 2 })) },
    }),
    'chek is no field of this call': sendForm(
      t,
      t.admin,
      { ...replaceList, url: `/api/admin/circles/${circle.id}/list/?chek=true` },
      { files: [{ field: 'list', bytes: Buffer.from('email\nada@a.example\n') }] },
    ),
  }
  for (const [detail, call] of Object.entries(calls)) {
    const response = await call
    expect([response.statusCode, response.json().detail.split(',')[0]]).toEqual([400, detail])
  }
  expect([await t.db.$count(papers), await t.db.$count(polls), await t.db.$count(pollVotes)]).toEqual([1, 2, 0])
  expect(await t.db.$count(circleMembers)).toBe(3)
})

test('a row with a code that gets an address is mailed its link, and code, link and account share the vote it has given', async () => {
  await using t = await startCircle()
  const [eve = '', fay = '', gus = ''] = [1, 2, 3].map((n) => codeOf(BigInt(1_000_000_007 * n)) ?? '')
  await t.list(`email,code,id\nada@a.example,,1\n,${eve},2\n,${fay},3\n,${gus},4\n`)
  const paper = await t.draft({ changeable: true })
  await t.send(paper)
  const { polls: ids } = await t.paperOf(paper)
  const ballot = (await t.open({ code: eve })).json<Ballot>()
  // Eve answered an article before, and has an account. Nobody knows the mailbox of Gus.
  const account = await t.member('eve@e.example')
  const [row] = await t.db.select({ voterId: users.voterId }).from(users).where(eq(users.id, account.id))
  await t.db
    .insert(users)
    .values({ voterId: row!.voterId, isMailbox: true, emailVerifiedAt: ago('1 day'), ...deletion })
  for (const [code, option] of [
    [eve, 0],
    [fay, 1],
    [gus, 0],
  ] as const)
    expect((await t.answer(ballot, { code }, [option, option])).statusCode).toBe(200)

  const grown = `email,code,id\nada@a.example,,1\neve@e.example,${eve},2\n,${fay},3\ngus@g.example,,4\n`
  expect(await t.list(grown, true)).toMatchObject({
    new: 0,
    changed: 2,
    addressed: 2,
    unchanged: 2,
    gone: 0,
    late_ballots: 0,
  })
  expect(await t.list(grown)).toMatchObject({ is_applied: true, changed: 2, addressed: 2 })
  expect(await t.list(grown)).toMatchObject({ changed: 0, unchanged: 4 })

  const [ofEve, ofGus] = [await t.tokenOf('eve@e.example'), await t.tokenOf('gus@g.example')]
  expect(await t.paperOf(paper)).toMatchObject({ eligible: 4, late: 0, struck: 0, without_address: 1 })
  for (const key of [{ token: ofEve }, { code: eve }, { token: ofGus }, { code: gus }])
    expect((await t.open(key)).json<Ballot>().questions.map(({ is_answered: is }) => is)).toEqual([true, true])
  expect((await t.as(account).call(listOwnBallots, {})).json()).toMatchObject([{ answered: 2 }])
  expect(
    (
      await t
        .as(account)
        .call(castVote, { params: { id: ids[0]! }, body: { option_id: ballot.questions[0]!.options[1]!.id } })
    ).json(),
  ).toMatchObject({ code: 'already_voted' })
  expect(await t.counts(ids[0])).toEqual([2, 1, 0])
  expect((await t.answer(ballot, { token: ofEve }, [1])).statusCode).toBe(200)
  expect((await t.answer(ballot, { code: gus }, [2])).statusCode).toBe(200)
  expect(await t.counts(ids[0])).toEqual([0, 2, 1])
  expect(await findWrongCounters(t.db)).toEqual([])
  await expect.poll(() => t.db.$count(mails)).toBe(0)
  expect(['ada@a.example', 'eve@e.example', 'gus@g.example'].map((email) => t.tokensTo(email).length)).toEqual([
    1, 1, 1,
  ])
})

test('a row that gets another address gets new links there, and keeps its answers', slow, async () => {
  await using t = await startCircle()
  const [a = '', b = ''] = [1, 2].map((n) => codeOf(BigInt(1_000_000_007 * n)) ?? '')
  const names = ['ada', 'ben', 'cy', 'dee', 'eve']
  const listOf = (domain: string) =>
    `email,code,id\n${names.map((name, n) => `${name}@${domain}.example,${[a, b][n] ?? ''},${n + 1}\n`).join('')}`
  await t.list(listOf('old'))
  const [account, silent] = [await t.member('cy@old.example'), await t.member('dee@old.example')]
  const closed = await t.draft({ title: 'Before' })
  const paper = await t.draft({ changeable: true })
  for (const sent of [closed, paper]) await t.send(sent)
  const [dues = 0] = (await t.paperOf(paper)).polls
  const linksTo = async (name: string, domain: string, count: number) => {
    await expect.poll(() => t.tokensTo(`${name}@${domain}.example`).length).toBe(count)
    return t.tokensTo(`${name}@${domain}.example`)
  }
  const [ofClosed = '', old = ''] = await linksTo('ada', 'old', 2)
  await t.answer((await t.open({ token: ofClosed })).json<Ballot>(), { token: ofClosed }, [0, 0])
  await t.close(closed)
  // Ben answers by his code, and Cy by the account. Ada, Dee and Eve do not answer.
  const ballot = (await t.open({ code: b })).json<Ballot>()
  const [yes] = ballot.questions[0]!.options
  expect((await t.answer(ballot, { code: b }, [1])).statusCode).toBe(200)
  const vote = async (by: { id: number }) =>
    (await t.as(by).call(castVote, { params: { id: dues }, body: { option_id: yes!.id } })).json()
  expect((await vote(account)).code).toBeUndefined()

  const corrected = listOf('new')
  expect(await t.list(corrected, true)).toMatchObject({ new: 0, changed: 5, readdressed: 5, addressed: 0, gone: 0 })
  expect(await t.list(corrected)).toMatchObject({ is_applied: true, readdressed: 5, late_ballots: 0 })
  expect(await t.list(corrected)).toMatchObject({ changed: 0, readdressed: 0, unchanged: 5 })

  // Nothing that keepers see tells who has answered: all get one mail, and all earlier links end.
  const links = new Map<string, string>()
  for (const name of names) links.set(name, (await linksTo(name, 'new', 1))[0] ?? '')
  await expect.poll(() => t.db.$count(mails)).toBe(0)
  const { results: rows } = (await t.as(t.admin).call(listDelivery, { params: paper, querystring: {} })).json()
  expect(rows.map(({ email, delivery, has_answered: has }: DeliveryRow) => [email, delivery, has])).toEqual(
    names.map((name) => [`${name}@new.example`, 'accepted', null]),
  )
  expect((await t.open({ token: old })).json().code).toBe('ballot_unknown')
  expect(await t.paperOf(paper)).toMatchObject({ eligible: 5, late: 0, struck: 0 })
  const told = (email: string) => t.mailbox.mails.find(({ to }) => to?.[0]?.address === email)?.text ?? ''
  const sentence = 'The ballot was answered before that, and the answer stays.'
  expect(names.filter((name) => told(`${name}@new.example`).includes(sentence))).toEqual(['ben', 'cy'])
  expect(
    (await t.db.select({ reason: moderationActions.reason }).from(moderationActions)).map(({ reason }) => reason),
  ).toContain(
    'On the list “Members”, 5 people have another address. New links of ballot papers that are open were mailed there.',
  )

  // The earlier mailbox has lost the right to answer, and the new one has it, also by an account.
  expect(await vote(silent)).toMatchObject({ code: 'not_eligible' })
  expect((await vote(await t.member('dee@new.example'))).code).toBeUndefined()
  expect((await t.answer(ballot, { code: a }, [0])).statusCode).toBe(200)
  const again = { token: links.get('ada') }
  expect((await t.open(again)).json()).toMatchObject({ questions: [{ is_answered: true }, { is_answered: false }] })
  expect((await t.answer(ballot, { token: links.get('eve') }, [1])).statusCode).toBe(200)
  expect(await t.counts(dues)).toEqual([3, 2, 0])
  // The new links of those who answered before change their answer.
  for (const name of ['ben', 'cy']) {
    const changed = await t.answer(ballot, { token: links.get(name) }, [2])
    expect(changed.statusCode).toBe(200)
  }
  expect(await vote(await t.member('ben@new.example'))).toMatchObject({ code: 'not_eligible' })
  expect(await t.counts(dues)).toEqual([2, 1, 2])

  // The paper that had closed is as it was: its seal names the addresses of then.
  expect((await t.open({ token: ofClosed })).json()).toMatchObject({ state: 'closed' })
  const { rows: voters } = await t.db.execute(sql`
    select count(*)::int as ballots, count(k.voter_id)::int as mailboxes, count(*) filter (where b.voter_id = m.voter_id)::int as moved
    from ballots b join circle_members m on m.id = b.member_id left join voter_keys k on k.voter_id = b.voter_id
    where b.paper_id = ${closed.id}`)
  expect(voters).toEqual([{ ballots: 5, mailboxes: 5, moved: 0 }])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('a code of the list opens every open paper of the circle, also if its row gets it later', async () => {
  await using t = await startCircle()
  const [a = '', b = ''] = [1, 2].map((n) => codeOf(BigInt(1_000_000_007 * n)) ?? '')
  await t.list('email\nada@a.example\n')
  const [one, two] = [await t.draft({ title: 'One' }), await t.draft({ title: 'Two' })]
  for (const paper of [one, two]) await t.send(paper)
  const print = async () => (await t.as(t.admin).call(printSheets, { params: one, body: { rows: 'all' } })).json()
  const [sheet] = (await print()).sheets
  expect((await t.open({ code: a })).json().code).toBe('ballot_unknown')

  await t.list(`email,code\nada@a.example,${a}\n`)
  const newest = (await t.open({ code: a })).json<Ballot>()
  expect(newest).toMatchObject({ title: 'Two', others: [{ paper: one.id, title: 'One' }] })
  const earlier = (await t.open({ code: a, paper: one.id })).json<Ballot>()
  expect(earlier).toMatchObject({ title: 'One', others: [{ paper: two.id, title: 'Two' }] })
  expect((await t.open({ code: a, paper: 999 })).json().code).toBe('ballot_unknown')
  // A paper that is sent while somebody types takes no answer of another one.
  const three = await t.draft({ title: 'Three' })
  await t.send(three)
  expect((await t.answer(newest, { code: a }, [0, 0])).statusCode).toBe(200)
  expect((await t.answer(earlier, { code: a }, [1, 1], { paper: one.id })).statusCode).toBe(200)
  expect((await t.answer(earlier, { code: a }, [1])).json().code).toBe('ballot_used')
  expect((await t.open({ code: a })).json<Ballot>().title).toBe('Three')
  // The sheet that was printed before still opens its paper, and only that.
  expect(sheet.code).toBe((await print()).sheets[0].code)
  expect((await t.open({ code: sheet.code })).json()).toMatchObject({ title: 'One', state: 'used', others: [] })

  await t.list(`email,code\nada@a.example,${b}\n`)
  expect((await t.open({ code: a })).json().code).toBe('ballot_unknown')
  expect((await t.open({ code: b })).json<Ballot>().title).toBe('Three')
  await t.list('email\nada@a.example\n')
  expect((await t.open({ code: b })).statusCode).toBe(200)
  await t.list('email\nben@b.example\n')
  expect((await t.open({ code: b })).json().code).toBe('ballot_unknown')
})

test('delivery names who was refused, and reminders go to those without an answer, unless they stopped them', async () => {
  await using t = await startCircle()
  t.mailbox.rejectMailTo('cy@c.example')
  const { paper, ballot, token } = await t.sent()
  await t.tokenOf('ben@b.example')
  await expect.poll(async () => (await t.paperOf(paper)).waiting).toBe(0)
  const delivery = async (filter?: 'refused') =>
    (await t.as(t.admin).call(listDelivery, { params: paper, querystring: { ...(filter && { filter }) } })).json<{
      results: DeliveryRow[]
    }>().results
  expect(await delivery('refused')).toMatchObject([
    {
      email: 'cy@c.example',
      delivery: 'refused',
      server_answer: expect.stringContaining('no such user'),
      has_answered: null,
    },
  ])
  expect(
    (await t.as(t.admin).call(downloadDelivery, { params: paper, querystring: { filter: 'refused' } })).body,
  ).toContain('cy@c.example')

  const remind = async () => (await t.as(t.admin).call(remindPaper, { params: paper })).json()
  expect(await remind()).toMatchObject({ code: 'no_reminder' })
  await t.answer(ballot, { token }, [0, 0])
  const later = () =>
    t.db.execute(
      sql`update papers set sent_at = now() - interval '4 days', reminded_at = array(select unnest(reminded_at) - interval '4 days')`,
    )
  await later()
  await t.db.update(ballots).set({ serverAnswer: 'earlier' })
  expect((await remind()).reminders).toHaveLength(1)
  await expect.poll(() => t.tokensTo('ben@b.example').length).toBe(2)
  expect(new Set(t.tokensTo('ben@b.example')).size).toBe(1)
  expect(t.tokensTo('ada@a.example')).toHaveLength(1)
  await expect.poll(() => t.db.$count(mails)).toBe(0)
  // An answer to a reminder would tell who has answered.
  expect((await delivery()).map(({ email, server_answer: answer }) => [email, answer === 'earlier'])).toEqual([
    ['ada@a.example', true],
    ['ben@b.example', true],
    ['cy@c.example', false],
  ])

  const reminder = t.mailbox.mails.findLast(({ to }) => to?.[0]?.address === 'ben@b.example')
  const stop = /\/unsubscribe\/([\w.-]+)/.exec(JSON.stringify(reminder?.headers))?.[1] ?? ''
  expect((await t.call(unsubscribe, { params: { token: stop } })).json()).toEqual({ kind: 'ballots' })
  await later()
  expect((await remind()).reminders).toHaveLength(2)
  expect((await t.open({ token: await t.tokenOf('ben@b.example') })).statusCode).toBe(200)
})

test('a mail server that is away for a day loses no mail of a ballot, and mails nobody twice', async () => {
  await using t = await startCircle()
  await t.list(threePeople)
  const paper = await t.draft({ closes_at: new Date(Date.now() + 7 * 86_400_000).toISOString() })
  const tries = 4
  t.mailbox.rejectWith(...Array.from({ length: 3 * tries }, () => 451))
  await t.send(paper)
  for (let tried = 1; tried <= tries; tried++) {
    await expect
      .poll(async () => (await t.db.select({ attempts: mails.attempts }).from(mails)).map(({ attempts }) => attempts))
      .toEqual([tried, tried, tried])
    expect(await t.paperOf(paper)).toMatchObject({ waiting: 3, accepted: 0, refused: 0 })
    // Eight hours later.
    await t.db.update(mails).set({ nextAttemptAt: sql`now()`, usefulUntil: sql`useful_until - interval '8 hours'` })
    t.app.outbox.wake()
  }
  await expect.poll(() => t.db.$count(mails)).toBe(0)
  expect(await t.paperOf(paper)).toMatchObject({ waiting: 0, accepted: 3, refused: 0 })
  const mailed = t.mailbox.mails.map(({ to }) => to?.[0]?.address)
  expect([mailed.length, new Set(mailed)]).toEqual([3, new Set(['ada@a.example', 'ben@b.example', 'cy@c.example'])])
})

test('each address of a list is mailed, or named with what the mail server answered', async () => {
  await using t = await startCircle()
  const locals = `!#$%&'*/=?^_\`{|}~-`.split('').map((sign) => `a${sign}b`)
  locals.push('=cmd', '+plus', '-dash', '.dot', 'dot.', '.', 'two..dots', 'x'.repeat(64), 'y'.repeat(65), 'Zo')
  const emails = locals.map((local) => `${local}@a.example`)
  t.mailbox.rejectMailTo('-dash@a.example')
  expect(await t.list(`email\n${emails.join('\n')}\n`)).toMatchObject({ rows: emails.length })
  const paper = await t.draft()
  await t.send(paper)
  await expect.poll(async () => (await t.paperOf(paper)).waiting).toBe(0)
  const rows = (await t.as(t.admin).call(listDelivery, { params: paper, querystring: {} })).json<{
    results: DeliveryRow[]
  }>().results
  // Some addresses are sent in quotes.
  const mailed = t.mailbox.recipients.map((address) => address.replaceAll('"', ''))
  const refused = rows.filter(({ delivery }) => delivery === 'refused')
  expect(refused.map(({ email }) => email)).toEqual(['-dash@a.example', 'two..dots@a.example'])
  expect(refused.filter(({ server_answer: answer }) => !answer)).toEqual([])
  const reached = [...mailed, ...refused.map(({ email }) => email)]
  expect([reached.length, new Set(reached)]).toEqual([emails.length, new Set(emails)])
})

test('keepers see their circle, and who has answered only after the close and from 20 answers on', slow, async () => {
  await using t = await startCircle()
  const keeper = await t.make.user({ username: 'kim', ...established })
  const stranger = await t.make.user(established)
  await t.as(t.admin).call(changeCircle, { params: t.circle, body: { keepers: ['@Kim'] } })
  const codes = Array.from({ length: 40 }, (_, n) => codeOf(BigInt(1_000_000_007 * (n + 1))) ?? '')
    .filter(Boolean)
    .slice(0, 20)
  await t.list(`email,code\nada@a.example,\n${codes.map((code) => `,${code}`).join('\n')}`)
  const paper = await t.draft()
  await t.send(paper)
  const rows = async (user: { id: number }) =>
    (await t.as(user).call(listDelivery, { params: paper, querystring: {} })).json()
  expect((await rows(stranger)).code).toBe('not_found')
  expect((await t.as(stranger).call(getCircle, { params: t.circle })).statusCode).toBe(404)
  expect((await t.as(keeper).call(getCircle, { params: t.circle })).json<Circle>()).toMatchObject({
    is_admin: false,
    keepers: [{ username: 'kim' }],
  })
  expect((await t.upload(threePeople, { check: true, by: keeper })).statusCode).toBe(200)
  expect((await t.upload(threePeople, { check: true, by: stranger })).statusCode).toBe(404)

  const named = async () => (await rows(keeper)).results.map(({ has_answered: has }: DeliveryRow) => has)
  const answerAs = async (key: object) => {
    const opened = await t.open(key)
    const ballot = opened.json<Ballot>()
    expect((await t.answer(ballot, key, [0, 0])).statusCode).toBe(200)
    return ballot
  }
  for (const code of codes.slice(0, 19)) await answerAs({ code })
  expect(await named()).toEqual(Array.from({ length: 1 + codes.length }, () => null))
  await t.close(paper)
  expect(await named()).toEqual(Array.from({ length: 1 + codes.length }, () => null))
  await t.db.execute(sql`update papers set closes_at = now() + interval '1 day'`)
  await t.db.execute(sql`update polls set closes_at = now() + interval '1 day'`)
  const ballot = await answerAs({ token: await t.tokenOf('ada@a.example') })
  expect(ballot.keepers).toHaveLength(1)
  await t.close(paper)
  expect(await named()).toEqual([true, ...codes.map((_, index) => index < 19)])
  expect(readCode(codes[0] ?? '')).toBe(codes[0])
})

test('sheets have the links of the mails, and codes beside those of the list', async () => {
  await using t = await startCircle()
  const { sheets, codes, own, print } = await withSheets(t)
  expect(sheets.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'No mail', 'No mail'])
  expect(sheets[0]?.url).toBe(`https://wtpu.example/ballot#${await t.tokenOf('ada@a.example')}`)
  for (const { code, url } of sheets) {
    expect((await t.open({ code })).statusCode).toBe(200)
    expect((await t.open({ token: url.split('#')[1] })).statusCode).toBe(200)
  }
  for (const code of own) expect((await t.open({ code })).statusCode).toBe(200)
  // A second print ends nothing, and so do answers: who has answered would show.
  await t.answer((await t.open({ code: codes[2] })).json<Ballot>(), { code: codes[2] }, [0, 0])
  expect((await print('without_address')).sheets).toEqual(sheets.slice(2))
  expect(
    (await t.db.select({ reason: moderationActions.reason }).from(moderationActions)).map(({ reason }) => reason),
  ).toEqual(
    expect.arrayContaining(
      [4, 2].map((people) => `Sheets of the ballot paper “Dues and hall” were printed for ${people} people.`),
    ),
  )
})

test('sheets count once, apart from what was given online, which they never replace', async () => {
  await using t = await startCircle()
  const { paper, codes, ballot, enter } = await withSheets(t)
  const [dues = 0, hall = 0] = paper.polls
  await t.answer(ballot, { code: codes[0] }, [0])
  const [online = '', sheet = '', other = ''] = codes

  expect(await enter(online, [1, 1])).toMatchObject({
    code: 'answered_online',
    detail: `The ballot ${online} was answered online. That answer stays, and the sheet does not count.`,
  })
  expect(await enter(sheet.toLowerCase().replaceAll('-', ' '), [1, 1])).toEqual({ code: sheet, state: 'counted' })
  expect(await enter(sheet, [0, 0])).toMatchObject({
    code: 'sheet_entered',
    detail: `The sheet ${sheet} was entered already, and is counted.`,
  })
  expect((await t.answer(ballot, { code: sheet }, [0, 0])).json()).toMatchObject({ code: 'ballot_used' })
  expect(await enter('4GXR-9K2M-7QTB', [0])).toMatchObject({
    code: 'ballot_unknown',
    detail: 'No sheet of this ballot paper has the code 4GXR-9K2M-7QTB. Look for a typing error.',
  })
  expect(await enter(other, [])).toMatchObject({ code: 'invalid' })
  expect([await t.counts(dues), await t.counts(hall)]).toEqual([
    [1, 1, 0],
    [0, 1],
  ])

  await t.close(paper)
  expect(await enter(other, [0])).toMatchObject({
    code: 'ballot_closed',
    detail: `This ballot has closed, so the sheet ${other} does not count.`,
  })
  const method = async (id: number) => (await t.call(getPollTotals, { params: { id } })).json().method
  expect([(await method(dues)).list, (await method(hall)).list]).toMatchObject([{ on_paper: 1 }, { on_paper: 1 }])
  await sealClosedPolls(t.db, t.app.keys)
  const { rows } = await t.db
    .execute(sql`select (entry::json->>'votes')::int as votes, (entry::json->>'paper')::int as paper
    from tally_log where poll_id = any(${sql.param(paper.polls)}::int[]) order by poll_id`)
  expect(rows).toEqual([
    { votes: 2, paper: 1 },
    { votes: 1, paper: 1 },
  ])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('a sheet counts once two people have entered the same, and neither sees what the other entered', async () => {
  await using t = await startCircle()
  const keeper = await t.make.user({ username: 'kim', ...established })
  await t.as(t.admin).call(changeCircle, { params: t.circle, body: { keepers: ['kim'] } })
  const { paper, codes, ballot, enter, left } = await withSheets(t, { two_people: true })
  const [dues = 0] = paper.polls
  const [first = '', second = ''] = codes

  expect(await enter(first, [0, 1])).toEqual({ code: first, state: 'waits' })
  // The same person corrects the own entry.
  expect(await enter(first, [0, 0])).toEqual({ code: first, state: 'waits' })
  expect(await enter(second, [1])).toEqual({ code: second, state: 'waits' })
  expect([await left(), await left(keeper)]).toMatchObject([
    { waiting: 2, by_viewer: 2, different: [] },
    { waiting: 2, by_viewer: 0, different: [] },
  ])
  expect(await enter(first, [0, 0], keeper)).toEqual({ code: first, state: 'counted' })
  expect(await enter(second, [2], keeper)).toEqual({ code: second, state: 'differs' })
  for (const who of [t.admin, keeper]) expect(await left(who)).toMatchObject({ waiting: 0, different: [second] })
  expect(await t.counts(dues)).toEqual([1, 0, 0])
  expect(await enter(second, [2], keeper)).toEqual({ code: second, state: 'waits' })
  expect(await enter(second, [2], keeper)).toEqual({ code: second, state: 'waits' })
  expect(await enter(second, [2])).toEqual({ code: second, state: 'counted' })
  expect(await t.counts(dues)).toEqual([1, 0, 1])
  expect(await t.db.$count(sheetEntries)).toBe(0)
  // Nobody can find out alone who has answered.
  const [, , online = ''] = codes
  await t.answer(ballot, { code: online }, [0])
  expect(await enter(online, [1])).toEqual({ code: online, state: 'waits' })
  expect(await enter(online, [1], keeper)).toMatchObject({ code: 'answered_online' })
  expect(await t.db.$count(sheetEntries)).toBe(0)
  expect(await enter(first, [0], await t.make.user(established))).toMatchObject({ code: 'not_found' })
})

test(
  'of a sheet and links at the same time, one counts, and an answer that changes later is not on paper',
  slow,
  async () => {
    await using t = await startCircle()
    const { paper, codes, ballot, enter } = await withSheets(t, { changeable: false })
    const [dues = 0] = paper.polls
    const all = await Promise.all([
      ...Array.from({ length: 5 }, () => enter(codes[0], [0, 0])),
      ...Array.from({ length: 5 }, async () => (await t.answer(ballot, { code: codes[0] }, [1, 1])).json()),
    ])
    expect(all.filter(({ state, answers }) => state === 'counted' || answers)).toHaveLength(1)
    expect((await t.counts(dues)).reduce((sum, votes) => sum + votes, 0)).toBe(1)

    await t.db.update(papers).set({ isChangeable: true })
    expect(await enter(codes[1], [0, 0])).toMatchObject({ state: 'counted' })
    const onPaper = () =>
      t.db.$count(
        pollVotes,
        sql`is_on_paper and voter_id = (select m.voter_id from circle_members m where name = 'Ben')`,
      )
    expect(await onPaper()).toBe(2)
    expect((await t.answer(ballot, { code: codes[1] }, [1])).statusCode).toBe(200)
    expect(await onPaper()).toBe(1)
    expect(await findWrongCounters(t.db)).toEqual([])
  },
)
