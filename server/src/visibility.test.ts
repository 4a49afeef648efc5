import { getUser } from '@wtpu/contract/accounts/accounts'
import { listFollowing, listSuggestedUsers } from '@wtpu/contract/boiler-room/follows'
import type { Endpoint, Input } from '@wtpu/contract/endpoint'
import * as threads from '@wtpu/contract/forums/comments'
import * as forums from '@wtpu/contract/forums/discussions'
import * as officials from '@wtpu/contract/politicians'
import * as pollCalls from '@wtpu/contract/polls/polls'
import * as reasonCalls from '@wtpu/contract/polls/on-demand/reasons'
import * as scheduled from '@wtpu/contract/polls/scheduled'
import { downloadPollTotals, getPollTotals } from '@wtpu/contract/polls/totals'
import { getOembed } from '@wtpu/contract/site/on-demand/embed'
import { getRatingHistory } from '@wtpu/contract/rating-history'
import { getPollComparison } from '@wtpu/contract/roll-call-comparison'
import * as myPoliticians from '@wtpu/contract/my-politicians'
import * as rollCalls from '@wtpu/contract/roll-calls'
import * as postCalls from '@wtpu/contract/boiler-room/posts'
import { listPostComments } from '@wtpu/contract/boiler-room/comments'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { type SearchKind, searchSite } from '@wtpu/contract/site/search'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { follows, posts } from '#db/schema/boiler-room.ts'
import { comments, revisions } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { notifications } from '#db/schema/notifications.ts'
import { listMentionable, listMentioned } from '@wtpu/contract/mentions'
import { listNotifications } from '@wtpu/contract/notifications/notifications'
import { reasonRanks, reasons } from '#db/schema/reasons.ts'
import { politicianRatings } from '#db/schema/politicians.ts'
import { dailyQuestions, polls, pollTotals, pollVotes, questionQueue } from '#db/schema/polls.ts'
import { addTitleWords } from './search/words.ts'
import {
  activeUser,
  blocking,
  deletion,
  type Hiding,
  pollRemoval,
  removal,
  visibleContent,
  visiblePoll,
} from '#db/visibility.ts'
import { findFollowedPosts } from './features/boiler-room/posts/list.ts'
import { findQuestionQueue } from '#features/admin/question-queue.ts'
import { findQuestionOfTheDay } from '#features/polls/question-of-the-day.ts'
import { questionDay } from '#db/question-day.ts'
import { getQuestionOfTheDay } from '@wtpu/contract/polls/question-of-the-day'
import { findFeatured } from '#features/admin/featured-polls.ts'
import { findFeaturedPolls } from '#features/polls/queries.ts'
import { readContentCounts } from './live/content-counts.ts'
import { readCounts } from './live/counts.ts'
import { findPublicHead } from '#site/public-head.ts'
import { findPollImage } from '#site/share/find-share-image.ts'
import { startTestApp } from '#testing/test-app.ts'

/** A response shows a piece of content if it contains its word or its id, which no other row has. */
const pieces = {
  poll: { word: 'zebrapoll', id: 7_101 },
  scheduledPoll: { word: 'xeruspoll' },
  post: { word: 'yakpost', id: 7_201 },
  discussion: { word: 'walrusdiscussion', id: 7_301 },
  comment: { word: 'vulturecomment' },
  reason: { word: 'quailreason' },
  user: { word: 'Unicornuser', id: 7_501 },
  /** Counts include what blocked accounts wrote. */
  count: { word: 'counted' },
}
type Kind = keyof typeof pieces
const { poll, scheduledPoll, post, discussion, comment, reason, user, count } = pieces

