import {
  type CommonGround,
  type GroupLetter,
  minPolls,
  minVoters,
  mostWithoutOpinion,
} from '@wtpu/contract/common-ground'
import { minNewMembersInPoll, minVotesOfVoter, minVotesOnLine, tellsChoices } from '@wtpu/contract/disclosure'
import { isPublished, judge, roundCounts, type GroupAnswer, type Verdict } from './groups/agreement.ts'
import { findGroups, type FoundGroups } from './groups/find-groups.ts'
import { nameGroups } from './groups/letters.ts'
import { drawMap } from './groups/map.ts'
import { at, buildMatrix, type PollVotes, withoutVoters } from './groups/vote-matrix.ts'
import type { LineAnswers } from './line/answers.ts'
import { withoutFalseOpinion } from './line/first-takers.ts'
import { findOrder } from './line/find-line.ts'
import { type JudgedLine, judgeLine } from './line/judge-line.ts'

interface AnswerOfGroup extends GroupAnswer {
  group: GroupLetter
}

/** What the last run published. */
interface Before {
  members: ReadonlyMap<number, GroupLetter>
  answers: ReadonlyMap<number, AnswerOfGroup[]>
  lineAnswers: ReadonlyMap<number, LineAnswers>
  /** The number of groups. */
  groups: number
}

export interface Found {
  status: CommonGround['status']
  voters: number
  polls: number
  groups: { id: GroupLetter; size: number }[]
  hasGaps: boolean
  map: CommonGround['map']
  members: Map<number, GroupLetter>
  judged: ({ pollId: number; answers: AnswerOfGroup[] } & Verdict)[]
  line: JudgedLine
}

const farMoreAlike = 0.1
const nothingBefore: Before = { members: new Map(), answers: new Map(), lineAnswers: new Map(), groups: 0 }

/** Finds the groups, the line and what is agreed on. */
export function computeCommonGround(all: readonly PollVotes[], before = nothingBefore): Found {
  const votes = withoutFalseOpinion(all)
  const ofOthers = judgeLine(votes, before.lineAnswers)
  // If the remaining people have no order, the result says that the order was one of habits.
  const isHabit = votes !== all && ofOthers.status === 'no_structure' && orderOf(all) === 'habit'
  const line: JudgedLine = isHabit ? { ...ofOthers, status: 'habit' } : ofOthers
  const { voters, matrix } = buildMatrix(votes, minVotesOfVoter)
  const isEnough = voters.length >= minVoters && votes.length >= minPolls
  // Groups that a habit makes are none, and neither is one that hides the order of all others.
  const candidates = isEnough && line.status !== 'habit' ? findGroups(matrix) : undefined
  const found = candidates && !hidesOrder(votes, voters, candidates, line.status) ? candidates : undefined
  const none = { groups: [], hasGaps: false, map: null, members: new Map<number, GroupLetter>(), judged: [] }
  const counts = { voters: voters.length, polls: votes.length, line }
  if (!found) return { status: isEnough ? 'no_groups' : 'too_few', ...none, ...counts }

  const letters = nameGroups(found.groups, voters, before.members)
  const letterOf = (group: number) => letters[group] ?? 'A'
  const members = new Map(Array.from(voters, (voter, row) => [voter, letterOf(at(found.groups, row))]))
  const groups = found.sizes
    .map((size, group) => ({ id: letterOf(group), size }))
    .toSorted((a, b) => a.id.localeCompare(b.id))
  const known = before.groups === groups.length ? before.answers : new Map<number, AnswerOfGroup[]>()
  const judged = votes.flatMap((poll) => judgePoll(poll, groups, members, known.get(poll.id)) ?? [])
  const { hasGaps } = found
  return { status: 'groups', groups, hasGaps, map: drawMap(found, letters), members, judged, ...counts }
}

const orderOf = (votes: readonly PollVotes[]) => findOrder(buildMatrix(votes, minVotesOnLine).matrix).status

/**
 * Whether a group that is far more alike than all others hides an order: without it, the others form a line. Of camps that are alike
 * equally, any two without the third would form one, too.
 */
function hidesOrder(
  votes: readonly PollVotes[],
  voters: Int32Array,
  { groups, alike }: FoundGroups,
  status: JudgedLine['status'],
): boolean {
  if (status === 'line') return false
  return alike.some((share, group) => {
    if (alike.some((other, index) => index !== group && share < other + farMoreAlike)) return false
    const out = new Set(voters.filter((_voter, row) => groups[row] === group))
    return orderOf(withoutVoters(votes, out)) === 'line'
  })
}

/**
 * The published answers of the groups to a poll, without those of groups that chose almost alike. Undefined with fewer than two:
 * nothing can be compared.
 */
function judgePoll(
  { id, options, withoutOpinion = 0 }: PollVotes,
  groups: { id: GroupLetter }[],
  members: ReadonlyMap<number, GroupLetter>,
  before: AnswerOfGroup[] = [],
): Found['judged'][number] | undefined {
  const answers = new Map(
    groups.map((group) => [group.id, { group: group.id, asked: 0, chosen: options.map(() => 0) }]),
  )
  for (const [position, { voters }] of options.entries()) {
    for (const voter of voters) {
      const answer = answers.get(members.get(voter) ?? 'A')
      if (!answer || !members.has(voter)) continue
      answer.asked += 1
      answer.chosen[position] = (answer.chosen[position] ?? 0) + 1
    }
  }
  const published = [...answers.values()].flatMap((answer) => {
    const last = before.find(({ group }) => group === answer.group)
    if (!isPublished(answer, last)) return []
    const stable = last && isWithinMinimum(answer, last) ? last : answer
    return tellsChoices(stable.chosen) ? [] : stable
  })
  if (published.length < 2) return undefined
  const judged = judge(published.map(roundCounts), groups.length)
  const verdict = withoutOpinion > mostWithoutOpinion ? null : judged.verdict
  return { pollId: id, answers: published, ...judged, verdict }
}

/** What was published stays until enough has changed, so that the difference of two readings is never that of a few people. */
const isWithinMinimum = (now: GroupAnswer, last: GroupAnswer): boolean =>
  now.chosen.length === last.chosen.length &&
  now.chosen.every((count, option) => Math.abs(count - (last.chosen[option] ?? 0)) < minNewMembersInPoll) &&
  Math.abs(now.asked - last.asked) < minNewMembersInPoll
