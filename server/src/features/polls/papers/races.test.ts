import type { Ballot } from '@wtpu/contract/circles/on-demand/ballots'
import { changeCircle, type Circle, getCircle, type ListReport } from '@wtpu/contract/circles/on-demand/circles'
import { codeOf } from '@wtpu/contract/circles/on-demand/codes'
import { deletePaper, remindPaper } from '@wtpu/contract/circles/on-demand/papers'
import { enterSheet, type Entered, printSheets } from '@wtpu/contract/circles/on-demand/sheets'
import { castVote } from '@wtpu/contract/polls/polls'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { ballots, circleMembers, paperPolls, papers, sheetEntries } from '#db/schema/circles.ts'
import { mails } from '#db/schema/mails.ts'
import { polls, pollVotes } from '#db/schema/polls.ts'
import { findOrCreateVoter } from '#db/voters.ts'
import { established } from '#testing/ago.ts'
import { type CircleSite, startCircle, threePeople, withSheets } from '#testing/circle-site.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { expectBlocked, runDuring, slow } from '#testing/races.ts'

/** Two people who keep a circle, and act at once. */
async function makeKeeper(t: CircleSite) {
  const keeper = await t.make.user({ username: 'kim', ...established })
  await t.as(t.admin).call(changeCircle, { params: t.circle, body: { keepers: ['kim'] } })
  return keeper
}
const peopleFrom = (from: number, to: number) =>
  `email,name\n${Array.from({ length: to - from }, (_, index) => `p${from + index}@p.example,P ${from + index}`).join('\n')}\n`

test('two keepers who apply the same list at once make each row and its late ballot once', slow, async () => {
  await using t = await startCircle()
  const keeper = await makeKeeper(t)
  const { paper } = await t.sent()
  for (let round = 1; round <= 5; round++) {
    const grown = `${threePeople}${peopleFrom(0, 10 * round)
      .split('\n')
      .slice(1)
      .join('\n')}`
    const reports = (await Promise.all([t.upload(grown), t.upload(grown, { by: keeper })])).map((response) =>
      response.json<ListReport>(),
    )
    expect(reports.map((report) => report.new).toSorted((a, b) => a - b)).toEqual([0, 10])
    expect(reports.map(({ late_ballots: late }) => late).toSorted((a, b) => a - b)).toEqual([0, 10])
    expect([await t.db.$count(circleMembers), await t.db.$count(ballots)]).toEqual([3 + 10 * round, 3 + 10 * round])
  }
  expect(await t.paperOf(paper)).toMatchObject({ eligible: 53, late: 50, struck: 0 })
  await expect.poll(() => t.db.$count(mails)).toBe(0)
  expect(new Set(t.mailbox.recipients).size).toBe(53)
  expect(t.mailbox.recipients).toHaveLength(53)
})

test('of two lists at once, the list is the one that came last, and the people of both are counted', slow, async () => {
  await using t = await startCircle()
  const keeper = await makeKeeper(t)
  const { paper } = await t.sent()
  const [one, other] = [peopleFrom(0, 20), peopleFrom(10, 30)]
  const responses = await Promise.all([t.upload(one), t.upload(other, { by: keeper })])
  const reports = responses.map((response) => response.json<ListReport>())
  const [last, second] = reports[0]!.gone > 3 ? [one, reports[0]!] : [other, reports[1]!]
  expect(second).toMatchObject({ new: 10, unchanged: 10, struck: 10, gone: 10 })
  const { rows: members } = await t.db.execute<{ email: string }>(
    sql`select email from circle_members where struck_at is null`,
  )
  const wanted = last
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0])
  expect(new Set(members.map(({ email }) => email))).toEqual(new Set(wanted))
  expect(await t.paperOf(paper)).toMatchObject({ eligible: 33, late: 30, struck: 13 })
})