/** One piece of each kind, what others wrote about it, and comments on content that stays visible. */
async function startSite() {
  const t = await startTestApp()
  const [viewer, other] = [await t.make.user(), await t.make.user()]
  const crowd = await Promise.all(Array.from({ length: 5 }, () => t.make.user()))
  for (const [kind, piece] of Object.entries(pieces)) {
    if ('id' in piece) await t.db.execute(sql`select setval(${`${kind}s_id_seq`}, ${piece.id}, false)`)
  }
  const author = await t.make.user({ first_name: user.word, username: 'unicorn', email_verified_at: new Date() })
  const follower = await t.make.user()
  // For people who follow many, the newest posts are read first.
  await t.db.update(users).set({ followingCount: 101 }).where(eq(users.id, follower.id))
  await t.db.insert(follows).values({ followerId: follower.id, followedId: author.id })

  const official = await t.make.politician({ name: 'Ada Official' })
  const closes_at = new Date(Date.now() + 3_600_000)
  const made = await t.make.poll({ question: poll.word, politician: official.id, featured: true, closes_at })
  const rollCall = await t.make.rollCall({ poll: made, positions: [{ politician: official, position: 'yea' }] })
  for (const voter of [other, viewer]) await t.make.vote({ poll: made, user: voter })
  const published_at = new Date('2100-01-01')
  await t.db.insert(reasons).values({
    id: 7_401,
    pollId: made.id,
    userId: other.id,
    optionId: made.options[0]!.id,
    text: reason.word,
    textHash: Buffer.from('x'),
    isNamed: true,
    shownAt: new Date(0),
  })
  const rank = { reasonId: 7_401, pollId: made.id, optionId: made.options[0]!.id, place: 1 }
  await t.db.insert(reasonRanks).values({ ...rank, judgedBy: 'line', judgedParts: [], fairness: 0.5 })
  await t.make.poll({ question: scheduledPoll.word, creator: viewer.id, published_at, closes_at: null })
  await t.make.post({ author, text: `${post.word} #${post.word} #crowd` })
  // With the author, enough for a trending hashtag.
  for (const member of crowd) await t.make.post({ author: member, text: '#crowd' })
  await t.make.discussion({ author, title: discussion.word })
  await addTitleWords(t.db, `${poll.word} ${discussion.word}`)
  const tagId = await t.make.tag({ name: 'tag', on: [discussion] })

  const write = async (on: Partial<typeof comments.$inferInsert>, text: string) => {
    const [written] = await t.db
      .insert(comments)
      .values({ userId: other.id, text, ...on })
      .returning()
    return written!
  }
  const [otherPost, otherDiscussion] = [
    await t.make.post({ author: other }),
    await t.make.discussion({ author: other, category: 'Economy' }),
  ]
  await write({ postId: post.id }, `On ${post.word}`)
  const onDiscussion = await write({ discussionId: discussion.id }, `On ${discussion.word}`)
  await write({ discussionId: discussion.id }, 'Also')
  await write({ postId: otherPost.id }, comment.word)
  // Enough for a trending official and a trending discussion.
  for (const { id: userId } of crowd) await write({ politicianId: official.id, userId }, comment.word)
  const answered = await write({ discussionId: otherDiscussion.id, replyCount: 1 }, comment.word)
  const below = { discussionId: otherDiscussion.id, parentId: answered.id, path: [answered.id] }
  const reply = await write(below, comment.word)
  await t.db.insert(revisions).values([
    { postId: post.id, text: post.word, writtenAt: new Date() },
    { discussionId: discussion.id, title: discussion.word, text: '', writtenAt: new Date() },
    { commentId: onDiscussion.id, text: discussion.word, writtenAt: new Date() },
    { commentId: reply.id, text: comment.word, writtenAt: new Date() },
  ])

  const about = (row: Omit<typeof notifications.$inferInsert, 'userId'>) => ({ userId: viewer.id, ...row })
  await t.db
    .insert(notifications)
    .values([
      about({ kind: 'official_poll', subjectKind: 'poll', subjectId: made.id, pageKind: 'poll', pageId: made.id }),
      about({ kind: 'mention', subjectKind: 'post', subjectId: post.id }),
      about({ kind: 'watched', subjectKind: 'discussion', subjectId: discussion.id, causeIds: [onDiscussion.id] }),
      about({ kind: 'mention', subjectKind: 'comment', subjectId: reply.id, causeIds: [reply.id] }),
      about({ kind: 'follower', subjectKind: 'user', subjectId: viewer.id, causeIds: [author.id] }),
    ])

  const requests: string[] = []
  const callAs =
    (caller: { id: number }) =>
    async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<string> => {
      requests.push(`${endpoint.url} ${JSON.stringify(input)}`)
      const { statusCode, body } = await t.as(caller).call(endpoint, input)
      return statusCode === 200 ? body : ''
    }
  const call = callAs(viewer)
  return {
    db: t.db,
    follower,
    official,
    rollCall,
    otherPost,
    otherDiscussion,
    tagId,
    onDiscussion,
    answered,
    reply,
    requests,
    call,
    callAsFollower: callAs(follower),
    read: async (endpoint: Endpoint) => JSON.parse(await call(endpoint, {})),
    get: async (url: string) => (await t.app.inject(url)).body,
    search: (q: string, kind: SearchKind) => call(searchSite, { querystring: { q, kind } }),
    thread: (querystring: Input<typeof threads.listDiscussionComments>['querystring']) =>
      call(threads.listDiscussionComments, { params: { id: otherDiscussion.id }, querystring }),
    head: (path: string, value: number | string) =>
      findPublicHead(
        t.app,
        { page: pages.find((page) => page.path === path)!, params: { value: String(value) } },
        new URLSearchParams(),
      ),
    openApi: () => t.app.swagger(),
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  }
}

