import * as admin from '@wtpu/contract/on-demand/admin'
import * as accounts from '@wtpu/contract/accounts/accounts'
import * as boilerRoom from '@wtpu/contract/boiler-room/follows'
import * as confirmation from '@wtpu/contract/accounts/confirmation'
import type { Endpoint } from '@wtpu/contract/endpoint'
import * as politicians from '@wtpu/contract/politicians'
import * as ratingHistory from '@wtpu/contract/rating-history'
import * as undoRating from '@wtpu/contract/undo-rating'
import * as rollCallFiles from '@wtpu/contract/roll-call-files'
import * as rollCallComparison from '@wtpu/contract/roll-call-comparison'
import * as myPoliticians from '@wtpu/contract/my-politicians'
import * as rollCalls from '@wtpu/contract/roll-calls'
import * as polls from '@wtpu/contract/polls/polls'
import * as mailedAnswers from '@wtpu/contract/polls/on-demand/mailed-answers'
import * as pendingAnswers from '@wtpu/contract/polls/pending-answers'
import * as scheduledPolls from '@wtpu/contract/polls/scheduled'
import * as questionOfTheDay from '@wtpu/contract/polls/question-of-the-day'
import * as questionQueue from '@wtpu/contract/polls/on-demand/question-queue'
import * as pollWording from '@wtpu/contract/polls/wording'
import * as pollTotals from '@wtpu/contract/polls/totals'
import * as tally from '@wtpu/contract/tally/tally'
import * as appeals from '@wtpu/contract/moderation/appeals'
import * as cases from '@wtpu/contract/moderation/cases'
import * as ownDecisions from '@wtpu/contract/moderation/own-decisions'
import * as held from '@wtpu/contract/moderation/held'
import * as circles from '@wtpu/contract/circles/on-demand/circles'
import * as circlePapers from '@wtpu/contract/circles/on-demand/papers'
import * as circleSheets from '@wtpu/contract/circles/on-demand/sheets'
import * as circleBallots from '@wtpu/contract/circles/on-demand/ballots'
import * as commonGround from '@wtpu/contract/common-ground'
import * as moderationFigures from '@wtpu/contract/moderation/figures'
import * as reports from '@wtpu/contract/moderation/reports'
import * as discussions from '@wtpu/contract/forums/discussions'
import * as factors from '@wtpu/contract/accounts/on-demand/factors'
import * as passkeys from '@wtpu/contract/accounts/on-demand/passkeys'
import * as forumComments from '@wtpu/contract/forums/comments'
import * as tags from '@wtpu/contract/forums/tags'
import * as posts from '@wtpu/contract/boiler-room/posts'
import * as postComments from '@wtpu/contract/boiler-room/comments'
import * as mutesAndBlocks from '@wtpu/contract/boiler-room/mutes-and-blocks'
import * as postHashtags from '@wtpu/contract/boiler-room/hashtags'
import * as postLikes from '@wtpu/contract/boiler-room/likes'
import * as mentions from '@wtpu/contract/mentions'
import * as notifications from '@wtpu/contract/notifications/notifications'
import * as notificationSettings from '@wtpu/contract/notifications/settings'
import * as mailDomains from '@wtpu/contract/accounts/mail-domains'
import * as people from '@wtpu/contract/accounts/people'
import * as proof from '@wtpu/contract/accounts/proof'
import * as recovery from '@wtpu/contract/accounts/recovery'
import * as retention from '@wtpu/contract/accounts/retention'
import * as release from '@wtpu/contract/polls/on-demand/release'
import * as reasons from '@wtpu/contract/polls/on-demand/reasons'
import * as recentVoters from '@wtpu/contract/polls/on-demand/recent-voters'
import * as sameNetwork from '@wtpu/contract/accounts/same-network'
import * as search from '@wtpu/contract/site/search'
import * as settings from '@wtpu/contract/accounts/settings'
import * as site from '@wtpu/contract/site/site'
import * as siteEmbed from '@wtpu/contract/site/on-demand/embed'
import * as siteInvitations from '@wtpu/contract/site/invitations'
import * as siteOfficials from '@wtpu/contract/site/officials'
import * as siteSetup from '@wtpu/contract/site/on-demand/setup'
import * as siteIdentity from '@wtpu/contract/site/identity'
import * as partFacts from '@wtpu/contract/site/on-demand/part-facts'
import { getSiteParts } from '@wtpu/contract/site/site-parts'
import * as sitePages from '@wtpu/contract/site/site-pages'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sealedBallots, tallyLog } from '#server/db/schema/tally.ts'
import { startTestApp } from '#server/testing/test-app.ts'

