import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listMyPoliticians } from '@wtpu/contract/my-politicians'
import { getPollComparison } from '@wtpu/contract/roll-call-comparison'
import { describeRollCall, outcomeText, positionText } from '@wtpu/contract/on-demand/roll-call-sentence'
import {
  getAgreement,
  getRollCall,
  getVotingSummary,
  listPoliticianVotes,
  listPositions,
  listRollCalls,
  type PoliticianVote,
} from '@wtpu/contract/roll-calls'
import { getPolitician, listMyRatings } from '@wtpu/contract/politicians'
import { getUser } from '@wtpu/contract/accounts/accounts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'
import {
  makeListedRollCall,
  makeRollCallPage,
  makeVote,
  noAgreement,
  source,
  votingSummary,
} from '#testing/fake-roll-calls.ts'
import { makePolitician } from '#features/politicians/fixtures.ts'
import { makePoll } from '#features/polls/fixtures.ts'

const data = path.resolve(import.meta.dirname, '../../../../../shared/data/voteview')
const present = existsSync(data)
if (!present) console.log(`Skipping the tests on all questions of Congress: ${data} does not exist.`)

/** One vote for each question and result of the data, with positions in turn. */
function readVotes(): PoliticianVote[] {
  const found = new Map<string, PoliticianVote>()
  for (const chamber of ['house', 'senate'] as const) {
    const file = readFileSync(path.join(data, `${chamber === 'house' ? 'H' : 'S'}119_rollcalls.csv`), 'utf8')
    for (const line of file.trim().split('\n').slice(1)) {
      const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|\r?$)/g)].map(([, cell = '']) =>
        cell.replace(/^"|"$/g, ''),
      )
      const [result = '', description = '', question = ''] = cells.slice(14)
      if (question.startsWith('Election')) continue
      const position = (['yea', 'nay', 'present', 'not_voting'] as const)[found.size % 4]
      const id = found.size + 1
      const title = description.slice(0, 300) || question
      found.set(
        `${chamber} ${question} ${result}`,
        makeVote({ id, chamber, question, result, title, bill: null, position }),
      )
    }
  }
  return [...found.values()].map((vote, index) => ({
    ...vote,
    id: index + 1,
    bill: index % 2 ? `H.R. ${index}` : null,
  }))
}

