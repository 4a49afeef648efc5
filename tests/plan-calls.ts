import * as boilerRoom from '@wtpu/contract/boiler-room/follows'
import * as mutesAndBlocks from '@wtpu/contract/boiler-room/mutes-and-blocks'
import type { Endpoint } from '@wtpu/contract/endpoint'
import { listMentionable } from '@wtpu/contract/mentions'
import { getRecentAccounts, listMailDomains } from '@wtpu/contract/accounts/mail-domains'
import { listPeople, peopleFilters } from '@wtpu/contract/accounts/people'
import { listSameNetwork } from '@wtpu/contract/accounts/same-network'
import { getRetention } from '@wtpu/contract/accounts/retention'
import * as notifications from '@wtpu/contract/notifications/notifications'
import * as politicians from '@wtpu/contract/politicians'
import * as polls from '@wtpu/contract/polls/polls'
import { listPendingAnswers } from '@wtpu/contract/polls/pending-answers'
import { getRecentVoters } from '@wtpu/contract/polls/on-demand/recent-voters'
import { getQuestionOfTheDay } from '@wtpu/contract/polls/question-of-the-day'
import * as scheduled from '@wtpu/contract/polls/scheduled'
import { getRollCallFile } from '@wtpu/contract/roll-call-files'
import { getPollComparison } from '@wtpu/contract/roll-call-comparison'
import * as myPoliticians from '@wtpu/contract/my-politicians'
import * as rollCalls from '@wtpu/contract/roll-calls'
import { getManagedParts } from '@wtpu/contract/site/on-demand/part-facts'
import * as posts from '@wtpu/contract/boiler-room/posts'
import * as postComments from '@wtpu/contract/boiler-room/comments'
import * as postHashtags from '@wtpu/contract/boiler-room/hashtags'
import { encodeCursor } from '#server/http/cursor.ts'
import { reducedScale } from '../bench/large/scale.ts'
import { nthWord } from '../bench/large/words.ts'

/** A fifth of the votes and a twentieth of the posts: enough rows that a scan is a bad plan, and not more than a test needs. */
export const scale = { ...reducedScale(0.05), votes: 200_000, ratings: 200_000 }

/** The user with the most votes, the one who follows and mutes the most people, one who follows three, and an admin. */
export type Viewer = 'voter' | 'followsMany' | 'followsFew' | 'admin'

const list = (querystring: object) => [polls.listPolls, { querystring: { limit: 20, ...querystring } }] as const
const directory = (querystring: object) =>
  [politicians.listPoliticians, { querystring: { limit: 10, ...querystring } }] as const
type Call = readonly [Endpoint, { querystring?: object; params?: object }, Viewer?]

const tabs: Call[] = [{}, { filter: 'trending' }, { filter: 'recent' }, { filter: 'ending_soon' }].map(list)
const sorts: Call[] = ['newest', 'oldest', 'most_votes', 'ending_soon'].flatMap((sort) => [
  list({ sort }),
  list({ sort, category: '3' }),
  list({ sort, politician: '5' }),
  list({ sort, q: 'river dams 42' }),
])
const others: Call[] = [
  [notifications.listNotifications, { querystring: { limit: 20 } }],
  [notifications.listNotifications, { querystring: { limit: 20, filter: 'unread' } }],
  [notifications.listFollowedPoliticians, {}],
  [listMentionable, { querystring: { q: 'al' } }, 'followsMany'],
  list({ politician: 'Alma Abbott0' }),
  list({ filter: 'politician' }),
  list({ filter: 'live' }),
  list({ filter: 'live', category: '3' }),
  list({ q: 'question 4711' }),
  [polls.listPolls, { querystring: {} }],
  [polls.listFeaturedPolls, {}],
  [getQuestionOfTheDay, {}],
  [scheduled.listScheduledPolls, {}],
  [listPendingAnswers, {}],
  [scheduled.listOwnUnanswered, {}],
  [polls.listMyVotes, {}],
  [polls.getPoll, { params: { id: 77 } }],
  [polls.getPollResults, { params: { id: 77 } }],
  directory({}),
  directory({ search: 'alma' }),
  directory({ state: 'NY', party: 'D', office: 'Rep' }),
  [politicians.findPoliticianByName, { querystring: { name: 'alma abbott0' } }],
  [politicians.getPolitician, { params: { id: 5 } }],
  [politicians.listMyRatings, {}],
  [politicians.listComments, { querystring: { politician: 5, limit: 20 } }],
]