function endpoints(): Endpoint[] {
  const exported: unknown[] = [
    accounts,
    admin,
    appeals,
    boilerRoom,
    cases,
    ownDecisions,
    held,
    circles,
    circlePapers,
    circleBallots,
    circleSheets,
    commonGround,
    moderationFigures,
    mentions,
    mutesAndBlocks,
    notifications,
    notificationSettings,
    people,
    factors,
    passkeys,
    proof,
    retention,
    sameNetwork,
    mailDomains,
    reports,
    confirmation,
    discussions,
    forumComments,
    tags,
    politicians,
    polls,
    mailedAnswers,
    pendingAnswers,
    scheduledPolls,
    pollTotals,
    pollWording,
    reasons,
    recentVoters,
    questionOfTheDay,
    questionQueue,
    release,
    posts,
    postComments,
    postHashtags,
    postLikes,
    ratingHistory,
    undoRating,
    recovery,
    rollCallFiles,
    rollCallComparison,
    myPoliticians,
    rollCalls,
    search,
    settings,
    siteIdentity,
    siteInvitations,
    siteOfficials,
    sitePages,
    partFacts,
    { getSiteParts },
    siteSetup,
    site,
    siteEmbed,
    tally,
  ].flatMap((module) => Object.values(module))
  return exported.filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'method' in value && 'schema' in value,
  )
}

const key = (endpoint: { method: string; url: string }) => `${endpoint.method} ${endpoint.url}`

test('every endpoint of the contract is mounted', async () => {
  await using t = await startTestApp()

  // With ignoreTrailingSlash, the router stores URLs without the trailing slash.
  const missing = endpoints().filter(
    ({ method, url }) => !t.app.hasRoute({ method, url: url.replace(/\/$/, '') }) && !t.app.hasRoute({ method, url }),
  )

  expect(endpoints().length).toBeGreaterThan(10)
  expect(missing.map(key)).toEqual([])
})

