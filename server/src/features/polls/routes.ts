import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as polls from '@wtpu/contract/polls'
import { signedIn, viewer } from '#http/auth.ts'
import { cachedReply, shareReply } from '#http/cache.ts'
import { notFound } from '#http/errors.ts'
import { castVote } from './commands.ts'
import { findCategories, findMyVotes, findPoll, findPolls, findSummary } from './queries.ts'

/** Polls open and close by the clock: no shared reply is older than this, in seconds. */
const clockTick = 5

export const pollRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...polls.listPolls,
    onRequest: cachedReply,
    handler: (request, reply) =>
      shareReply(polls.listPolls, clockTick, request, reply, () => findPolls(app.db, request.query)),
  })

  app.route({
    ...polls.getPollSummary,
    onRequest: cachedReply,
    handler: (request, reply) => shareReply(polls.getPollSummary, clockTick, request, reply, () => findSummary(app.db)),
  })

  app.route({
    ...polls.listPollCategories,
    onRequest: cachedReply,
    handler: (request, reply) =>
      shareReply(polls.listPollCategories, 300, request, reply, () => findCategories(app.db)),
  })

  app.route({
    ...polls.listMyVotes,
    onRequest: signedIn,
    handler: (request) => findMyVotes(app.db, viewer(request)),
  })

  app.route({
    ...polls.getPoll,
    onRequest: cachedReply,
    handler: (request, reply) =>
      shareReply(polls.getPoll, clockTick, request, reply, async () => {
        const poll = await findPoll(app.db, request.params.id)
        if (!poll) throw notFound('Poll')
        return poll
      }),
  })

  app.route({
    ...polls.castVote,
    onRequest: signedIn,
    handler: (request) =>
      castVote(app.db, {
        pollId: request.params.id,
        optionId: request.body.option_id,
        userId: viewer(request),
      }),
  })
}