type Site = Awaited<ReturnType<typeof startSite>>
type Read = (site: Site) => unknown

const listPolls = (querystring: Input<typeof pollCalls.listPolls>['querystring']): Read => {
  return ({ call }) => call(pollCalls.listPolls, { querystring })
}
const listPosts = (querystring: Input<typeof postCalls.listPosts>['querystring']): Read => {
  return ({ call }) => call(postCalls.listPosts, { querystring })
}
const listNews: Read = ({ call }) => call(listNotifications, { querystring: {} })
const listDiscussions = (querystring: Input<typeof forums.listDiscussions>['querystring']): Read => {
  return ({ call }) => call(forums.listDiscussions, { querystring })
}

/** Every way to read each kind of content. A new list needs a line here; the last test fails for a new call without one. */
const noContent = { posts: [], discussions: [], comments: [], walls: [] }

const reads: Record<Kind, Read[]> = {
  poll: [
    listNews,
    ...([undefined, 'featured', 'trending', 'recent', 'ending_soon', 'politician', 'live'] as const).map((filter) =>
      listPolls(filter ? { filter } : {}),
    ),
    ...(['newest', 'oldest', 'most_votes', 'ending_soon'] as const).map((sort) => listPolls({ sort })),
    listPolls({ q: poll.word }),
    listPolls({ category: 'General' }),
    ({ call, official }) => call(pollCalls.listPolls, { querystring: { politician: String(official.id) } }),
    ({ call }) => call(pollCalls.listFeaturedPolls, {}),
    ({ call }) => call(pollCalls.getPoll, { params: poll }),
    ({ call }) => call(pollCalls.getPollResults, { params: poll }),
    ({ call }) => call(getPollTotals, { params: poll }),
    ({ call }) => call(downloadPollTotals, { params: poll }),
    async ({ call }) => (await call(getPollComparison, { params: poll })) && poll.word,
    ({ call }) => call(rollCalls.listRollCalls, { querystring: {} }),
    ({ call, rollCall }) => call(rollCalls.getRollCall, { params: rollCall }),
    ({ call, official }) => call(rollCalls.getAgreement, { params: official, querystring: {} }),
    ({ call }) => call(myPoliticians.listMyPoliticians, {}),
    async ({ read }) => {
      const { total_participants: _, ...counts } = await read(pollCalls.getPollSummary)
      return Object.values(counts).some(Boolean) && poll.word
    },
    ({ db }) => readCounts(db, { polls: [poll.id], politicians: [] }),
    ({ search }) => search(poll.word, 'polls'),
    ({ head }) => head('/polls/$pollId', poll.id),
    ({ db }) => findPollImage(db, poll.id, { publicUrl: 'http://localhost', siteTimeZone: 'America/New_York' }),
    ({ get }) => get('/feeds/polls.atom'),
    ({ get, official }) => get(`/feeds/politicians/${official.id}.atom`),
    ({ get }) => get(`/embed/polls/${poll.id}`),
    ({ call }) => call(getOembed, { querystring: { url: `http://localhost:3000/polls/${poll.id}` } }),
    async ({ db }) => {
      // Other polls fill up the list if fewer than two are featured.
      await db.update(polls).set({ featured: false })
      return findFeaturedPolls(db)
    },
    async ({ db }) => {
      await db.update(polls).set({ featured: true })
      return findFeatured(db)
    },
    async ({ db }) => {
      await db.insert(questionQueue).values({ position: 1, pollId: poll.id }).onConflictDoNothing()
      return findQuestionQueue(db)
    },
    ...[0, -1].map((days): Read => async ({ db }) => {
      const day = sql`${questionDay()} + ${days}::int`
      await db
        .insert(dailyQuestions)
        .values({ day, pollId: poll.id })
        .onConflictDoUpdate({ target: dailyQuestions.pollId, set: { day } })
      return findQuestionOfTheDay(db)
    }),
    ({ call }) => call(getQuestionOfTheDay, {}),
  ],
  scheduledPoll: [({ call }) => call(scheduled.listScheduledPolls, {})],
  post: [
    listNews,
    listPosts({}),
    listPosts({ filter: 'trending' }),
    listPosts({ filter: 'trending', q: post.word }),
    listPosts({ user: 'unicorn' }),
    listPosts({ user: String(user.id) }),
    listPosts({ hashtag: post.word }),
    listPosts({ q: post.word }),
    ({ callAsFollower }) => callAsFollower(postCalls.listPosts, { querystring: { filter: 'following' } }),
    ({ callAsFollower }) => callAsFollower(postCalls.listPosts, { querystring: { filter: 'following', q: post.word } }),
    ({ db, follower }) => findFollowedPosts(db, follower.id, { before: undefined, limit: 1 }),
    ({ call }) => call(postCalls.getPost, { params: post }),
    ({ call }) => call(postCalls.getPostState, { params: post }),
    ({ db }) => readContentCounts(db, { ...noContent, posts: [post.id] }),
    ({ call }) => call(postCalls.listPostRevisions, { params: post }),
    ({ call }) => call(postCalls.listLatestPosts, {}),
    ({ call }) => call(listPostComments, { querystring: { post: post.id } }),
    ({ search }) => search(post.word, 'posts'),
    ({ search }) => search(post.word, 'comments'),
  ],
  discussion: [
    listNews,
    ...(['latest', 'popular', 'replies', 'views', 'oldest'] as const).flatMap((sort) => [
      listDiscussions({ sort }),
      listDiscussions({ sort, category: 'General' }),
      listDiscussions({ sort, q: discussion.word }),
    ]),
    listDiscussions({ q: discussion.word }),
    listDiscussions({ q: discussion.word, category: 'General' }),
    async ({ call }) =>
      JSON.parse(await call(forums.listDiscussions, { querystring: { q: discussion.word } })).count && discussion.word,
    listDiscussions({ filter: 'trending' }),
    listDiscussions({ q: `General ${discussion.word}` }),
    ({ call, tagId }) => call(forums.listDiscussions, { querystring: { tag: tagId } }),
    ({ call, tagId }) => call(forums.listDiscussions, { querystring: { tag: tagId, category: 'General' } }),
    ({ call, tagId }) => call(forums.listDiscussions, { querystring: { tag: tagId, q: discussion.word } }),
    ({ call }) => call(forums.getDiscussion, { params: discussion }),
    ({ call }) => call(forums.getDiscussionState, { params: discussion }),
    ({ db }) => readContentCounts(db, { ...noContent, discussions: [discussion.id] }),
    ({ call }) => call(forums.listDiscussionRevisions, { params: discussion }),
    ({ call }) => call(threads.listDiscussionComments, { params: discussion, querystring: {} }),
    ({ call, onDiscussion: { id } }) => call(threads.listCommentAncestors, { params: { id } }),
    ({ call, onDiscussion: { id } }) => call(threads.listForumCommentRevisions, { params: { id } }),
    ({ search }) => search(discussion.word, 'discussions'),
    ({ search }) => search(discussion.word, 'comments'),
    ({ head }) => head('/forums/$discussionId', discussion.id),
    ({ get }) => get('/feeds/discussions.atom'),
  ],
  comment: [
    listNews,
    listPosts({}),
    ({ call, otherPost: { id } }) => call(postCalls.getPost, { params: { id } }),
    ({ call, otherPost: { id } }) => call(listPostComments, { querystring: { post: id } }),
    ({ call, official: { id } }) => call(officials.listComments, { querystring: { politician: id } }),
    async ({ call }) =>
      JSON.parse(await call(officials.listPoliticians, { querystring: {} }))[0].is_trending && comment.word,
    ...(['newest', 'oldest', 'popular'] as const).map(
      (sort): Read =>
        ({ thread }) =>
          thread({ sort }),
    ),
    ({ thread, answered }) => thread({ parent: answered.id }),
    ({ call, reply: { id } }) => call(threads.listCommentAncestors, { params: { id } }),
    ({ call, reply: { id } }) => call(threads.listForumCommentRevisions, { params: { id } }),
    async ({ db, reply: { id } }) =>
      (await readContentCounts(db, { ...noContent, comments: [id] })).comments.length > 0 && comment.word,
    async ({ call, otherDiscussion }) => {
      const trending = JSON.parse(await call(forums.listDiscussions, { querystring: { filter: 'trending' } }))
      return trending.some(({ id }: { id: number }) => id === otherDiscussion.id) && comment.word
    },
    listDiscussions({ q: comment.word }),
    ({ search }) => search(comment.word, 'comments'),
  ],
  reason: [
    ({ call }) => call(reasonCalls.listReasons, { params: poll, querystring: {} }),
    ({ call }) => call(reasonCalls.listBestReasons, { params: poll }),
    ({ call }) => call(reasonCalls.listReasonsToJudge, { params: poll }),
  ],
  user: [
    listNews,
    ({ call }) => call(listMentionable, { querystring: { q: 'unic' } }),
    async ({ call }) =>
      (await call(listMentioned, { querystring: { names: 'unicorn' } })).includes('unicorn') && user.word,
    ({ call }) => call(getUser, { params: { id: String(user.id) } }),
    ({ call }) => call(getUser, { params: { id: 'unicorn' } }),
    ({ call }) => call(listSuggestedUsers, {}),
    ({ callAsFollower }) => callAsFollower(listFollowing, { querystring: {} }),
    async ({ read }) => (await read(forums.getForumStats)).members === 9 && user.word,
    ({ search }) => search(user.word, 'people'),
    ({ search }) => search('unic', 'people'),
    ({ search }) => search('unicxrnuser', 'people'),
    ({ head }) => head('/user/$userId', 'unicorn'),
  ],
  count: [
    async ({ call }) => {
      const found = await call(postCalls.listPosts, { querystring: { q: post.word } })
      return JSON.parse(found).total === 7 && count.word
    },
    async ({ call, tagId }) => {
      const list = await call(forums.listDiscussions, { querystring: { tag: tagId, category: 'General', limit: 1 } })
      return JSON.parse(list).count > 0 && count.word
    },
    async ({ read }) => (await read(forums.getForumStats)).today_discussions === 2 && count.word,
  ],
}