test('every route under /api or /auth is part of the contract', async () => {
  await using t = await startTestApp()

  const documented = Object.entries(t.app.swagger().paths ?? {}).flatMap(([url, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${url.replace(/\{(\w+)\}/g, ':$1')}`),
  )

  expect(documented.toSorted()).toEqual(endpoints().map(key).toSorted())
})

/** Calls whose response is the same for all users, or for all who have nothing of their own in it. Caches may store it, but must revalidate it each time. */
const shared = new Set(
  [
    cases.listModerationLog,
    commonGround.getCommonGround,
    commonGround.downloadCommonGround,
    commonGround.downloadLine,
    commonGround.getPollGroups,
    moderationFigures.getModerationFigures,
    moderationFigures.downloadModerationLog,
    polls.listPolls,
    polls.getPollSummary,
    polls.listPollCategories,
    polls.getPoll,
    polls.getPollResults,
    pollTotals.getPollTotals,
    pollTotals.downloadPollTotals,
    tally.getPollSeal,
    tally.downloadBallots,
    tally.listTallyLog,
    polls.listFeaturedPolls,
    questionOfTheDay.getQuestionOfTheDay,
    reasons.listBestReasons,
    reasons.listReasons,
    rollCalls.listRollCalls,
    rollCalls.getRollCall,
    rollCalls.listPositions,
    rollCallFiles.getRollCallFile,
    rollCallFiles.downloadRollCall,
    rollCalls.listPoliticianVotes,
    rollCalls.getVotingSummary,
    myPoliticians.listDistricts,
    myPoliticians.listMyPoliticians,
    rollCallComparison.getPollComparison,
    postComments.listPostComments,
    posts.getPostState,
    posts.listLatestPosts,
    postHashtags.listTrendingHashtags,
    discussions.listDiscussions,
    discussions.getDiscussionState,
    discussions.getForumStats,
    discussions.listForumCategories,
    forumComments.listDiscussionComments,
    tags.listTags,
    search.searchSite,
    politicians.listPoliticians,
    politicians.listFilterOptions,
    politicians.findPoliticianByName,
    politicians.getPolitician,
    politicians.listComments,
    ratingHistory.getRatingHistory,
    sitePages.getSitePage,
    getSiteParts,
  ].map(key),
)

test('forbids caches to store a response, unless it is the same for all users', async () => {
  await using t = await startTestApp()
  const password = 'a long password'
  const user = await t.make.user({ password, role: 'admin' })
  const poll = await t.make.poll()
  const twin = await t.make.poll()
  await t.db.execute(sql`update polls set twin_id = ${poll.id}::int + ${twin.id}::int - id`)
  await t.make.rollCall({ poll })
  await t.db.insert(tallyLog).values({ id: 0, pollId: poll.id, entry: '', hash: '', signature: '' })
  await t.db.insert(sealedBallots).values({ pollId: poll.id, piece: 0, lines: Buffer.from('') })
  const post = await t.make.post({ author: user })
  await t.as(await t.make.user()).call(reports.createReport, { body: { kind: 'post', id: post.id, reason: 'spam' } })
  const discussion = await t.as(user).call(discussions.createDiscussion, {
    body: { title: 'A title', description: 'A description', category: 1 },
  })
  await t.as(user).call(forumComments.createDiscussionComment, {
    params: { id: discussion.json().id },
    body: { content: 'A comment' },
  })
  const { id, name } = await t.make.politician()
  await t.as(user).call(circles.createCircle, { body: { name: 'Members' } })
  const questions = [{ question: 'Raise the dues?', options: ['Yes', 'No'] }]
  const closesAt = new Date(Date.now() + 86_400_000).toISOString()
  await t
    .as(user)
    .call(circlePapers.createPaper, { body: { circle: 1, title: 'Dues', questions, closes_at: closesAt } })
  const url = `${t.config.publicUrl}/polls/${poll.id}`
  const querystring = { name, politician: id, post: 1, comments: '1', ids: '1', q: 'a', state: 'NY', url }
  const input = { params: { id: '1', name: 'terms' }, querystring }

  const none = await t.as(user).call(held.getHeldContent, { params: { kind: 'poll', id: poll.id } })
  expect([none.statusCode, none.headers['cache-control']]).toEqual([404, 'no-store'])
  for (const endpoint of endpoints().filter(({ method }) => method === 'GET')) {
    if (endpoint === held.getHeldContent) continue
    const response = await t.as(user).call<Endpoint>(endpoint, input)
    expect([key(endpoint), response.statusCode, response.headers['cache-control']]).toEqual([
      key(endpoint),
      200,
      shared.has(key(endpoint)) ? 'no-cache' : 'no-store',
    ])
  }
  const tokens = await t.call(accounts.createToken, { body: { username: user.email, password } })
  const rotated = await t.call(accounts.refreshToken, { body: { refresh: tokens.json().refresh } })
  expect([tokens, rotated].map((response) => [response.statusCode, response.headers['cache-control']])).toEqual([
    [200, 'no-store'],
    [200, 'no-store'],
  ])
})

test('every endpoint has response schemas for success and failure', () => {
  for (const endpoint of endpoints()) {
    expect(Object.keys(endpoint.schema.response), key(endpoint)).toEqual(expect.arrayContaining(['4xx', '5xx']))
    expect(
      Object.keys(endpoint.schema.response).some((status) => status.startsWith('2')),
      key(endpoint),
    ).toBe(true)
  }
})
