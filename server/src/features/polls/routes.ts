import type { Db } from '#db/client.ts'
import { findPollMethod } from '#db/poll-method.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { onResponseHookHandler } from 'fastify'
import * as polls from '@wtpu/contract/polls/polls'
import * as pending from '@wtpu/contract/polls/pending-answers'
import { getRecentVoters } from '@wtpu/contract/polls/on-demand/recent-voters'
import { releaseResults } from '@wtpu/contract/polls/on-demand/release'
import * as mailed from '@wtpu/contract/polls/on-demand/mailed-answers'
import { getQuestionOfTheDay } from '@wtpu/contract/polls/question-of-the-day'
import { getMyWording } from '@wtpu/contract/polls/wording'
import * as scheduled from '@wtpu/contract/polls/scheduled'
import { downloadPollTotals, getPollTotals } from '@wtpu/contract/polls/totals'
import { parseId } from '@wtpu/contract/schemas'
import { downloadName } from '@wtpu/contract/site/download-name'
import { isOn } from '@wtpu/contract/site/parts'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { users } from '#db/schema/accounts.ts'
import { drawnWording } from '#db/site-keys.ts'
import { onlyFor, viewerKey, signedIn, viewerId, writerOf } from '#http/auth.ts'
import { RecentCopies } from '#http/cache/recent-copies.ts'
import { shareRoute } from '#http/cache/shared-response.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { limitRejected, limits, limitTo, networkKey } from '#http/limits/rate-limit.ts'
import { castVote } from './cast-vote.ts'
import { undoVote } from './undo-vote.ts'
import { findPendingAnswers, givePendingAnswer, withdrawPendingAnswer } from './pending-answers.ts'
import { cancelScheduledPoll, createPoll } from './create-poll.ts'
import { findPolls } from './list.ts'
import {
  findCategories,
  findFeaturedPolls,
  findMyVotes,
  findOwnUnanswered,
  findPoll,
  findScheduledPolls,
  findSummary,
} from './queries.ts'
import { countMailedAnswer, deleteMailedAnswer, findConsents, openMailedAnswer } from './mailed-answers.ts'
import { markNoOpinion } from './no-opinion.ts'
import { releaseResults as releasePoll } from './release-results.ts'
import { findRecentVoters } from './recent-voters.ts'
import { paperRoutes } from './papers/routes.ts'
import { findQuestionOfTheDay } from './question-of-the-day.ts'
import { findResults, newKeptSteps, toTotals, totalsAsCsv } from './results.ts'
import { tieRollCall } from './roll-call-tie.ts'
import { findMyWording } from './wording.ts'

/** Maximum age of a cached response. Polls open and close with time, which no write invalidates. */
const maxAgeSeconds = 5

/** Guard: staff create polls also where members do not. Runs after `signedIn`. */
async function mayCreatePolls(request: FastifyRequest): Promise<void> {
  if (isOn('member-polls')) return
  const { db } = request.server
  const [viewer] = await db.select({ role: users.role }).from(users).where(eq(users.id, request.staffId))
  if ((viewer?.role ?? 'user') === 'user') throw new ApiError('part_off')
}

/** Which of two wordings is drawn for the viewer. Undefined for tokens of servers that drew nothing. */
const wordingsOf = ({ server: { keys }, draw }: FastifyRequest) =>
  draw === undefined ? undefined : (pairId: number) => drawnWording(keys.wordingKeyOf(pairId), draw)

