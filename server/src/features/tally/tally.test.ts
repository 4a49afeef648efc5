import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { getAccountData } from '@wtpu/contract/accounts/settings'
import { castVote, getPoll, getPollSummary, listMyVotes, listPolls } from '@wtpu/contract/polls/polls'
import { minVotesOfBallots } from '@wtpu/contract/disclosure'
import { downloadBallots, getPollSeal, listTallyLog, type SignedEntry, tallyKeyPath } from '@wtpu/contract/tally/tally'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runAdminCommand } from '#cli/admin-commands.ts'
import { polls, pollVotes } from '#db/schema/polls.ts'
import { clockHeartbeats, sealedBallots, tallyLog } from '#db/schema/tally.ts'
import { pollRemoval } from '#db/visibility.ts'
import { deleteAccount } from '#features/accounts/account.ts'
import { openFolderStore } from '#media/file-store.ts'
import { expectBlocked } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { sealIfDue } from './schedule.ts'
import { sealClosedPolls } from './seal.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A poll that closed a minute ago, with this many votes by different users: every third one for the second option. */
async function makeClosedPoll(t: TestApp, votes: number, closed = minutesAgo(1)) {
  const poll = await t.make.poll({ options: ['Yes', 'No'], published_at: minutesAgo(60), closes_at: null })
  const voters = await Promise.all(Array.from({ length: votes }, () => t.make.user()))
  for (const [index, user] of voters.entries()) {
    await t.make.vote({ poll, user, option: index % 3 === 2 ? 1 : 0, created_at: minutesAgo(30) })
  }
  await t.db.update(polls).set({ closesAt: closed }).where(eq(polls.id, poll.id))
  return { poll, voters, params: { id: poll.id } }
}

const seal = (t: TestApp) => sealClosedPolls(t.db, t.app.keys)
const logOf = async (t: TestApp) =>
  (await t.db.select().from(tallyLog).orderBy(tallyLog.id)).map(({ entry }) => JSON.parse(entry))

/** Computes the root as RFC 6962 says, without the code that is tested. */
function merkleRoot(lines: string[]): Buffer {
  const hash = (...parts: (string | Buffer)[]) =>
    createHash('sha256')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
      .digest()
  if (lines.length === 1) return hash('\0', lines[0]!)
  const split = 2 ** Math.ceil(Math.log2(lines.length) - 1)
  return hash('\u0001', merkleRoot(lines.slice(0, split)), merkleRoot(lines.slice(split)))
}

test('seals a closed poll: an independent recount of its ballots gives the same counts and root', async () => {
  await using t = await startTestApp()
  const { poll, params } = await makeClosedPoll(t, 21)
  await seal(t)

  const csv = await t.call(downloadBallots, { params })
  const [head, ...lines] = csv.body.trimEnd().split('\n')
  const entry = JSON.parse((await t.call(getPollSeal, { params })).json().entry)

  expect([head, lines.length]).toEqual(['number,option_id', 21])
  expect(lines.every((line) => /^[0-9a-f]{32},\d+$/.test(line))).toBe(true)
  expect(lines).toEqual(lines.toSorted())
  expect(new Set(lines.map((line) => line.slice(0, 32))).size).toBe(21)
  const votesFor = (id: number) => lines.filter((line) => line.endsWith(`,${id}`)).length
  expect(poll.options.map(({ id }) => votesFor(id))).toEqual([14, 7])
  expect(entry).toMatchObject({
    index: 1,
    kind: 'seal',
    poll: poll.id,
    votes: 21,
    counts: poll.options.map(({ id }) => ({ option: id, votes: votesFor(id) })),
    texts: createHash('sha256')
      .update(JSON.stringify([poll.question, ...poll.options.map(({ id, text }) => [id, text])]))
      .digest('hex'),
    root: merkleRoot(lines).toString('hex'),
  })
  const { etag } = csv.headers
  expect(
    (
      await t.app.inject({
        url: `/api/polls/${poll.id}/ballots.csv`,
        headers: { 'if-none-match': `"other", W/${etag}` },
      })
    ).statusCode,
  ).toBe(304)
})

