import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listBestReasons, type PollReasons } from '@wtpu/contract/polls/on-demand/reasons'
import { eq, sql } from 'drizzle-orm'
import { XSadd } from 'ml-xsadd'
import { describe, expect, test } from 'vitest'
import { commonGroundMembers } from '#db/schema/common-ground.ts'
import { reasonJudgements, reasonRanks, reasons } from '#db/schema/reasons.ts'
import { users } from '#db/schema/accounts.ts'
import { deletion } from '#db/visibility.ts'
import { startTestApp } from '#testing/test-app.ts'
import { rankReasons } from './rank-reasons.ts'

interface Judged {
  /** The place of the reason and of the judge among all people. */
  reason: number
  judge: number
  fair: boolean
}

/** A poll in which this many people voted in turn for one of two answers. The first of them have given a reason. */
async function startPoll({ people, written }: { people: number; written: number }) {
  const t = await startTestApp()
  const poll = await t.make.poll()
  const [yes, no] = poll.options
  await t.db.execute(sql`insert into users (first_name, last_name, username, email, email_verified_at, created_at)
    select 'Casey', 'Judge', 'judge' || n, 'judge' || n || '@wtpu.example', now(), now() - interval '10 days'
    from generate_series(1, ${people}::int) n`)
  await t.db.execute(sql`insert into poll_votes (poll_id, user_id, voter_id, option_id)
    select ${poll.id}, id, voter_id, case when id % 2 = 0 then ${yes!.id}::int else ${no!.id}::int end from users`)
  await t.db.execute(sql`update poll_options set vote_count = 1`)
  await t.db.execute(sql`
    insert into reasons (id, poll_id, user_id, option_id, text, text_hash, is_named, shown_at)
    select row_number() over (order by user_id), poll_id, user_id, option_id, 'Reason', sha256(user_id::text::bytea), false,
      now() - interval '1 hour'
    from poll_votes order by user_id limit ${written}`)
  const judge = async (judged: Judged[]) => {
    await t.db.execute(sql`insert into reason_judgements (reason_id, voter_id, user_id, is_fair)
      select judged.reason, who.voter_id, who.id, judged.fair
      from json_to_recordset(${JSON.stringify(judged)}) as judged (reason int, judge int, fair boolean)
        join (select id, voter_id, row_number() over (order by id) as place from users) who on who.place = judged.judge`)
    await t.db.execute(sql`update reasons set judgement_count = counted.judged, fair_count = counted.fair
      from (select reason_id, count(*) as judged, count(*) filter (where is_fair) as fair from reason_judgements group by 1) counted
      where reasons.id = counted.reason_id`)
    await rankReasons(t.db)
  }
  const best = async () => {
    t.app.cache.invalidate('/api/polls/')
    return (await t.as({ id: 1 }).call(listBestReasons, { params: poll })).json<PollReasons>().answers
  }
  /** Puts people on the line: a third at each end. */
  const draw = (established: number) =>
    t.db.execute(sql`insert into ${commonGroundMembers} (voter_id, third)
      select voter_id, (row_number() over (order by id) - 1) / ceil(count(*) over () / 3.0)::int
      from (select id, voter_id from users order by id limit ${established}) who`)
  return Object.assign(t, { judge, best, draw })
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('without groups and a line, the voters of both answers judge, and shares move after ten new judgements', async () => {
  await using t = await startPoll({ people: 80, written: 1 })
  const odd = range(1, 40).map((n) => 2 * n - 1)
  const even = range(1, 40).map((n) => 2 * n)
  const [one] = await t.db.select().from(reasons)
  const given = (judges: number[], fair: (index: number) => boolean) =>
    judges.map((judge, index) => ({ reason: one!.id, judge, fair: fair(index) }))
  const shown = async () =>
    (await t.best()).flatMap(({ best }) => best).map(({ judged_by, fair }) => ({ judged_by, fair }))

  await t.judge([...given(odd.slice(1, 11), (n) => n < 8), ...given(even.slice(0, 9), () => true)])
  expect(await shown()).toEqual([])
  // The new account waits until it is established.
  await t.db
    .update(users)
    .set({ createdAt: sql`now()` })
    .where(sql`id = ${even[9]!}`)
  await t.judge(given([even[9]!], () => true))
  expect(await shown()).toEqual([])
  await t.db
    .update(users)
    .set({ createdAt: sql`now() - interval '8 days'` })
    .where(sql`id = ${even[9]!}`)
  await t.judge([])
  // The part that has the most votes comes first: of equal ones, the first answer.
  expect(await shown()).toEqual([{ judged_by: 'answers', fair: [100, 80] }])
  await t.judge([...given(odd.slice(11, 20), () => false), ...given(even.slice(10, 19), () => false)])
  expect(await shown()).toEqual([{ judged_by: 'answers', fair: [100, 80] }])
  await t.judge(given([odd[20]!], () => false))
  expect(await shown()).toEqual([{ judged_by: 'answers', fair: [100, 40] }])
})

test('what only one end finds fair comes after what is fair to people all along the line', async () => {
  await using t = await startPoll({ people: 90, written: 4 })
  await t.draw(90)
  // Reasons 1 and 3 are of one answer. Two thirds find all of 1 fair, and three fifths of everybody find 3 fair.
  const given = (reason: number, fair: (judge: number) => boolean) =>
    range(5, 90).map((judge) => ({ reason, judge, fair: fair(judge) }))
  await t.judge([...given(1, (judge) => judge <= 60), ...given(3, (judge) => judge % 5 < 3)])
  const [, no] = await t.best()
  expect(no!.best.map(({ id, judged_by, fair }) => [id, judged_by, fair])).toEqual([
    [3, 'line', [62, 60, 60]],
    [1, 'line', [100, 100, 0]],
  ])
})

test('of the best that are hidden, the next one takes the place at once, and changes of ranks leave the indexes alone', async () => {
  await using t = await startPoll({ people: 90, written: 10 })
  await t.draw(90)
  // Reasons 1, 3, 5, 7 and 9 are of one answer. The later, the less fair.
  await t.judge(
    range(1, 10).flatMap((reason) =>
      range(11, 90).map((judge) => ({ reason, judge, fair: (judge * 7) % 10 >= reason - 1 })),
    ),
  )
  const shown = async () => (await t.best())[1]!.best.map(({ id }) => id)
  expect(await shown()).toEqual([1, 3, 5])
  await t.db.update(reasons).set(deletion).where(eq(reasons.id, 3))
  expect(await shown()).toEqual([1, 5, 7])
  const { rows } = await t.db.execute<{ column: string }>(sql`
    select distinct a.attname as column from pg_index i join pg_attribute a on a.attrelid = i.indexrelid
    where i.indrelid = 'reason_ranks'::regclass order by 1`)
  expect(rows.map(({ column }) => column)).toEqual(['option_id', 'place', 'poll_id', 'reason_id'])
})

test.each<[clique: string, isInClique: (judge: number) => boolean, noise: number, parts: 'line' | 'answers']>([
  ['at one end of the line', (judge) => judge <= 120, 0, 'line'],
  ['at one end, which errs in 10 % of its judgements', (judge) => judge <= 120, 0.1, 'line'],
  ['at both ends', (judge) => judge <= 60 || judge > 240, 0, 'line'],
  ['at both ends, which errs', (judge) => judge <= 60 || judge > 240, 0.1, 'line'],
  ['all along the line', (judge) => judge % 5 < 2, 0, 'line'],
  ['all along the line, which errs', (judge) => judge % 5 < 2, 0.1, 'line'],
  ['without a line, and 300 new accounts', (judge) => judge % 5 < 2, 0.1, 'answers'],
])('a clique of 40 percent %s brings none of its reasons into the first three', async (_, isInClique, noise, parts) => {
  await using t = await startPoll({ people: 600, written: 40 })
  await t.db.execute(sql`update users set created_at = now()
    where id in (select id from users order by id offset 300)`)
  if (parts === 'line') await t.draw(300)
  const random = new XSadd(7)
  const isOfClique = (reason: number) => reason % 5 < 2
  // They find their own fair and skip all others, like the new accounts. Others find one in five of theirs fair.
  const fairness = range(1, 40).map((reason) => (isOfClique(reason) ? 0.2 : 0.5 + 0.4 * random.random()))
  const judged = range(1, 40).flatMap((reason) =>
    range(1, 600).flatMap((judge) => {
      if (judge === reason || random.random() < 0.4) return []
      const ofClique = isOfClique(reason) ? 1 - noise : noise
      const share = judge > 300 || isInClique(judge) ? ofClique : (fairness[reason - 1] ?? 0)
      return [{ reason, judge, fair: random.random() < share }]
    }),
  )
  await t.judge(judged)
  const answers = await t.best()
  expect(answers.map(({ best }) => best.length)).toEqual([3, 3])
  expect(answers.flatMap(({ best }) => best).filter(({ id }) => isOfClique(id))).toEqual([])
  expect(await t.db.$count(reasonJudgements)).toBe(judged.length)
})

test('people who take a side, and agree about what is poor, are no clique', async () => {
  await using t = await startPoll({ people: 300, written: 40 })
  await t.draw(300)
  const random = new XSadd(7)
  // Each end finds the reasons for its answer fair. Every fourth reason is poor.
  const shareOf = (reason: number, judge: number) => {
    if (reason % 4 === 0) return 0.1
    return judge <= 100 || judge > 200 ? Math.abs(Number(judge > 200) - 0.1 - 0.8 * (reason % 2)) : 0.9
  }
  await t.judge(
    range(1, 40).flatMap((reason) =>
      range(1, 300).flatMap((judge) => ({ reason, judge, fair: random.random() < shareOf(reason, judge) })),
    ),
  )
  const found = await t.db.select({ parts: reasonRanks.judgedParts }).from(reasonRanks)
  expect(found.map(({ parts }) => parts.map(({ judged }) => judged))).toEqual(
    Array.from({ length: 40 }, () => [100, 100, 100]),
  )
})

test('of accounts of the other side, honest ones are marked in nine of ten cases, and caricatures in one of twenty', async () => {
  const [people, written] = [400, 400]
  await using t = await startPoll({ people, written })
  await t.db.execute(sql`update polls set asks_other_side = true`)
  // Each author writes for the answer of the others: those with even numbers for that of the odd ones.
  await t.db.execute(
    sql`update reasons set of_other_side = true, option_id = (select id from poll_options o where o.id <> option_id limit 1)`,
  )
  const random = new XSadd(7)
  const isHonest = (reason: number) => Math.floor(reason / 2) % 2 === 0
  const shares = range(1, written).map((reason) =>
    isHonest(reason) ? 0.8 + 0.15 * random.random() : 0.1 + 0.4 * random.random(),
  )
  const marked = async () => {
    const rows = await t.db
      .select({ id: reasons.id })
      .from(reasons)
      .where(sql`is_fair_account`)
    const honest = rows.filter(({ id }) => isHonest(id)).length
    return [honest / (written / 2), (rows.length - honest) / (written / 2)] as const
  }
  // Those of the author's own side find all fair, which marks nothing.
  await t.judge(
    range(1, written).flatMap((reason) =>
      range(1, 30).flatMap((n) => {
        const judge = ((reason + 2 * n - 1) % people) + 1
        return judge === reason ? [] : [{ reason, judge, fair: true }]
      }),
    ),
  )
  expect(await marked()).toEqual([0, 0])
  for (let round = 0; round < 4; round++) {
    await t.judge(
      range(1, written).flatMap((reason) =>
        range(1, 15).map((n) => {
          const judge = ((reason + 2 * (15 * round + n) - 2) % people) + 1
          return { reason, judge, fair: random.random() < (shares[reason - 1] ?? 0) }
        }),
      ),
    )
  }
  const [honest, caricatures] = await marked()
  expect(honest).toBeGreaterThanOrEqual(0.9)
  expect(caricatures).toBeLessThanOrEqual(0.05)
})

const data = path.resolve(import.meta.dirname, '../../../../../shared/data/polis')
const present = existsSync(data)
const title = present ? 'real conversations' : 'real conversations (skipped: ../shared/data/polis is absent)'

/**
 * Statements of Polis as reasons, votes as judgements (1 is fair, -1 and 0 are not), its groups as groups. The orders and bounds are
 * those of a second implementation: in Python, `m = p + z*z/(2*n); s = z*sqrt(p*(1-p)/n + z*z/(4*n*n)); (m - s)/(1 + z*z/n)` with
 * z = 1.6449 for each group with ten judgements, and the smaller of both.
 */
const conversations: [file: string, ranked: number, first: [statement: number, bound: number][]][] = [
  [
    'brexit-consensus.csv',
    48,
    [
      [19, 0.8469],
      [14, 0.8424],
      [1, 0.8071],
      [17, 0.7969],
      [46, 0.7852],
    ],
  ],
  [
    'football-concussions.csv',
    46,
    [
      [1, 0.4898],
      [50, 0.4461],
      [26, 0.418],
      [8, 0.4164],
      [9, 0.3989],
    ],
  ],
  [
    'scoop-hivemind.taxes.csv',
    78,
    [
      [80, 0.6672],
      [39, 0.6553],
      [46, 0.6284],
      [105, 0.6121],
      [7, 0.5783],
    ],
  ],
  [
    'vtaiwan.uberx.csv',
    99,
    [
      [40, 0.8936],
      [16, 0.8674],
      [7, 0.8578],
      [111, 0.7438],
      [64, 0.7244],
    ],
  ],
]

describe.runIf(present)(title, () => {
  test.each(conversations)('ranks the statements of %s like a second implementation', async (file, ranked, first) => {
    const [head = [], ...people] = readFileSync(path.join(data, file), 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','))
    const statements = head.slice(6)
    await using t = await startPoll({ people: people.length, written: statements.length })
    await t.db.execute(sql`insert into ${commonGroundMembers} (voter_id, "group")
      select voter_id, (array['A', 'B'])[chosen."group" + 1]
      from json_to_recordset(${JSON.stringify(people.map((row, index) => ({ place: index + 1, group: row[1] || null })))})
        as chosen (place int, "group" int)
        join (select voter_id, row_number() over (order by id) as place from users) who using (place)
      where chosen."group" is not null`)
    await t.judge(
      people.flatMap((row, person) =>
        statements.flatMap((_, index) => {
          const vote = row[index + 6]
          return vote ? [{ reason: index + 1, judge: person + 1, fair: Number(vote) === 1 }] : []
        }),
      ),
    )
    const { rows } = await t.db.execute<{ id: number; fairness: number }>(
      sql`select reason_id as id, fairness from reason_ranks where fairness is not null order by fairness desc`,
    )
    expect(rows).toHaveLength(ranked)
    const found = rows.slice(0, first.length).map(({ id, fairness }) => [Number(statements[id - 1]), fairness])
    expect(found).toEqual(first.map(([statement, bound]) => [statement, expect.closeTo(bound, 3)]))
  })
})
