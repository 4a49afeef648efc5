import { readFileSync } from 'node:fs'
import { accountsThatReveal } from '@wtpu/contract/disclosure'
import { expect, test } from 'vitest'

test('the record of what figures tell names how many accounts an attacker needs, as the thresholds say', () => {
  const record = readFileSync('docs/adr/0013-disclosure-control.md', 'utf8')
  const needed = [...record.matchAll(/^\| ([^|]+?) +\|.*\| (\d+)\b[^|]*\|$/gm)].map(([, figure, accounts]) => [
    figure,
    Number(accounts),
  ])
  expect(Object.fromEntries(needed)).toEqual({
    'results of a state, ratings from home': accountsThatReveal.stateResult,
    'answers of a group of a list': accountsThatReveal.listGroup,
    'who leads clearly in a state': accountsThatReveal.clearLead,
    'curve of a poll over time': accountsThatReveal.pollCurve,
    'how voters came to a poll': accountsThatReveal.arrivals,
    'shares of a group in a poll': accountsThatReveal.groupAnswer,
    'shares of a part of the line in a poll': accountsThatReveal.lineAnswer,
    'rank of a comment by agreement': accountsThatReveal.commentRank,
    'reason that a part of the people finds fair': accountsThatReveal.reasonShare,
    'mark of a fair account of the other side': accountsThatReveal.fairAccount,
    'badge "Valued across groups"': accountsThatReveal.valuedAcrossGroups,
    'cells of the map': accountsThatReveal.mapCell,
    'ballots of a closed poll': accountsThatReveal.ballots,
    'live totals of a poll': accountsThatReveal.liveTotals,
    'votes of blocked accounts, taken out': accountsThatReveal.votesTakenOut,
    'answers that waited for an email': accountsThatReveal.waitedAnswers,
    'participants, votes today, ratings of 90 days': accountsThatReveal.numbersInTens,
  })
})