test('says of invented votes that they are, beside what is signed', async () => {
  await using t = await startTestApp()
  const { poll, params } = await makeClosedPoll(t, 21)
  await seal(t)
  const read = async () => {
    t.app.cache.invalidate('/api/polls/')
    const { is_sample: isSample } = (await t.call(getPollSeal, { params })).json()
    const { headers, body } = await t.call(downloadBallots, { params })
    return { isSample, file: String(headers['content-disposition']), body }
  }
  const before = await read()
  await t.db.update(polls).set({ isSample: true }).where(eq(polls.id, poll.id))
  const marked = await read()

  expect([before.isSample, marked.isSample]).toEqual([false, true])
  expect(before.file).toContain(`"wtpu-poll-${poll.id}-ballots.csv"`)
  expect(marked.file).toContain(`"wtpu-poll-${poll.id}-ballots-sample-data.csv"`)
  expect(marked.body).toBe(before.body)
})

test('publishes only the counts of a poll with few votes, and seals neither open polls nor those that just closed', async () => {
  await using t = await startTestApp()
  const few = await makeClosedPoll(t, minVotesOfBallots - 1)
  const enough = await makeClosedPoll(t, minVotesOfBallots)
  const open = await makeClosedPoll(t, 1, new Date(Date.now() + 60_000))
  const justClosed = await makeClosedPoll(t, 1, new Date(Date.now() - 1_000))
  await seal(t)

  const sealed = await t.call(getPollSeal, { params: few.params })
  expect(sealed.json().ballots).toBeNull()
  expect(JSON.parse(sealed.json().entry)).toMatchObject({ votes: minVotesOfBallots - 1, root: null })
  expect((await t.call(downloadBallots, { params: few.params })).statusCode).toBe(404)
  expect((await t.call(downloadBallots, { params: enough.params })).statusCode).toBe(200)
  for (const { params } of [open, justClosed]) expect((await t.call(getPollSeal, { params })).statusCode).toBe(404)
})

test('shows the number of a ballot to its voter only', async () => {
  await using t = await startTestApp()
  const [user, other] = [await t.make.user(), await t.make.user()]
  const poll = await t.make.poll()
  const vote = { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } }
  await t.as(user).call(castVote, vote)
  await t.as(other).call(castVote, vote)

  const [mine] = (await t.as(user).call(listMyVotes, {})).json()
  const data = (await t.as(user).call(getAccountData, {})).json()

  expect(mine).toEqual({
    poll: poll.id,
    option: poll.options[0]!.id,
    ballot: expect.stringMatching(/^[0-9a-f]{32}$/),
    undo_until: expect.any(String),
  })
  expect(data.votes).toMatchObject([{ poll: poll.id, ballot: mine!.ballot }])
  expect((await t.as(other).call(listMyVotes, {})).json()[0]!.ballot).not.toBe(mine!.ballot)
})

test('keeps the seal and the ballots of a removed poll and of deleted accounts', async () => {
  await using t = await startTestApp()
  const { poll, voters, params } = await makeClosedPoll(t, 20)
  await seal(t)
  const before = (await t.call(downloadBallots, { params })).body

  await t.db.update(polls).set(pollRemoval).where(eq(polls.id, poll.id))
  await deleteAccount(t.app, { userId: voters[0]!.id, sessionId: '', email: voters[0]!.email, network: '' })

  expect((await t.call(getPollSeal, { params })).statusCode).toBe(200)
  expect((await t.call(downloadBallots, { params })).body).toBe(before)
})

test('the database rejects changes of the log and the ballots', async () => {
  await using t = await startTestApp()
  await makeClosedPoll(t, 20)
  await seal(t)

  for (const table of [tallyLog, sealedBallots]) {
    await expect(t.db.delete(table)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('append-only') },
    })
    await expect(t.db.update(table).set({ pollId: 5 })).rejects.toMatchObject({ cause: { code: '23001' } })
    await expect(t.db.execute(sql`truncate ${table} cascade`)).rejects.toMatchObject({ cause: { code: '23001' } })
  }
})