describe.skipIf(!present)('every question of Congress', () => {
  const votes = present ? readVotes() : []

  const open = (page: string) => {
    const fake = fakeApi()
    fake.respondError(getUser, { status: 404 })
    fake.respond(getPolitician, makePolitician({ id: 3, name: 'Pat Doe', state: 'NY' }))
    fake.respond(listMyRatings, [])
    fake.respond(getVotingSummary, votingSummary)
    const results = votes.map((vote) => ({
      poll: { id: vote.id, question: 'Should it?' },
      roll_call: vote,
      answer: 'Yes',
      my_position: 'yea' as const,
      answered_before: true,
      position: vote.position as 'yea',
    }))
    const counts = { common: votes.length, agreed: 1 }
    fake.respond(getAgreement, { ...noAgreement, ...counts, before: counts, results, next: null })
    fake.respond(listPoliticianVotes, { results: votes, next: null, count: votes.length })
    fake.respond(listRollCalls, { results: votes.map((vote) => makeListedRollCall(vote)), next: null, count: 1 })
    const mine = { district: 12, polls: [], new_votes: 0, new_polls: 0, agreement: { ...noAgreement, ...counts } }
    const official = { ...makePolitician({ id: 3, name: 'Pat Doe', state: 'NY' }), ...mine, votes }
    fake.respond(listMyPoliticians, { state: 'NY', district: 12, needs_district: false, results: [official], source })
    signedIn()
    openPage(page)
  }

  /** The sentences of votes that their texts lack. */
  const missingIn = (texts: (string | null)[], ofVote: (vote: PoliticianVote) => string[]) =>
    votes.flatMap((vote, index) => ofVote(vote).filter((text) => !texts[index]?.includes(text)))
  const against = (vote: PoliticianVote) => describeRollCall(vote).against ?? ''
  const result = (vote: PoliticianVote) => describeRollCall(vote).result
  const position = (vote: PoliticianVote) => positionText(vote, vote.position)

  test('is part of the sentence in the table of a profile, and in common votes', async () => {
    expect(votes.length).toBeGreaterThan(45)
    open('/politicians/3?tab=records')
    // The first test of the file also waits until the code of the tab is transformed.
    const table = (await screen.findByText('Voting records', {}, { timeout: 20_000 })).closest('table')
    const rows = [...(table?.tBodies[0]?.rows ?? [])].map(({ cells }) => [...cells].map((cell) => cell.textContent))
    expect(
      missingIn(
        rows.map((row) => row[2]!),
        (vote) => [position(vote), against(vote)],
      ),
    ).toEqual([])
    expect(rows.map((row) => row[3])).toEqual(votes.map(result))
    await userEvent.click(await screen.findByText(/^You agreed on/, { ignore: '.sr-only' }))
    const common = within(await screen.findByRole('list', { name: 'Common votes with Pat Doe' }))
    expect(
      missingIn(
        common.getAllByRole('listitem').map((row) => row.textContent),
        (vote) => [position(vote), against(vote)],
      ),
    ).toEqual([])
  })

  test('is part of the sentence in the last votes of representatives', async () => {
    open('/dashboard')
    const list = within(await screen.findByRole('region', { name: 'Last votes of Pat Doe' }))
    expect(
      missingIn(
        list.getAllByRole('listitem').map((row) => row.textContent),
        (vote) => [position(vote), against(vote), result(vote)],
      ),
    ).toEqual([])
  })

  test('is part of the list of roll calls', async () => {
    open('/roll-calls')
    const list = within(await screen.findByRole('list', { name: 'Votes of Congress' }))
    expect(
      missingIn(
        list.getAllByRole('listitem').map((row) => row.textContent),
        (vote) => [outcomeText(vote), against(vote)],
      ),
    ).toEqual([])
  })

  test.each([['On Motion to Refer'], ['On the Cloture Motion'], ['On the Nomination'], ['On Passage']])(
    'heads the page of a roll call and the comparison with a poll: %s',
    async (question) => {
      const vote = votes.find((one) => one.question === question)!
      const fake = fakePolls({
        polls: [
          makePoll({
            is_closed: true,
            roll_call: { ...vote, yea_option: 11, nay_option: 12 },
          }),
        ],
      })
      fake.respond(getRollCall, makeRollCallPage(vote))
      const pat = { politician: 3, name: 'Pat Doe', party: 'D', state: 'NY', position: vote.position } as const
      fake.respond(listPositions, { results: [pat], next: null, count: 1 })
      fake.respond(getPollComparison, {
        roll_call: { ...vote, yeas: 52, nays: 47 },
        majority: null,
        source,
        needs_home: false,
        parties: [],
        my_representatives: [{ politician: { id: 3, name: 'Pat Doe', party: 'D', state: 'NY' }, position: 'nay' }],
        my_state: null,
      })
      signedIn()
      const { router } = openPage(`/roll-calls/${vote.id}`)
      const words = describeRollCall(vote)
      expect(await screen.findByRole('heading', { level: 1, name: words.headline })).toBeTruthy()
      expect(await screen.findByRole('columnheader', { name: `Vote ${words.about('yea')}` })).toBeTruthy()
      if (words.against) expect(screen.getByText(words.against)).toBeTruthy()
      await router.navigate({ to: '/polls/{-$pollId}', params: {} })
      const region = await screen.findByRole('region', { name: 'How Congress voted: Question 1?' })
      for (const text of [outcomeText(vote), positionText(vote, 'nay'), words.against ?? '']) {
        expect(region.textContent).toContain(text)
      }
    },
  )
})
