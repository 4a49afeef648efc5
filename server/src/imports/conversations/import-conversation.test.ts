import { getCommonGround, getPollGroups } from '@wtpu/contract/common-ground'
import { getPoll, getPollResults, listPolls, type Poll } from '@wtpu/contract/polls/polls'
import { downloadPollTotals, getPollTotals } from '@wtpu/contract/polls/totals'
import { XSadd } from 'ml-xsadd'
import { expect, test } from 'vitest'
import { countAccountsAtClose } from '#db/poll-method.ts'
import { commonGroundLinePolls } from '#db/schema/common-ground.ts'
import { pollOptions, polls, pollTotals, pollVotes } from '#db/schema/polls.ts'
import { runCommonGround } from '#features/common-ground/run.ts'
import { findDue } from '#features/tally/seal.ts'
import { findPublicHead } from '#site/public-head.ts'
import { findPollImage } from '#site/share/find-share-image.ts'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { type Db } from '#db/client.ts'
import { importConversation, type ImportOptions } from './import-conversation.ts'
import { readConversation } from './read-conversation.ts'

const votes = `participant,group-id,n-votes,0,1,2,3
0,0,3,1,-1,0,
1,,1,1,,,
2,1,3,-1,1.0,1,
`
const statements = `comment-id,moderated,comment-body
0,1,"Parks, please"
1,0,More buses
2,-1,Spam
3,1,Unseen
`
const settings = {
  name: 'Our town (Polis, CC BY 4.0)',
  category: 'general',
  openedAt: new Date('2024-03-01'),
  closedAt: new Date('2024-04-01'),
} satisfies ImportOptions

const texts = { 'votes.csv': votes, 'statements.csv': statements }

async function runImport(db: Db, changed: Partial<typeof texts> = {}, options: Partial<ImportOptions> = {}) {
  const { at } = temporaryFolder({ ...texts, ...changed })
  const files = { votes: at('votes.csv'), statements: at('statements.csv') }
  return importConversation(db, await readConversation(files), { ...settings, ...options })
}

const stored = (db: Db) =>
  Promise.all([polls, pollOptions, pollTotals, commonGroundLinePolls].map((table) => db.select().from(table)))

test('imports statements with votes as closed polls, and no single vote', async () => {
  await using t = await startTestApp()

  const outcome = await runImport(t.db)

  expect(outcome).toMatchObject({ participants: 3, votes: 5, polls: { added: 2, updated: 0, unchanged: 0 } })
  expect(outcome.notes).toEqual([
    'Statement 2 was left out, because the moderators rejected it.',
    'Statement 3 was left out: it has no votes.',
  ])
  const found = (await t.call(listPolls, { querystring: { q: 'Our town' } })).json<Poll[]>()
  const shown = found.map(({ question, options, total_votes, is_closed }) => ({
    question,
    total_votes,
    is_closed,
    options: options.map(({ text, vote_count, is_no_opinion = false }) => [text, vote_count, is_no_opinion]),
  }))
  expect(shown.toSorted((a, b) => a.question.localeCompare(b.question))).toEqual([
    {
      question: 'More buses',
      total_votes: 2,
      is_closed: true,
      options: [
        ['Agree', 1, false],
        ['Disagree', 1, false],
        ['Pass', 0, true],
      ],
    },
    {
      question: 'Parks, please',
      total_votes: 3,
      is_closed: true,
      options: [
        ['Agree', 2, false],
        ['Disagree', 1, false],
        ['Pass', 0, true],
      ],
    },
  ])
  expect(await t.db.$count(pollVotes)).toBe(0)
})

test('a second import of the same files changes nothing, and one of new files what is new', async () => {
  await using t = await startTestDatabase()
  const recorded: string[] = []
  const record = async (_: Db, sentence: string) => recorded.push(sentence)
  await runImport(t.db, {}, { record })
  const before = await stored(t.db)

  expect(await runImport(t.db, {}, { record })).toMatchObject({ polls: { added: 0, updated: 0, unchanged: 2 } })
  expect(await stored(t.db)).toEqual(before)

  const changed = {
    'votes.csv': 'participant,1,3\n7,-1,1\n',
    'statements.csv': statements.replace('More buses', 'More trams'),
  }
  const more = await runImport(t.db, changed, { record })
  expect(more).toMatchObject({ votes: 2, polls: { added: 1, updated: 1, unchanged: 0 } })
  expect(recorded).toEqual([
    'The conversation “Our town (Polis, CC BY 4.0)” was imported: 2 polls added, 0 changed.',
    'The conversation “Our town (Polis, CC BY 4.0)” was imported: 1 poll added, 1 changed.',
  ])
  expect(more.notes).toEqual(['No longer in the files, and kept: Parks, please'])
  expect(await t.db.select({ votes: pollTotals.totalVotes }).from(pollTotals).orderBy(pollTotals.pollId)).toEqual([
    { votes: 3 },
    { votes: 1 },
    { votes: 1 },
  ])
})