test('two servers that seal at once write one entry for each poll', async () => {
  await using t = await startTestApp()
  for (const votes of [1, 20, 2]) await makeClosedPoll(t, votes)

  const servers = Array.from({ length: 4 }, () => sealIfDue(t.db, t.url, t.app.keys))
  await Promise.all(servers)
  await seal(t)

  const log = await logOf(t)
  expect(log.map(({ index, kind, votes }) => [index, kind, votes])).toEqual([
    [0, 'key', undefined],
    [1, 'seal', expect.any(Number)],
    [2, 'seal', expect.any(Number)],
    [3, 'seal', expect.any(Number)],
  ])
  expect(new Set(log.slice(1).map(({ poll }) => poll)).size).toBe(3)
})

test('counts a vote whose transaction began before the poll closed and commits after it', async () => {
  await using t = await startTestApp()
  const { poll, params } = await makeClosedPoll(t, 19)
  const late = await t.make.user()
  const [option] = poll.options

  const sealing = await t.db.transaction(async (tx) => {
    await tx.execute(sql`insert into poll_votes (poll_id, user_id, voter_id, option_id)
      select ${poll.id}, id, voter_id, ${option!.id} from users where id = ${late.id}`)
    const started = seal(t)
    await expectBlocked(t.db)
    return [started]
  })
  await sealing[0]

  expect(JSON.parse((await t.call(getPollSeal, { params })).json().entry)).toMatchObject({ votes: 20 })
})

test('a vote is rejected once the poll has closed, even if its transaction began before', async () => {
  await using t = await startTestApp()
  const user = await t.make.user()
  await t.as(user).call(listMyVotes, {})
  const closes_at = new Date(Date.now() + 1_000)
  const poll = await t.make.poll({ closes_at })

  const vote = await t.db.transaction(async (tx) => {
    // The first statement of the writer's transaction is sent, its second one after the poll has closed.
    await tx.execute(sql`select from users where id = ${user.id} for update`)
    const started = t.as(user).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })
    await tx.execute(sql`select pg_sleep_until(${closes_at.toISOString()}::timestamptz + interval '100 ms')`)
    return [started]
  })

  expect((await vote[0])!.json()).toMatchObject({ code: 'poll_closed' })
  expect(await t.db.$count(pollVotes)).toBe(0)
})

test('a sealed poll stays closed and takes no votes if the clock goes back', async () => {
  await using t = await startTestApp()
  const { poll, params } = await makeClosedPoll(t, 20)
  await seal(t)
  await t.db.update(polls).set({ closesAt: sql`now() + interval '1 hour'` })

  const vote = await t.as(await t.make.user()).call(castVote, { params, body: { option_id: poll.options[0]!.id } })
  expect(vote.json()).toMatchObject({ code: 'poll_closed' })
  expect((await t.call(getPoll, { params })).json()).toMatchObject({ is_closed: true, total_votes: 20 })
  expect((await t.call(listPolls, { querystring: { filter: 'ending_soon' } })).json()).toEqual([])
  const byEnd = (await t.call(listPolls, { querystring: { sort: 'ending_soon' } })).json()
  expect(byEnd).toMatchObject([{ id: poll.id, is_closed: true }])
  expect((await t.call(getPollSummary, {})).json()).toMatchObject({ active_polls: 0, polls_ending_soon: 0 })
})

test.each(['2 minutes', '3 days', '-1 minute'])(
  'sealing waits ten minutes after the clock jumped by %s',
  async (jump) => {
    await using t = await startTestApp()
    const { params } = await makeClosedPoll(t, 1)
    const isSealed = async () => (await t.db.$count(tallyLog)) > 0
    const steady = { id: 1, steadySince: minutesAgo(60) }
    await t.db
      .insert(clockHeartbeats)
      .values({ ...steady, at: sql`now() - ${jump}::interval` })
      .onConflictDoUpdate({ target: clockHeartbeats.id, set: { at: sql`now() - ${jump}::interval` } })

    const sealing = () => sealIfDue(t.db, t.url, t.app.keys)
    await expect(sealing()).rejects.toThrow('clock')
    await expect(sealing()).rejects.toThrow('clock')
    expect(await isSealed()).toBe(false)
    await t.db.update(clockHeartbeats).set({ steadySince: minutesAgo(11) })
    await sealing()
    expect((await t.call(getPollSeal, { params })).statusCode).toBe(200)
  },
)