const feed = (querystring: object, viewer?: Viewer) =>
  [posts.listPosts, { querystring: { limit: 20, ...querystring } }, viewer] as const
const postId = scale.posts / 2
const deep = { cursor: encodeCursor([postId]) }
/** Lists of somebody who has muted as many people as possible. */
const muted: Call[] = [
  feed({}, 'followsMany'),
  feed({ filter: 'trending' }, 'followsMany'),
  feed({ hashtag: nthWord(0) }, 'followsMany'),
  feed({ q: 'school' }, 'followsMany'),
  [posts.listLatestPosts, {}, 'followsMany'],
  [postComments.listPostComments, { querystring: { post: postId, limit: 20 } }, 'followsMany'],
  [politicians.listComments, { querystring: { politician: 5, limit: 20 } }, 'followsMany'],
  [mutesAndBlocks.listMuted, { querystring: { limit: 20 } }, 'followsMany'],
]
const feeds: Call[] = [
  feed({}),
  feed(deep),
  feed({ filter: 'trending' }),
  feed({ filter: 'trending', ...deep }),
  ...(['followsMany', 'followsFew'] as const).flatMap((viewer): Call[] => [
    feed({ filter: 'following' }, viewer),
    feed({ filter: 'following', ...deep }, viewer),
    feed({ filter: 'following', q: 'school' }, viewer),
    [boilerRoom.listFollowing, { querystring: { limit: 20 } }, viewer],
    [boilerRoom.listSuggestedUsers, {}, viewer],
  ]),
  ...muted,
  feed({ user: '40' }),
  feed({ user: 'large40' }),
  ...[nthWord(0), nthWord(900)].map((hashtag) => feed({ hashtag })),
  feed({ hashtag: nthWord(0), q: 'school' }),
  ...['school', nthWord(40), nthWord(900), `school ${nthWord(900)}`, 'zzyzxq', 'q'].map((q) => feed({ q })),
  feed({ q: 'school', ...deep }),
  feed({ q: 'school', filter: 'trending' }),
  [posts.getPost, { params: { id: postId } }],
  [posts.getPostState, { params: { id: postId } }],
  [posts.listPostRevisions, { params: { id: postId } }],
  [postComments.listPostComments, { querystring: { post: postId, limit: 20 } }],
  [posts.listLatestPosts, {}],
  [postHashtags.listTrendingHashtags, {}],
]

const rollCallLists: Call[] = [
  [rollCalls.listRollCalls, { querystring: {} }],
  [rollCalls.listRollCalls, { querystring: { filter: 'asked', chamber: 'senate' } }],
  [rollCalls.listRollCalls, { querystring: { chamber: 'senate', category: 'passage', q: 'rivers 42' } }],
  [rollCalls.getRollCall, { params: { id: 7 } }],
  [rollCalls.listPositions, { params: { id: 7 }, querystring: {} }],
  [rollCalls.listPositions, { params: { id: 7 }, querystring: { party: 'D', position: 'yea', q: 'al' } }],
  [getRollCallFile, { params: { id: 7 } }],
  [rollCalls.listPoliticianVotes, { params: { id: 5 }, querystring: {} }],
  [rollCalls.listPoliticianVotes, { params: { id: 5 }, querystring: { category: 'passage', q: 'rivers 42' } }],
  [rollCalls.getVotingSummary, { params: { id: 5 } }],
  [rollCalls.getAgreement, { params: { id: 5 } }],
  [myPoliticians.listMyPoliticians, {}],
  [getPollComparison, { params: { id: 77 } }],
]

const peopleLists = [
  {},
  ...peopleFilters.map((filter) => ({ filter })),
  ...['large40', 'LARGE4711@', 'a', 'zzyzxq', 'alma abb'].map((q) => ({ q })),
  { q: 'large4', filter: 'unconfirmed' },
].map((querystring): Call => [listPeople, { querystring }, 'admin'])

/** Every list, in the forms that need plans of their own. */
export const calls: Call[] = [
  ...tabs,
  ...sorts,
  ...others,
  ...feeds,
  ...rollCallLists,
  ...peopleLists,
  [getRetention, {}, 'admin'],
  [listSameNetwork, { params: { id: 1 } }, 'admin'],
  [listMailDomains, {}, 'admin'],
  [getManagedParts, {}, 'admin'],
  [getRecentAccounts, { params: { domain: 'catchall.example' } }, 'admin'],
  [getRecentVoters, { params: { id: 77 } }, 'admin'],
]