export const pollRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await paperRoutes(app, {})
  const writes = [signedIn, limitTo(app, limits.writesPerUser, viewerKey)]

  shareRoute(app, polls.listPolls, { seconds: maxAgeSeconds, read: (db, { query }) => findPolls(db, query) })

  shareRoute(app, polls.getPollSummary, { seconds: maxAgeSeconds, read: (db) => findSummary(db) })

  shareRoute(app, polls.listPollCategories, { seconds: 300, read: (db) => findCategories(db) })

  app.route({
    ...polls.listMyVotes,
    onRequest: signedIn,
    handler: (request) => findMyVotes(app.db, viewerId(request)),
  })

  app.addHook('onClose', () => app.pollOpenings.flush())
  const onResponse: onResponseHookHandler = (request, reply, done) => {
    const id = reply.statusCode < 400 ? parseId(request.url.split('/')[3] ?? '') : undefined
    if (id !== undefined) app.pollOpenings.count(request, id)
    done()
  }
  shareRoute(
    app,
    { ...polls.getPoll, onResponse },
    { seconds: maxAgeSeconds, read: (db, { params }) => findPoll(db, params.id) },
  )

  const steps = new RecentCopies(app.cache, newKeptSteps())
  shareRoute(app, polls.getPollResults, {
    seconds: maxAgeSeconds,
    read: (db, { params }) => findResults(db, params.id, steps),
  })

  app.route({
    ...getRecentVoters,
    onRequest: onlyFor('moderator', 'admin'),
    handler: (request) => findRecentVoters(app.db, { pollId: request.params.id, viewerId: request.staffId }),
  })

  const findTotals = async (db: Db, id: number) => {
    const poll = await findPoll(db, id)
    if (!poll) throw notFound('Poll')
    if (poll.results_hidden) throw new ApiError('results_hidden')
    const now = new Date()
    return toTotals(poll, { origin: app.config.publicUrl, now, method: await findPollMethod(db, id, app.config, now) })
  }

  shareRoute(app, getPollTotals, { seconds: maxAgeSeconds, read: (db, { params }) => findTotals(db, params.id) })

  app.route({
    ...downloadPollTotals,
    handler: async (request, reply) => {
      const totals = await app.reads.run((db) => findTotals(db, request.params.id))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${downloadName(`poll-${totals.id}.csv`)}"`)
        .header('cache-control', 'no-cache')
        .send(totalsAsCsv(totals))
    },
  })

  shareRoute(app, getQuestionOfTheDay, { seconds: maxAgeSeconds, read: (db) => findQuestionOfTheDay(db) })

  shareRoute(app, polls.listFeaturedPolls, { seconds: maxAgeSeconds, read: (db) => findFeaturedPolls(db) })

  app.route({
    ...polls.createPoll,
    onRequest: [...writes, mayCreatePolls],
    handler: async (request, reply) =>
      reply
        .code(201)
        .send(await createPoll(app.db, { ...request.body, ...writerOf(request), staffId: request.staffId })),
  })

  app.route({
    ...polls.tieRollCall,
    onRequest: writes,
    handler: (request) =>
      tieRollCall(app.db, { ...request.body, pollId: request.params.id, moderatorId: request.staffId }),
  })

  app.route({
    ...polls.markNoOpinion,
    onRequest: writes,
    handler: (request) =>
      markNoOpinion(app.db, {
        pollId: request.params.id,
        ...writerOf(request),
        positions: request.body.options,
      }),
  })

  app.route({
    ...scheduled.listOwnUnanswered,
    onRequest: signedIn,
    handler: (request) => findOwnUnanswered(app.db, viewerId(request)),
  })

  app.route({
    ...scheduled.listScheduledPolls,
    onRequest: signedIn,
    handler: (request) => findScheduledPolls(app.db, viewerId(request)),
  })

  app.route({
    ...scheduled.cancelScheduledPoll,
    onRequest: writes,
    handler: (request) => cancelScheduledPoll(app.db, { pollId: request.params.id, userId: viewerId(request) }),
  })

  app.route({
    ...releaseResults,
    onRequest: writes,
    handler: (request) => releasePoll(app.db, { pollId: request.params.id, moderatorId: request.staffId }),
  })

  app.route({
    ...polls.castVote,
    ...limitRejected(app, limits.rejectedPerUser),
    handler: (request) =>
      castVote(app.db, {
        pollId: request.params.id,
        optionId: request.body.option_id,
        ...writerOf(request),
        rotation: request.body.rotation,
        draw: request.draw,
        drawWording: wordingsOf(request),
        source: request.body.source,
        isRepetition: request.body.is_repetition,
      }),
  })

  app.route({
    ...getMyWording,
    onRequest: signedIn,
    handler: (request) => findMyWording(app, request.params.id, request.draw),
  })

  app.route({
    ...polls.undoVote,
    onRequest: writes,
    handler: (request) => undoVote(app.db, { pollId: request.params.id, userId: viewerId(request) }),
  })

  app.route({
    ...pending.givePendingAnswer,
    onRequest: writes,
    handler: (request) =>
      givePendingAnswer(app.db, {
        pollId: request.params.id,
        optionId: request.body.option_id,
        rotation: request.body.rotation,
        ...writerOf(request),
      }),
  })

  app.route({
    ...pending.withdrawPendingAnswer,
    onRequest: writes,
    handler: async (request) => {
      await withdrawPendingAnswer(app.db, { pollId: request.params.id, userId: viewerId(request) })
      return { withdrawn: true }
    },
  })

  app.route({
    ...mailed.giveMailedAnswer,
    onRequest: [limitTo(app, limits.registerPerAddress), limitTo(app, limits.registerPerAddressPerDay)],
    handler: async (request) => {
      const { option_id: optionId, ...reader } = request.body
      await app.mailedAnswers.give({ pollId: request.params.id, optionId, ...reader, network: networkKey(request) })
      return { state: 'waiting' as const }
    },
  })

  app.route({
    ...mailed.listConsents,
    onRequest: [...onlyFor('admin'), limitTo(app, limits.staffWrites, viewerKey)],
    handler: async () => ({ csv: await findConsents(app.db) }),
  })

  const onLink = limitTo(app, limits.confirmEmailPerAddress)

  app.route({
    ...mailed.openMailedAnswer,
    onRequest: onLink,
    handler: (request) => openMailedAnswer(app.db, request.body.token),
  })

  app.route({
    ...mailed.countMailedAnswer,
    onRequest: onLink,
    handler: (request) => countMailedAnswer(app, request.body.token),
  })

  app.route({
    ...mailed.deleteMailedAnswer,
    onRequest: onLink,
    handler: async (request) => {
      await deleteMailedAnswer(app.db, request.body.token)
      return { deleted: true }
    },
  })

  app.route({
    ...pending.listPendingAnswers,
    onRequest: signedIn,
    handler: (request) => findPendingAnswers(app.db, viewerId(request)),
  })
}