test('a dry run reports the same and changes nothing', async () => {
  await using t = await startTestDatabase()
  expect(await runImport(t.db, {}, { isDryRun: true })).toMatchObject({ polls: { added: 2 } })
  expect((await stored(t.db)).flat()).toEqual([])
})

test('checks only the statements that are used', async () => {
  await using t = await startTestDatabase()
  const unused = `comment-id,moderated,comment-body\n0,1,Parks\n1,-1.0,\n2,-1,${'x'.repeat(1_001)}\n3,0,Caf\uFFFD\n8,0,\n`

  expect(await runImport(t.db, { 'statements.csv': unused })).toMatchObject({
    polls: { added: 1 },
    notes: [
      'Statement 1 was left out, because the moderators rejected it.',
      'Statement 2 was left out, because the moderators rejected it.',
      'Statement 3 was left out: it has no votes.',
    ],
  })
})

const exchangedVotes = { 'votes.csv': 'participant,0,1\n0,-1,1\n1,-1,1\n2,1,1\n3,-1,-1\n' }
const bothSides = (agrees: number, disagrees: number) =>
  `comment-id,agrees,disagrees,comment-body\n0,${agrees},${disagrees},More parks\n1,${disagrees},${agrees},Fewer buses\n`

test.each<[what: string, changed: Partial<typeof texts>, isRefused: boolean]>([
  ['counts of statements with the signs exchanged', { ...exchangedVotes, 'statements.csv': bothSides(3, 1) }, true],
  ['the same counts', { ...exchangedVotes, 'statements.csv': bothSides(1, 3) }, false],
  ['older counts', { ...exchangedVotes, 'statements.csv': bothSides(1, 2) }, false],
  ['younger counts with the signs exchanged', { ...exchangedVotes, 'statements.csv': bothSides(4, 1) }, true],
  ['counts of both in balance', { ...exchangedVotes, 'statements.csv': bothSides(2, 2) }, false],
  ['counts that are no numbers', { ...exchangedVotes, 'statements.csv': bothSides(Number.NaN, 1) }, false],
  [
    'counts of participants with the signs exchanged',
    { 'votes.csv': 'participant,n-agree,n-disagree,0,1\n0,2,0,-1,-1\n1,1,1,-1,1\n' },
    true,
  ],
  ['the same counts of participants', { 'votes.csv': 'participant,n-agree,n-disagree,0,1\n0,2,0,1,1\n' }, false],
  ['empty counts of participants', { 'votes.csv': 'participant,n-agree,n-disagree,0,1\n0,,,1,1\n' }, false],
])('compares the votes with %s', async (_what, changed, isRefused) => {
  await using t = await startTestDatabase()
  const imported = runImport(t.db, changed)
  if (isRefused) await expect(imported).rejects.toThrow(/votes\.csv: agree and disagree seem to be exchanged\./)
  else expect(await imported).toMatchObject({ polls: { updated: 0 } })
  expect((await stored(t.db)).flat().length > 0).toBe(!isRefused)
})

test.each<[problem: string, changed: Partial<typeof texts>, message: string | RegExp]>([
  [
    'a vote that is none',
    { 'votes.csv': 'participant,0,1\n1,1,1\n2,1,2\n' },
    /votes\.csv, line 3, column 3 \(1\) is "2", not a whole number from -1 to 1\.$/,
  ],
  ['a row too long', { 'votes.csv': 'participant,0\n1,1,1\n' }, /votes\.csv, line 2.* is not valid CSV/],
  [
    'a participant twice',
    { 'votes.csv': 'participant,0\n1,1\n1,1\n' },
    /votes\.csv, line 3, column 1 \(participant\) has 1 a second time\.$/,
  ],
  ['no statements', { 'votes.csv': 'participant,name\n1,1\n' }, /line 2, column 1 \(participant\) is not followed by/],
  ['a statement twice', { 'votes.csv': 'participant,0,0\n1,1,1\n' }, /votes\.csv, line 1 has the column 0 twice\.$/],
  ['no text', { 'votes.csv': 'participant,9\n1,1\n' }, /statements\.csv has no statement 9, which .*votes\.csv has\.$/],
  [
    'an empty text',
    { 'statements.csv': 'comment-id,comment-body\n0,\n' },
    /statements\.csv, line 2, column 2 \(comment-body\) is empty\.$/,
  ],
  [
    'a text too long',
    { 'statements.csv': `comment-id,comment-body\n0,${'x'.repeat(1_001)}\n` },
    /statements\.csv, line 2, column 2 \(comment-body\) is longer than 1000 characters\.$/,
  ],
  [
    'too many statements',
    { 'votes.csv': `participant,${Array.from({ length: 2_001 }, (_, id) => id).join()}\n1${','.repeat(2_001)}\n` },
    /column 2002 \(2000\) is beyond the limit of 2000 statements\.$/,
  ],
])('names file, line and column of %s, and changes nothing', async (_problem, changed, message) => {
  await using t = await startTestDatabase()
  await expect(runImport(t.db, changed)).rejects.toThrow(message)
  expect((await stored(t.db)).flat()).toEqual([])
})

