import { Type, type Static } from 'typebox'
import {
  daysOfPolls,
  establishedDays,
  minMembersInPoll,
  minOtherShare,
  minOtherVoters,
  minVotesOfPoll,
  minVotesOfVoter,
  roundedTo,
  sharesRoundedTo,
  smallestCell,
  smallestGroup,
} from './disclosure.ts'
import { failures, type Endpoint } from './endpoint.ts'
import { Id, IdParams, Instant, Nullable } from './schemas.ts'

/**
 * A poll is common ground if the same option leads in every group with at least this share, in percent, also at the lower bound of the
 * one-sided 95 % interval (Wilson).
 */
export const commonGroundShare = 60
/** A poll divides if the leading options of two groups differ, and the shares of both by at least this many points. */
export const dividingPoints = 20
/** Two halves of the polls must order people at least so alike that the order is a line. */
export const minReliability = 0.7
/** With a lower reliability, the parts of the line need more people. */
export const steadyReliability = 0.75
/** If positions correlate more than this with the share of first answers, the order is one of habits, and nothing is said. */
export const mostHabit = 0.6
/** A group whose members give the same answer more often is one account many times, not people of one opinion. */
export const mostAlike = 0.95
/** There is a gap between two groups if of those between them and those around a center at most this part is between them. */
export const mostBetween = 1 / 3
/** No verdict on a poll in which a larger share had no opinion. */
export const mostWithoutOpinion = 1 / 3
/** Common ground is called strongest at one end if the ends differ by this many points. */
export const tiltPoints = 10
export const groupLetters = ['A', 'B', 'C', 'D', 'E'] as const
/** Two groups of the smallest size, and polls in which people can have cast enough votes. */
export const minVoters = 2 * smallestGroup
export const minPolls = minVotesOfVoter
/** The most polls in each list of `getCommonGround`. The CSV has all. */
export const listedPolls = 50
/** An open poll shows that it is common ground after this many votes. */
export const votesUntilBadge = 200

const GroupLetter = Type.Enum(groupLetters)
export type GroupLetter = Static<typeof GroupLetter>

const Group = Type.Object({ id: GroupLetter, size: Type.Integer() })

/** `percents` are whole numbers, in the order of the poll's options. */
const GroupShares = Type.Object({ id: GroupLetter, voters: Type.Integer(), percents: Type.Array(Type.Integer()) })
export type GroupShares = Static<typeof GroupShares>

const verdicts = ['agree', 'divide'] as const
const GroupPoll = Type.Object({
  id: Id,
  question: Type.String(),
  is_closed: Type.Boolean(),
  published_at: Instant,
  options: Type.Array(Type.String()),
  verdict: Nullable(Type.Enum(verdicts)),
  /** Voters could choose that they have no opinion. They are not counted here. */
  has_no_opinion: Type.Boolean(),
  /** The index of the option with the highest agreement. */
  option: Type.Integer(),
  /** The product over the groups of (chosen + 1) / (asked + 2) for this option. */
  agreement: Type.Number(),
  groups: Type.Array(GroupShares),
})
export type GroupPoll = Static<typeof GroupPoll>

/**
 * An answer that one group gives more often than the others: `percent` of its `voters` in this poll, and on average `others` percent of
 * the `other_voters` of the other groups.
 */
const Distinction = Type.Object({
  poll: Id,
  question: Type.String(),
  option: Type.String(),
  percent: Type.Integer(),
  voters: Type.Integer(),
  others: Type.Integer(),
  other_voters: Type.Integer(),
})
export type Distinction = Static<typeof Distinction>

/**
 * `too_few`: not enough votes yet. `no_structure`: nothing clearer than chance. `habit`: the order is mostly that some people take the
 * first answer more often. `no_line`: structure, but no steady order of people.
 */
export const lineStatuses = ['too_few', 'no_structure', 'habit', 'no_line', 'line'] as const