/** Calls that are not in the table, by the reason. */
const otherCalls = {
  'only show what belongs to the viewer': [
    '/api/ballots/',
    '/api/forums/my-reactions/',
    '/api/notifications/settings/',
    '/api/notifications/summary/',
    '/api/politicians/following/',
    '/api/politicians/my-ratings/',
    '/api/polls/my-unanswered/',
    '/api/polls/:id/my-wording/',
    '/api/polls/:id/reasons/mine/',
    '/api/polls/my-votes/',
    '/api/polls/pending-answers/',
    '/api/moderation/mine/',
    '/api/people/:id/',
    '/api/people/blocked/',
    '/api/people/muted/',
    '/auth/api/account/',
    '/auth/api/account/data/',
    '/auth/api/factors/',
    '/auth/api/sessions/',
  ],
  'read counters, which the command that hides content changes': [
    '/api/boilerroom/trending-hashtags/',
    '/api/forums/categories/',
    '/api/forums/tags/',
  ],
  'are of a run that needs many votes: common-ground.test.ts': [
    '/api/common-ground/',
    '/api/common-ground/line.csv',
    '/api/common-ground/mine/',
    '/api/common-ground/polls.csv',
    '/api/polls/:id/groups/',
  ],
  'are for admins; the one that shows polls is read without its guard': [
    '/api/admin/accounts/',
    '/api/admin/categories/',
    '/api/admin/circles/',
    '/api/admin/circles/:id/',
    '/api/admin/featured-polls/',
    '/api/admin/invitations/',
    '/api/admin/mail-domains/',
    '/api/admin/mail-domains/:domain/recent/',
    '/api/admin/newsletter/',
    '/api/admin/officials/',
    '/api/admin/papers/:id/',
    '/api/admin/papers/:id/delivery/',
    '/api/admin/papers/:id/delivery/file/',
    '/api/admin/papers/:id/sheets/',
    '/api/admin/parts/',
    '/api/admin/people/',
    '/api/admin/people/:id/',
    '/api/admin/people/:id/same-network/',
    '/api/admin/questions/',
    '/api/admin/retention/',
    '/api/admin/setup/',
    '/api/admin/site/',
    '/api/admin/staff/',
    '/api/admin/state/',
  ],
  'says which parts of the site are off': ['/api/site/parts/'],
  'count the voters of a poll for moderators': ['/api/polls/:id/recent-voters/'],
  'show everything to moderators': [
    '/api/moderation/cases/',
    '/api/moderation/cases/:id/',
    // Also to the author: see moderation.test.ts.
    '/api/moderation/held/:kind/:id/',
  ],
  'show nothing that people wrote': [
    '/api/moderation/figures/',
    '/api/moderation/log.csv',
    '/api/moderation/log/accounts/',
    '/api/moderation/log/',
    '/api/pages/:name/',
    '/api/registration/',
    '/api/politicians/:id/',
    '/api/politicians/:id/rating_history/',
    '/api/politicians/:id/votes/',
    '/api/polls/:id/ballots.csv',
    '/api/polls/:id/seal.json',
    '/api/tally-log/',
    '/api/politicians/:id/voting-summary/',
    '/api/politicians/districts/',
    '/api/roll-calls/:id/positions/',
    '/api/roll-calls/:id/votes.csv',
    '/api/roll-calls/:id/votes.json',
    '/api/politicians/by_name/',
    '/api/politicians/filter_options/',
    '/api/polls/categories/',
  ],
}