test('a server that dies while it seals leaves nothing, and the next one seals', async () => {
  await using t = await startTestApp()
  const { params } = await makeClosedPoll(t, 20)

  await t.db.transaction(async (tx) => {
    // The server has written the ballots and waits before it writes the entry. Then its connection ends.
    await tx.execute(sql`lock tally_log in share mode`)
    const dying = Promise.allSettled([sealIfDue(t.db, t.url, t.app.keys)])
    await expectBlocked(t.db)
    await tx.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`)
    expect(await dying).toMatchObject([{ status: 'rejected' }])
  })
  expect([await t.db.$count(sealedBallots), await t.db.$count(tallyLog)]).toEqual([0, 0])
  await seal(t)

  const csv = (await t.call(downloadBallots, { params })).body
  expect(csv.trimEnd().split('\n')).toHaveLength(21)
  expect(await logOf(t)).toMatchObject([{ kind: 'key' }, { kind: 'seal' }])
})

test('seals the other polls if one cannot be sealed', async () => {
  await using t = await startTestApp()
  const [broken, fine] = [await makeClosedPoll(t, 20), await makeClosedPoll(t, 1)]
  await t.db.insert(sealedBallots).values({ pollId: broken.poll.id, piece: 0, lines: Buffer.from('') })

  await expect(seal(t)).rejects.toThrow('1 polls could not be sealed')
  expect((await t.call(getPollSeal, { params: fine.params })).statusCode).toBe(200)
})

test('lists the log in pages and publishes its key', async () => {
  await using t = await startTestApp()
  expect((await t.app.inject(tallyKeyPath)).statusCode).toBe(404)
  await makeClosedPoll(t, 1)
  await seal(t)

  const page = async (after = 0) => (await t.call(listTallyLog, { querystring: { after } })).json()
  const [key, sealed] = (await page()).entries.map(({ entry }: SignedEntry) => JSON.parse(entry))
  expect(await page(1)).toMatchObject({ size: 2, entries: [{ entry: JSON.stringify(sealed) }] })
  expect(await page(2)).toEqual({ size: 2, entries: [] })
  expect((await t.app.inject(tallyKeyPath)).json()).toMatchObject({ kty: 'OKP', crv: 'Ed25519', x: key.public_key })
})

test('the script finds nothing wrong over the rotation of a key, and a log that was replaced', async () => {
  await using t = await startTestApp()
  const { poll, voters } = await makeClosedPoll(t, 20)
  await seal(t)
  const rotated = await runAdminCommand(['tally', 'rotate-key'], async () => ({
    db: t.db,
    config: t.config,
    files: openFolderStore(t.config.dataDir),
  }))
  await makeClosedPoll(t, 1)
  await seal(t)
  const [mine] = (await t.as(voters[2]!).call(listMyVotes, {})).json()
  const origin = await t.app.listen({ port: 0 })
  const folder = temporaryFolder()
  const script = path.join(import.meta.dirname, '../../../../scripts/check-poll.mjs')
  const check = (...args: string[]) =>
    new Promise<{ code: unknown; output: string }>((resolve) => {
      const all = [script, `${origin}/polls/${poll.id}`, '--seen', folder.at('seen.json'), ...args]
      execFile(process.execPath, all, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      )
    })
  expect(rotated).toContain((await t.app.inject(tallyKeyPath)).json().x)
  const found = await check('--ballot', mine!.ballot)
  expect(found).toEqual({ code: 0, output: expect.stringContaining('All right') })
  expect(found.output).toContain('Your ballot: No')
  expect(await check('--ballot', '0'.repeat(32))).toEqual({ code: 1, output: expect.stringContaining('not there') })

  // An attacker with the database, who drops the last entry.
  await t.db.execute(sql`alter table tally_log disable trigger user`)
  await t.db.execute(sql`delete from tally_log where id = 3`)
  await t.db.execute(sql`alter table tally_log enable always trigger tally_log_append_only`)
  expect(await check()).toEqual({ code: 1, output: expect.stringContaining('WRONG: The log was cut short') })
  expect(await check('--other')).toMatchObject({ code: 2 })
})