test.each<[problem: string, options: Partial<ImportOptions>, message: string]>([
  ['a category that does not exist', { category: 'Cooking' }, 'There is no category Cooking.'],
  ['an end before the beginning', { closedAt: new Date('2024-02-01') }, 'A conversation ends after it begins.'],
  ['an end to come', { closedAt: new Date('2100-01-01') }, 'Only a conversation that has ended can be imported.'],
])('rejects %s, and changes nothing', async (_problem, options, message) => {
  await using t = await startTestDatabase()
  await expect(runImport(t.db, {}, options)).rejects.toThrow(message)
  expect((await stored(t.db)).flat()).toEqual([])
})

/** 400 people along a line, who answer 20 statements: 4 that all agree with, and 16 that the ends answer differently. */
function plantLine(): typeof texts {
  const random = new XSadd(7)
  const ids = Array.from({ length: 20 }, (_, id) => id)
  const rows = Array.from({ length: 400 }, (_, person) => {
    const position = (person - 200) / 100
    const answers = ids.map((id) => {
      const chance = id < 4 ? 0.85 : 1 / (1 + Math.exp((id % 2 ? -2 : 2) * position))
      return random.random() < 0.05 ? 0 : random.random() < chance ? 1 : -1
    })
    return [person, ...answers].join()
  })
  return {
    'votes.csv': [`participant,${ids.join()}`, ...rows].join('\n'),
    'statements.csv': ['comment-id,comment-body', ...ids.map((id) => `${id},Statement ${id}`)].join('\n'),
  }
}

async function importLine(t: TestApp) {
  const { line } = await runImport(t.db, plantLine())
  const [poll] = (await t.call(listPolls, { querystring: { q: 'Statement 2' } })).json<Poll[]>()
  return { line, poll: poll! }
}

test('the polls of a conversation have its own line, which runs of the site neither use nor change', async () => {
  await using t = await startTestApp()
  const { line, poll } = await importLine(t)
  expect(line.status).toBe('line')
  expect(line.polls.get(2)).toMatchObject({ verdict: 'agree', option: 0 })

  expect(await runCommonGround(t.db)).toMatchObject({ voters: 0, polls: 0, line: { status: 'too_few' } })

  expect((await t.call(getPoll, { params: poll })).json()).toMatchObject({ common_ground_on_line: true })
  expect((await t.call(getPollGroups, { params: poll })).json()).toMatchObject({
    poll: null,
    line: { verdict: 'agree', options: ['Agree', 'Disagree'] },
  })
  expect((await t.call(getCommonGround, {})).json()).toMatchObject({
    line: { agree: [], cross: [], without_verdict: 0 },
  })
})

test('is labeled as imported in the card, the results, the files, the embed, the head and the share image', async () => {
  await using t = await startTestApp()
  const { poll } = await importLine(t)
  const sentence = `Imported from ${settings.name}: 400 people chose to vote by Apr 1, 2024. They are not a sample of the public.`

  expect(poll).toMatchObject({
    imported_from: settings.name,
    description: `Imported from ${settings.name}. These votes were cast elsewhere and count in nothing else on this site.`,
  })
  expect((await t.call(getPollResults, { params: poll })).json()).toMatchObject({ timeline: [], states: [] })
  expect((await t.call(getPollTotals, { params: poll })).json()).toMatchObject({
    method: {
      sentence,
      imported_from: settings.name,
      run_by: settings.name,
      asked_by: 'participant',
      who_could_vote: 'participants of the conversation',
      accounts: null,
      one_vote_for: 'participant',
      results_visible_while_voting: null,
      language: null,
      licence: 'As in the source of the conversation',
    },
  })
  const csv = (await t.call(downloadPollTotals, { params: poll })).body
  expect(csv).toContain(`Imported from,"${settings.name}"`)
  expect(csv).not.toContain('mailbox')
  expect((await t.app.inject(`/embed/polls/${poll.id}`)).body).toContain(sentence)
  const page = pages.find(({ path }) => path === '/results/$pollId')!
  const head = await findPublicHead(t.app, { page, params: { pollId: String(poll.id) } }, new URLSearchParams())
  expect(JSON.stringify(head)).toContain(sentence)
  const site = { publicUrl: 'http://localhost', siteTimeZone: 'America/New_York' }
  expect(await findPollImage(t.db, poll.id, site)).toMatchObject({ isImported: true, sentence })
})

test('a conversation that has just ended is not sealed, and no accounts are counted for it', async () => {
  await using t = await startTestDatabase()
  await runImport(t.db, {}, { closedAt: new Date(Date.now() - 60_000) })

  await countAccountsAtClose(t.db, { votesNeedConfirmedEmail: false, siteTimeZone: 'UTC' })

  expect(await findDue(t.db)).toEqual([])
  expect(await t.db.select({ accounts: polls.accountsAtClose }).from(polls)).toEqual([
    { accounts: null },
    { accounts: null },
  ])
})