/** A site with a million rows of each kind, as far as the statistics know, searches common words in another way. */
async function makeWordsCommon({ db }: Site) {
  await db.execute(sql`analyze`)
  await db.execute(sql`select pg_restore_relation_stats('schemaname', 'public', 'relname', relname, 'reltuples', 1e6::real)
    from unnest(array['polls', 'posts', 'discussions', 'comments', 'users']) as relname`)
}

async function findShown(site: Site, kinds: readonly Kind[], wordsAreCommon = false) {
  if (wordsAreCommon) await makeWordsCommon(site)
  const [shown, hidden]: string[][] = [[], []]
  for (const kind of kinds) {
    for (const read of reads[kind]) {
      const start = site.requests.length
      const text = JSON.stringify((await read(site)) ?? '')
      const isShown = Object.values(pieces[kind]).some((mark) => new RegExp(`\\b${mark}\\b`).test(text))
      const name = `${kind}: ${site.requests.slice(start).join(', ') || String(read)}`
      ;(isShown ? shown : hidden)!.push(name)
    }
  }
  return { shown, hidden }
}

async function hideContent({ db }: Site, hiding: Hiding) {
  await db.update(posts).set(hiding).where(eq(posts.id, post.id))
  await db.update(discussions).set(hiding).where(eq(discussions.id, discussion.id))
  await db.update(comments).set(hiding).where(eq(comments.text, comment.word))
  await db.update(reasons).set(hiding)
}