test('a list that grows while a paper is sent gives each row one ballot, on time or late', slow, async () => {
  await using t = await startCircle()
  for (let round = 1; round <= 5; round++) {
    await t.list(peopleFrom(0, 20 * round))
    const paper = await t.draft()
    const [sent, grown] = await Promise.all([t.send(paper), t.upload(peopleFrom(0, 20 * round + 20))])
    expect([sent.statusCode, grown.statusCode]).toEqual([200, 200])
    const { eligible, late } = await t.paperOf(paper)
    expect(eligible).toBe(20 * round + 20)
    expect([0, 20]).toContain(late)
    const counted = await t.db
      .select({ eligible: polls.eligible })
      .from(polls)
      .innerJoin(paperPolls, eq(paperPolls.pollId, polls.id))
      .where(eq(paperPolls.paperId, paper.id))
    expect(counted).toEqual([{ eligible }, { eligible }])
  }
})

test('a draft is either sent or deleted, and reminders and sheets of two people at once are one', slow, async () => {
  await using t = await startCircle()
  const keeper = await makeKeeper(t)
  await t.list(threePeople)
  for (let round = 0; round < 10; round++) {
    const paper = await t.draft()
    const acts = [() => t.send(paper), () => t.as(t.admin).call(deletePaper, { params: { id: paper.id } })]
    const outcomes = await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
    const ofPaper = await t.db.$count(paperPolls, eq(paperPolls.paperId, paper.id))
    const isThere = (await t.db.$count(papers, eq(papers.id, paper.id))) === 1
    expect([ofPaper, outcomes.filter(({ statusCode }) => statusCode === 200).length]).toEqual([isThere ? 2 : 0, 1])
  }

  const paper = await t.draft()
  await t.send(paper)
  await expect.poll(() => t.db.$count(mails)).toBe(0)
  const before = t.mailbox.mails.length
  await t.db.execute(sql`update papers set sent_at = now() - interval '4 days' where id = ${paper.id}`)
  const reminders = await Promise.all(
    [t.admin, keeper].map((user) => t.as(user).call(remindPaper, { params: { id: paper.id } })),
  )
  expect(reminders.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  await expect.poll(() => t.db.$count(mails)).toBe(0)
  expect(t.mailbox.mails.length - before).toBe(3)
  const printed = await Promise.all(
    [t.admin, keeper].map((user) => t.as(user).call(printSheets, { params: { id: paper.id }, body: { rows: 'all' } })),
  )
  expect(printed[0]?.json().sheets).toHaveLength(3)
  expect(printed[1]?.json()).toEqual(printed[0]?.json())
})

test(
  'a sheet that two people enter at once counts once if they entered the same, and not at all if not',
  slow,
  async () => {
    await using t = await startCircle()
    const keeper = await makeKeeper(t)
    const { paper, codes, ballot, left } = await withSheets(t, { two_people: true })
    const enter = async (code: string, by: { id: number }, option: number): Promise<Entered> => {
      const answers = ballot.questions.map(({ poll, options }) => ({ poll, option: options[option]!.id }))
      return (await t.as(by).call(enterSheet, { params: { id: paper.id }, body: { code, answers } })).json()
    }
    const both = (code: string, options: [number, number]) =>
      Promise.all([enter(code, t.admin, options[0]), enter(code, keeper, options[1])])
    for (const code of codes.slice(0, 3))
      expect((await both(code, [0, 0])).map(({ state }) => state).toSorted()).toEqual(['counted', 'waits'])
    expect(await t.counts(paper.polls[0])).toEqual([3, 0, 0])
    const [, , , differs = ''] = codes
    expect((await both(differs, [0, 1])).map(({ state }) => state).toSorted()).toEqual(['differs', 'waits'])
    expect(await left()).toMatchObject({ waiting: 0, different: ['No mail, 4'] })
    expect(await t.db.$count(pollVotes)).toBe(6)
    expect(await t.db.$count(sheetEntries)).toBe(1)
    expect(await findWrongCounters(t.db)).toEqual([])
  },
)

test('two admins who name keepers at once leave those of one of them', slow, async () => {
  await using t = await startCircle()
  const other = await t.make.user({ role: 'admin', ...established })
  const names = ['ann', 'bob', 'cleo', 'dan']
  for (const username of names) await t.make.user({ username, ...established })
  const name = (by: { id: number }, keepers: string[]) =>
    t.as(by).call(changeCircle, { params: t.circle, body: { keepers } })
  for (let round = 0; round < 10; round++) {
    const responses = await Promise.all([name(t.admin, names.slice(0, 3)), name(other, names.slice(2))])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const { keepers } = (await t.as(t.admin).call(getCircle, { params: t.circle })).json<Circle>()
    expect([names.slice(0, 3), names.slice(2)]).toContainEqual(keepers.map(({ username }) => username).toSorted())
  }
})

test('an answer by a code, whose row gets an address meanwhile, is the vote of the mailbox', slow, async () => {
  await using t = await startCircle()
  const codes = Array.from({ length: 60 }, (_, n) => codeOf(BigInt(1_000_000_007 * (n + 1))) ?? '').filter(Boolean)
  await t.list(`code\n${codes.join('\n')}\n`)
  const paper = await t.draft({ changeable: true })
  await t.send(paper)
  const ballot = (await t.open({ code: codes[0] })).json<Ballot>()
  const answer = async (code: string) => (await t.answer(ballot, { code }, [0, 0])).json()
  const [first] = await t.db.select({ id: circleMembers.id }).from(circleMembers).orderBy(circleMembers.id)
  const voter = await findOrCreateVoter(t.db, t.app.voterKey('first@e.example'))
  const change = async (tx: Db) => {
    await tx.execute(sql`select from ballots for no key update`)
    await tx.execute(
      sql`update circle_members set voter_id = ${voter}, email = 'first@e.example' where id = ${first?.id}`,
    )
    await tx.execute(sql`update ballots set voter_id = ${voter} where member_id = ${first?.id}`)
  }
  expect(await runDuring(t, change, () => answer(codes[0] ?? ''))).toMatchObject({ value: { answers: [{}, {}] } })

  const named = codes.slice(1).map((code, index) => `p${index}@e.example,${code}`)
  const list = `email,code\nfirst@e.example,${codes[0]}\n${named.join('\n')}\n`
  const [uploaded, ...answers] = await Promise.all([t.upload(list), ...codes.slice(1).map(answer)])
  expect(uploaded.json()).toMatchObject({ changed: named.length, addressed: named.length, gone: 0 })
  expect(answers.filter((stored) => stored.answers?.length === 2)).toHaveLength(named.length)
  const { rows } = await t.db.execute(sql`
    select count(*)::int as votes, count(distinct v.voter_id)::int as voters, count(distinct k.voter_id)::int as mailboxes
    from poll_votes v join circle_members m on m.voter_id = v.voter_id join voter_keys k on k.voter_id = m.voter_id`)
  expect(rows).toEqual([{ votes: 2 * codes.length, voters: codes.length, mailboxes: codes.length }])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test(
  'of an old link, a new link and an account at once, a row whose address is corrected has one vote',
  slow,
  async () => {
    await using t = await startCircle()
    const count = 30
    const listOf = (domain: string) =>
      `email,id\n${Array.from({ length: count }, (_, n) => `p${n}@${domain}.example,${n}\n`).join('')}`
    await t.list(listOf('old'))
    const paper = await t.draft()
    await t.send(paper)
    const [dues = 0] = (await t.paperOf(paper)).polls
    const tokens = await Promise.all(Array.from({ length: count }, (_, n) => t.tokenOf(`p${n}@old.example`)))
    const ballot = (await t.open({ token: tokens[0] })).json<Ballot>()
    const option = ballot.questions[0]!.options[1]!.id
    const vote = (by: { id: number }) => t.as(by).call(castVote, { params: { id: dues }, body: { option_id: option } })
    const accounts = new Map<number, { id: number }>()
    for (let n = 0; n < count; n += 3) accounts.set(n, await t.member(`p${n}@old.example`))

    // An answer by the old link waits for the list, and finds that its link has ended.
    const [row] = await t.db.select({ id: ballots.id, hash: ballots.tokenHash }).from(ballots).orderBy(ballots.id)
    const change = (tx: Db) => tx.execute(sql`update ballots set token_hash = sha256(seed) where id = ${row?.id}`)
    const late = await runDuring(t, change, async () => (await t.answer(ballot, { token: tokens[0] }, [0])).json())
    expect(late).toMatchObject({ value: { code: 'ballot_unknown' } })
    await t.db.update(ballots).set({ tokenHash: row!.hash }).where(eq(ballots.id, row!.id))
    // So does a vote by the account, whose mailbox has lost the ballot.
    const lose = async (tx: Db) => {
      await tx.execute(sql`select from users where id = ${accounts.get(0)!.id} for no key update`)
      await tx.execute(sql`update ballots set voter_id = -1 where id = ${row?.id}`)
    }
    const voted = await runDuring(t, lose, async () => (await vote(accounts.get(0)!)).json())
    expect(voted).toMatchObject({ value: { code: 'not_eligible' } })
    await t.db.execute(
      sql`update ballots set voter_id = m.voter_id from circle_members m where m.id = member_id and ballots.id = ${row?.id}`,
    )

    const [uploaded, ...given] = await Promise.all([
      t.upload(listOf('new')),
      ...tokens.map(async (token, n) => {
        const account = accounts.get(n)
        return (await (account ? vote(account) : t.answer(ballot, { token }, [0]))).statusCode
      }),
    ])
    expect(uploaded.json()).toMatchObject({ readdressed: count, new: 0, gone: 0 })
    const before = given.filter((status) => status === 200).length
    const links = await Promise.all(Array.from({ length: count }, (_, n) => t.tokenOf(`p${n}@new.example`)))
    const after = await Promise.all(links.map(async (token) => (await t.answer(ballot, { token }, [1])).statusCode))
    expect(after.filter((status) => status === 200)).toHaveLength(count - before)
    expect((await t.counts(dues)).reduce((sum, votes) => sum + votes, 0)).toBe(count)
    expect(await t.paperOf(paper)).toMatchObject({ eligible: count, late: 0, struck: 0 })
    for (const account of accounts.values())
      expect(['not_eligible', 'already_voted']).toContain((await vote(account)).json().code)
    expect(await findWrongCounters(t.db)).toEqual([])
  },
)

test('an account of the old address that is created while its row gets another address has no vote', slow, async () => {
  await using t = await startCircle()
  await t.list('email,id\nold@a.example,1\n')
  const paper = await t.draft()
  await t.send(paper)
  const [dues = 0] = (await t.paperOf(paper)).polls
  const ballot = (await t.open({ token: await t.tokenOf('old@a.example') })).json<Ballot>()
  const option = ballot.questions[0]!.options[1]!.id
  const register = async () => {
    const account = await t.member('old@a.example')
    return t.as(account).call(castVote, { params: { id: dues }, body: { option_id: option } })
  }

  // The list stops at its last statement but one, when it has looked which ballots are answered.
  let vote: ReturnType<typeof register> | undefined
  await runDuring(
    t,
    (tx) => tx.execute(sql`lock table moderation_actions in share mode`),
    () => t.list('email,id\nnew@a.example,1\n'),
    async () => {
      vote = register()
      await Promise.race([vote, expectBlocked(t.db, 2)])
    },
  )
  expect((await vote)?.json().code).toBe('not_eligible')
  const answered = await t.answer(ballot, { token: await t.tokenOf('new@a.example') }, [0])
  expect(answered.statusCode).toBe(200)
  expect(await t.counts(dues)).toEqual([1, 0, 0])
})

test('mails that wait or leave while addresses are corrected bring one link to each new address', slow, async () => {
  await using t = await startCircle()
  const people = Array.from({ length: 40 }, (_, n) => n)
  const listOf = (domain: string) => `email,id\n${people.map((n) => `p${n}@${domain}.example,${n}\n`).join('')}`
  await t.list(listOf('old'))
  const paper = await t.draft()
  t.mailbox.answerAfter(150)
  await t.send(paper)
  await expect.poll(() => t.mailbox.recipients.length).toBeGreaterThan(0)
  expect(await t.list(listOf('new'))).toMatchObject({ readdressed: 40 })
  t.mailbox.answerAfter(0)
  await expect.poll(() => t.db.$count(mails), { timeout: 20_000 }).toBe(0)

  expect(await t.paperOf(paper)).toMatchObject({ accepted: 40, waiting: 0, refused: 0 })
  for (const n of people) {
    expect(t.tokensTo(`p${n}@old.example`).length).toBeLessThanOrEqual(1)
    const [token, ...others] = t.tokensTo(`p${n}@new.example`)
    expect([(await t.open({ token })).statusCode, others]).toEqual([200, []])
  }
  expect(people.filter((n) => t.tokensTo(`p${n}@old.example`).length === 0).length).toBeGreaterThan(0)
})
