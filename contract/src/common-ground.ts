import { Type, type Static } from 'typebox'
import {
  daysOfPolls,
  establishedDays,
  minMembersInPoll,
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
/** A poll divides if the leading options of two groups differ, and the shares of both by at least so many points. */
export const dividingPoints = 20
/** Two halves of the polls must order people at least so alike that the order is a line. */
export const minReliability = 0.7
/** Common ground is called strongest at one end if the ends differ by so many points. */
export const tiltPoints = 10
export const groupLetters = ['A', 'B', 'C', 'D', 'E'] as const
/** Two groups of the smallest size, and polls in which people can have cast enough votes. */
export const minVoters = 2 * smallestGroup
export const minPolls = minVotesOfVoter
/** The most polls in each list of `getCommonGround`. The CSV has all. */
export const listedPolls = 50
/** An open poll shows that it is common ground after so many votes. */
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
 * `agree`: a majority of each third chose the same option. `cross`: the ends lead with different options. `one_side`: a majority of one
 * end chose an option, and far fewer at the other.
 */
export const lineVerdicts = ['agree', 'cross', 'one_side'] as const
export type LineVerdict = (typeof lineVerdicts)[number]

const Map = Type.Object({
  columns: Type.Integer(),
  rows: Type.Integer(),
  cells: Type.Array(Type.Object({ x: Type.Integer(), y: Type.Integer(), group: GroupLetter, people: Type.Integer() })),
})
export type GroupMap = Static<typeof Map>

/** `too_few`: not enough votes yet. `no_groups`: the votes show no groups that are clearer than chance. */
export const statuses = ['too_few', 'no_groups', 'groups'] as const

const CommonGround = Type.Object({
  /** Null before the first run. */
  computed_at: Nullable(Instant),
  status: Type.Enum(statuses),
  voters: Type.Integer(),
  polls: Type.Integer(),
  /** How many more voters and polls are needed before groups can be found. */
  missing: Type.Object({ voters: Type.Integer(), polls: Type.Integer() }),
  groups: Type.Array(Type.Object({ ...Group.properties, distinctions: Type.Array(Distinction) })),
  map: Nullable(Map),
  agree: Type.Array(GroupPoll),
  divide: Type.Array(GroupPoll),
})
export type CommonGround = Static<typeof CommonGround>

export const getCommonGround = {
  method: 'GET',
  url: '/api/common-ground/',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Returns what groups of different opinion agree and differ on.',
    description: `Public, computed at most once an hour from accounts at least ${establishedDays} days old with a confirmed address, and at least ${minVotesOfVoter} votes in polls of the last ${daysOfPolls} days with at least ${minVotesOfPoll} votes. The answer of a group to a poll is included if at least ${minMembersInPoll} of its members voted there. Shares come from counts rounded to ${sharesRoundedTo}, numbers of people are rounded down to ${roundedTo}, cells of the map have at least ${smallestCell}. \`agree\` and \`divide\` have the ${listedPolls} clearest polls.`,
    response: { 200: CommonGround, ...failures },
  },
} satisfies Endpoint

export const downloadCommonGround = {
  method: 'GET',
  url: '/api/common-ground/polls.csv',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Downloads how each group voted as CSV.',
    description:
      'One row per poll, option and group, for all polls. The last rows say when and from what it was counted.',
    response: {
      200: { description: 'The shares as CSV (RFC 4180)', content: { 'text/csv': { schema: Type.String() } } },
      ...failures,
    },
  },
} satisfies Endpoint

const OwnGroup = Type.Object({
  group: Nullable(GroupLetter),
  /** Whether the viewer takes part; see `common_ground` of `updateAccount`. */
  takes_part: Type.Boolean(),
  /** The viewer's own votes that are most typical of the group. */
  why: Type.Array(Distinction),
})
export type OwnGroup = Static<typeof OwnGroup>

export const getOwnGroup = {
  method: 'GET',
  url: '/api/common-ground/mine/',
  schema: {
    area: 'Polls',
    summary: "Returns the viewer's own group and the votes that weigh most.",
    response: { 200: OwnGroup, ...failures },
  },
} satisfies Endpoint

const PollGroups = Type.Object({
  computed_at: Nullable(Instant),
  groups: Type.Array(Group),
  /** Null if the poll was not part of the computation or too few members of the groups voted in it. */
  poll: Nullable(GroupPoll),
})
export type PollGroups = Static<typeof PollGroups>

export const getPollGroups = {
  method: 'GET',
  url: '/api/polls/:id/groups/',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Returns how each group of Common Ground voted in a poll.',
    description: `Groups of which fewer than ${minMembersInPoll} members voted in the poll are left out.`,
    missing: 'Poll',
    params: IdParams,
    response: { 200: PollGroups, ...failures },
  },
} satisfies Endpoint