const all = Object.keys(reads) as Kind[]
const content = ['post', 'discussion', 'comment', 'reason', 'count'] as const

/** As a new feature of moderation would: a column, and its condition in the generated column. */
async function hideByNewState({ db }: Site) {
  for (const [table, column, visible, isHidden] of [
    ['polls', 'is_visible', visiblePoll, sql`true`],
    ['posts', 'is_visible', visibleContent, sql`id = ${post.id}`],
    ['discussions', 'is_visible', visibleContent, sql`id = ${discussion.id}`],
    ['comments', 'is_visible', visibleContent, sql`text = ${comment.word}`],
    ['reasons', 'is_visible', visibleContent, sql`true`],
    ['users', 'is_active', activeUser, sql`id = ${user.id}`],
  ] as const) {
    const [name, generated] = [sql.identifier(table), sql.identifier(column)]
    await db.execute(sql`alter table ${name} add column hidden_at timestamptz`)
    await db.execute(
      sql`alter table ${name} alter column ${generated} set expression as (${visible} and hidden_at is null)`,
    )
    await db.execute(sql`update ${name} set hidden_at = now() where ${isHidden}`)
  }
}

const searches = [
  ['rare', false],
  ['common', true],
] as const

test.each(searches)('every read shows what is visible, with %s words', async (_words, areCommon) => {
  await using site = await startSite()

  expect((await findShown(site, all, areCommon)).hidden).toEqual([])
})