/**
 * `agree`: a majority of each third chose the same option. `cross`: the ends lead with different options. `one_side`: a majority of one
 * end chose an option, and far fewer at the other. `unequal`: the same option leads at both ends, but an answer differs. `too_few`: too
 * few answered to say. `few_opinions`: more than a third had no opinion.
 */
export const lineVerdicts = ['agree', 'cross', 'one_side', 'unequal', 'too_few', 'few_opinions'] as const
export type LineVerdict = (typeof lineVerdicts)[number]

/** The first, middle and last third of the line. */
const Third = Type.Enum([0, 1, 2])
export type Third = Static<typeof Third>

/** `percents` are whole numbers, in the order of the poll's options. 4 is less than 5, 96 is more than 95. */
const LinePart = Type.Object({ voters: Type.Integer(), percents: Type.Array(Type.Integer()) })
export type LinePart = Static<typeof LinePart>

const LinePoll = Type.Object({
  id: Id,
  question: Type.String(),
  is_closed: Type.Boolean(),
  published_at: Instant,
  options: Type.Array(Type.String()),
  verdict: Nullable(Type.Enum(lineVerdicts)),
  /** Voters could choose that they have no opinion. They are not counted here. */
  has_no_opinion: Type.Boolean(),
  /** The index of the option that the verdict is about: of a crossing, the leader of the first end. */
  option: Type.Integer(),
  /** The index of the leader at the last end, if the two ends differ. */
  other: Nullable(Type.Integer()),
  /** The end that chose the option more: 0 the first, 1 the last. Null if the ends do not clearly differ. */
  end: Nullable(Type.Enum([0, 1])),
  thirds: Type.Array(LinePart),
  /** Ten steps. Null with too few answers. */
  steps: Nullable(Type.Array(LinePart)),
})
export type LinePoll = Static<typeof LinePoll>

const Line = Type.Object({
  status: Type.Enum(lineStatuses),
  /** People with enough votes, rounded down. */
  voters: Type.Integer(),
  /** The rank correlation of the orders from two halves of the polls, projected to all polls: one decimal, rounded down. Null if it was not measured. */
  reliability: Nullable(Type.Number()),
  /** The most typical answers of the first and of the last third. */
  ends: Type.Array(Type.Array(Distinction)),
  agree: Type.Array(LinePoll),
  cross: Type.Array(LinePoll),
  one_side: Type.Array(LinePoll),
  unequal: Type.Array(LinePoll),
  /** The numbers of polls with too few answers, of those in which too few had an opinion, and of those where no verdict holds. */
  too_few: Type.Integer(),
  few_opinions: Type.Integer(),
  without_verdict: Type.Integer(),
  method: Type.String(),
})
export type Line = Static<typeof Line>

const Map = Type.Object({
  columns: Type.Integer(),
  rows: Type.Integer(),
  cells: Type.Array(Type.Object({ x: Type.Integer(), y: Type.Integer(), group: GroupLetter, people: Type.Integer() })),
})
export type GroupMap = Static<typeof Map>

/** `too_few`: not enough votes yet. `no_groups`: the votes show no groups that are clearer than chance. */
export const statuses = ['too_few', 'no_groups', 'groups'] as const

export const CommonGround = Type.Object({
  /** Null before the first run. */
  computed_at: Nullable(Instant),
  /** Computed from polls with invented people and votes, also if only some are. */
  is_sample: Type.Boolean(),
  status: Type.Enum(statuses),
  voters: Type.Integer(),
  polls: Type.Integer(),
  /** How many more voters and polls are needed before groups can be found. */
  missing: Type.Object({ voters: Type.Integer(), polls: Type.Integer() }),
  groups: Type.Array(Type.Object({ ...Group.properties, distinctions: Type.Array(Distinction) })),
  /** The number of people between each two groups is clearly less than half of that around their centers. */
  has_gaps: Type.Boolean(),
  map: Nullable(Map),
  agree: Type.Array(GroupPoll),
  divide: Type.Array(GroupPoll),
  line: Line,
})
export type CommonGround = Static<typeof CommonGround>

