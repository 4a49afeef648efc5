import { minVotesOfVoter } from '@wtpu/contract/disclosure'
import { findGroups } from '../server/src/features/common-ground/groups/find-groups.ts'
import { buildMatrix, type PollVotes } from '../server/src/features/common-ground/groups/vote-matrix.ts'

/**
 * How long a run of Common Ground computes, and how much memory it takes, for 100,000 voters who vote in a part of 500 polls.
 * The goals are 60 s and 1 GB. `node bench/common-ground.ts [VOTERS] [POLLS] [TURNOUT]`
 */
const [voters = 100_000, polls = 500, turnout = 0.2] = process.argv.slice(2).map(Number)
const groups = 4
const goal = { seconds: 60, megabytes: 1024 }

/** What each group prefers in each poll. */
const choices = Array.from({ length: polls * groups }, () => Math.floor(Math.random() * 3))
const votes = Array.from({ length: polls }, (_, poll): PollVotes => {
  const chosen = Array.from({ length: 3 }, (): number[] => [])
  for (let voter = 1; voter <= voters; voter++) {
    if (Math.random() >= turnout) continue
    const own = choices[poll * groups + (voter % groups)] ?? 0
    chosen[Math.random() < 0.3 ? Math.floor(Math.random() * 3) : own]?.push(voter)
  }
  return { id: poll, options: chosen.map((ids, option) => ({ id: poll * 3 + option, voters: Int32Array.from(ids) })) }
})

const start = performance.now()
const { matrix } = buildMatrix(votes, minVotesOfVoter)
const found = findGroups(matrix)
const seconds = (performance.now() - start) / 1000
const megabytes = process.resourceUsage().maxRSS / 1024
const row = (name: string, value: number, unit: string, limit: number) =>
  console.log(`  ${name.padEnd(8)}${value.toFixed(1)} ${unit}, goal ${limit} ${unit}${value > limit ? ': MISSED' : ''}`)
console.log(`  ${voters} voters, ${polls} polls, ${matrix.chosen.length} votes: groups of ${found?.sizes.join(', ')}`)
row('time', seconds, 's', goal.seconds)
row('memory', megabytes, 'MB', goal.megabytes)
if (seconds > goal.seconds || megabytes > goal.megabytes) process.exitCode = 1