test('every call that shows content is in the table of reads', async () => {
  await using site = await startSite()
  await findShown(site, all)

  const called = new Set(site.requests.map((request) => request.split(' ')[0]))
  const calls = Object.entries(site.openApi().paths ?? {}).flatMap(([url, methods]) => {
    return methods && 'get' in methods ? [url.replace(/\{(\w+)\}/g, ':$1')] : []
  })
  expect(calls.filter((url) => !called.has(url)).toSorted()).toEqual(Object.values(otherCalls).flat().toSorted())
})

test('no read tells when a person joined, voted or rated', async () => {
  await using site = await startSite()
  const { db, official, call } = site
  // No other time has this fraction of a second.
  const time = sql`date_trunc('second', now() - interval '1 hour') + interval '713713 microseconds'`
  await db.execute(sql`insert into ${politicianRatings} (politician_id, user_id, voter_id, type)
    select ${official.id}, id, voter_id, 'good' from users limit 1`)
  for (const table of ['users', 'poll_votes', 'politician_ratings', 'participants']) {
    const column = table === 'participants' ? 'first_voted_at' : 'created_at'
    await db.execute(sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${time}`)
  }
  const ratings = [
    () => call(getRatingHistory, { params: official }),
    () => call(officials.getPolitician, { params: official }),
  ]

  const texts = await Promise.all([...all.flatMap((kind) => reads[kind]), ...ratings].map((read) => read(site)))

  const shown = texts.map((text) => JSON.stringify(text ?? ''))
  expect(shown.filter((text) => text.includes('.713'))).toEqual([])
  expect(shown.join('')).toContain('date_joined')
})

/** What shows an imported poll. Everything else in the table of reads leaves it out, the counts too. */
const readsOfImported = [
  '/api/polls/ {"querystring":{"q":"zebrapoll"}}',
  '/api/polls/:id/',
  '/api/polls/:id/results/',
  '/api/polls/:id/totals.json',
  '/api/polls/:id/totals.csv',
  '/api/search/',
  'head',
  'findPollImage',
  '/embed/polls/',
  '/api/oembed',
]

test('an imported poll is shown on its own pages and to searches, and counts in nothing else', async () => {
  await using site = await startSite()
  await site.db.delete(pollVotes)
  await site.db.update(polls).set({ importedFrom: 'Another site' }).where(eq(polls.id, poll.id))

  const { shown = [] } = await findShown(site, ['poll'])
  expect(shown.filter((name, index) => !name.includes(readsOfImported[index] ?? ' '))).toEqual([])
  expect(shown).toHaveLength(readsOfImported.length)
  expect(await site.get('/sitemap.xml')).not.toContain(String(poll.id))
})

describe.each(searches)('with %s words', (_words, areCommon) => {
  test.each<[state: string, hides: readonly Kind[], hide: (site: Site) => Promise<unknown>]>([
    ['deleted by its author', content, (site) => hideContent(site, deletion)],
    ['removed by staff', content, (site) => hideContent(site, removal('spam'))],
    ['a removed poll', ['poll', 'scheduledPoll', 'reason'], ({ db }) => db.update(polls).set(pollRemoval)],
    [
      'a scheduled poll',
      ['poll'],
      async ({ db }) => {
        await db.delete(pollVotes)
        await db.update(pollTotals).set({ totalVotes: 0 })
        await db.update(polls).set({ publishedAt: new Date('2100-01-01'), closesAt: null })
      },
    ],
    [
      'of a blocked account',
      ['post', 'discussion', 'user'],
      ({ db }) => db.update(users).set(blocking(true)).where(eq(users.id, user.id)),
    ],
    ['a deleted account', ['user'], ({ db }) => db.update(users).set(deletion).where(eq(users.id, user.id))],
    ['in a new state of the generated columns', all, hideByNewState],
  ])('no read shows what is %s', async (_state, hides, hide) => {
    await using site = await startSite()
    await hide(site)

    expect((await findShown(site, hides, areCommon)).shown).toEqual([])
  })
})