export const getCommonGround = {
  method: 'GET',
  url: '/api/common-ground/',
  config: { open: true },
  schema: {
    area: 'Polls',
    part: 'common-ground',
    summary: 'Returns what people agree on who usually differ, by groups and along a line.',
    description: `Public, computed at most once an hour from accounts at least ${establishedDays} days old with a confirmed address, and at least ${minVotesOfVoter} votes in polls of the last ${daysOfPolls} days with at least ${minVotesOfPoll} votes. The answer of a group to a poll is included if at least ${minMembersInPoll} of its members voted there, and at least ${minOtherVoters} and ${100 * minOtherShare} percent chose otherwise. Shares come from counts rounded to ${sharesRoundedTo}, numbers of people are rounded down to ${roundedTo}, cells of the map have at least ${smallestCell}. \`agree\` and \`divide\` have the ${listedPolls} clearest polls.`,
    response: { 200: CommonGround, ...failures },
  },
} satisfies Endpoint

export const downloadCommonGround = {
  method: 'GET',
  url: '/api/common-ground/polls.csv',
  config: { open: true },
  schema: {
    area: 'Polls',
    part: 'common-ground',
    summary: 'Downloads how each group voted as CSV.',
    description:
      'One row per poll, option and group, for all polls. The last rows say when and from what it was counted.',
    response: {
      200: { description: 'The shares as CSV (RFC 4180)', content: { 'text/csv': { schema: Type.String() } } },
      ...failures,
    },
  },
} satisfies Endpoint

export const downloadLine = {
  method: 'GET',
  url: '/api/common-ground/line.csv',
  config: { open: true },
  schema: {
    area: 'Polls',
    part: 'common-ground',
    summary: 'Downloads how people along the line voted as CSV.',
    description:
      'One row per poll, option and part of the line, for all polls. The last rows say when and how it was counted.',
    response: {
      200: { description: 'The shares as CSV (RFC 4180)', content: { 'text/csv': { schema: Type.String() } } },
      ...failures,
    },
  },
} satisfies Endpoint

const OwnGroup = Type.Object({
  group: Nullable(GroupLetter),
  /** The viewer's third of the line. */
  third: Nullable(Third),
  /** Whether the viewer takes part; see `common_ground` of `updateAccount`. */
  takes_part: Type.Boolean(),
  /** The viewer's own votes that are most typical of the group, and of the third. */
  why: Type.Array(Distinction),
  why_third: Type.Array(Distinction),
})
export type OwnGroup = Static<typeof OwnGroup>

export const getOwnGroup = {
  method: 'GET',
  url: '/api/common-ground/mine/',
  schema: {
    area: 'Polls',
    part: 'common-ground',
    summary: "Returns the viewer's group and third of the line, and the votes that weigh most.",
    response: { 200: OwnGroup, ...failures },
  },
} satisfies Endpoint

const PollGroups = Type.Object({
  computed_at: Nullable(Instant),
  /** Invented people and votes. */
  is_sample: Type.Boolean(),
  groups: Type.Array(Group),
  /** Null if the poll was not part of the computation or too few members of the groups voted in it. */
  poll: Nullable(GroupPoll),
  /** Null if there is no line, or too few people along it answered. */
  line: Nullable(LinePoll),
})
export type PollGroups = Static<typeof PollGroups>

export const getPollGroups = {
  method: 'GET',
  url: '/api/polls/:id/groups/',
  config: { open: true },
  schema: {
    area: 'Polls',
    part: 'common-ground',
    summary: 'Returns how groups and people along the line of Common Ground voted in a poll.',
    description: `Groups of which fewer than ${minMembersInPoll} members voted in the poll, or almost all chose alike, are left out.`,
    missing: 'Poll',
    params: IdParams,
    response: { 200: PollGroups, ...failures },
  },
} satisfies Endpoint
