import type { FastifyInstance } from 'fastify'
import { sweepRemovedPosts } from '#writing/delete-posts.ts'
import { emptyTexts } from '#writing/empty-texts.ts'
import { sweepInvitations } from '#community/invitations.ts'
import { sweepVisits } from '#features/forums/discussions/visits.ts'
import { keptDays } from '@wtpu/contract/notifications/on-demand/kinds'
import { sweepSessions } from '#features/accounts/sessions.ts'
import { forgetRegistrations } from '#features/accounts/people/same-network.ts'
import { expireAccounts } from '#features/accounts/retention/retention.ts'
import { ForeignAvatars } from '#features/accounts/foreign-avatars.ts'
import { CommonGroundRuns } from '#features/common-ground/schedule.ts'
import { castVote } from '#features/polls/cast-vote.ts'
import { sweepMailedAnswers } from '#features/polls/mailed-answers.ts'
import { startQuestion } from '#features/polls/question-of-the-day.ts'
import { sweepPendingAnswers } from '#features/polls/pending-answers.ts'
import { OldAnimations } from '#features/boiler-room/posts/old-animations.ts'
import { expireTrendingHashtags } from '#features/boiler-room/hashtags.ts'
import { castNextVote } from '#demo/next-vote.ts'
import { seededRandom } from '#demo/random.ts'
import { countLargeStates } from '#db/large-states.ts'
import { countAccountsAtClose, recordOpenings } from '#db/poll-method.ts'
import { sealIfDue, warnIfUnreadable } from '#features/tally/schedule.ts'
import { mailFolder, sweepMailFiles } from '#mail/transport.ts'
import { sweepUnusedMedia } from '#media/unused-media.ts'
import { sendDueDigests } from '#notifications/digest.ts'
import { sweepNotifications } from '#notifications/list.ts'
import { sendDueMails } from '#notifications/mails.ts'
import { sweepUsedLinks } from '#notifications/unsubscribe.ts'
import { type Job, runRegularly } from './run-regularly.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Through the same code as everybody's votes. */
async function castNextDemoVote({ db, config }: Pick<FastifyInstance, 'db' | 'config'>): Promise<void> {
  if (!config.demoVotes) return
  const confirmedOnly = config.votesNeedConfirmedEmail
  await castNextVote(db, seededRandom(Date.now()), (vote) => castVote(db, { ...vote, confirmedOnly }))
}

/**
 * Does everything that the server does regularly, from when it is ready until it closes. Before, compiling the schemas can keep a
 * slow machine busy for longer than a new connection to the database may take.
 */
export function startJobs(app: FastifyInstance, databaseUrl: string): void {
  const commonGroundRuns = new CommonGroundRuns(app.db, databaseUrl)
  app.addHook('preClose', () => commonGroundRuns.close())
  const foreignAvatars = new ForeignAvatars(app.db, app)
  app.addHook('preClose', async () => foreignAvatars.close())
  const oldAnimations = new OldAnimations(app.db, app.files)
  // What is old is deleted, and what people have given is counted, also while a part is off.
  const jobs: Job[] = [
    { name: 'old mail files', part: null, every: hour, run: () => sweepMailFiles(mailFolder(app.config.dataDir)) },
    { name: 'unused media', part: null, every: hour, run: () => sweepUnusedMedia(app.db, app.files) },
    { name: 'files of removed posts', part: null, every: hour, run: () => sweepRemovedPosts(app) },
    { name: 'avatars of other sites', part: null, every: minute, run: () => foreignAvatars.copySome() },
    { name: 'old animations', part: null, every: hour, run: () => oldAnimations.markSome() },
    { name: 'texts of deleted accounts', part: null, every: hour, run: () => emptyTexts(app.db) },
    { name: 'old uploads', part: null, every: hour, run: () => app.uploadFolder.sweep() },
    { name: 'old notifications', part: null, every: hour, run: () => sweepNotifications(app.db, keptDays) },
    { name: 'ended sessions', part: null, every: hour, run: () => sweepSessions(app.db) },
    { name: 'accounts without activity', part: null, every: hour, run: () => expireAccounts(app) },
    { name: 'networks of registrations', part: null, every: hour, run: () => forgetRegistrations(app.db) },
    { name: 'expired invitations', part: null, every: hour, run: () => sweepInvitations(app.db) },
    { name: 'used links', part: null, every: hour, run: () => sweepUsedLinks(app.db) },
    { name: 'mails about notifications', part: null, every: 15 * second, run: () => sendDueMails(app) },
    { name: 'weekly digests', part: null, every: minute, run: () => sendDueDigests(app) },
    { name: 'answers that waited', part: null, every: 5 * second, run: () => app.pendingAnswers.castDue() },
    { name: 'old pending answers', part: null, every: hour, run: () => sweepPendingAnswers(app.db) },
    { name: 'old mailed answers', part: null, every: hour, run: () => sweepMailedAnswers(app.db) },
    { name: 'old visits', part: null, every: hour, run: async () => (await sweepVisits(app.db)).hasMore },
    { name: 'common ground', part: 'common-ground', every: minute, run: () => commonGroundRuns.runIfDue() },
    { name: 'the question of the day', part: null, every: 15 * second, run: () => startQuestion(app.db) },
    { name: 'openings of polls', part: null, every: 15 * second, run: () => app.pollOpenings.flush() },
    {
      name: 'facts of polls that opened',
      part: null,
      every: 15 * second,
      run: () => recordOpenings(app.db, app.config),
    },
    {
      name: 'accounts that could vote',
      part: null,
      every: 15 * second,
      run: () => countAccountsAtClose(app.db, app.config),
    },
    { name: 'states of large polls', part: null, every: minute, run: () => countLargeStates(app.db, databaseUrl) },
    { name: 'closed polls', part: null, every: 15 * second, run: () => sealIfDue(app.db, databaseUrl, app.keys) },
    { name: 'the key of the tally log', part: null, every: hour, run: () => warnIfUnreadable(app) },
    { name: 'votes of the demo', part: null, every: 10 * second, run: () => castNextDemoVote(app) },
    { name: 'uses of hashtags', part: 'boiler-room', every: minute, run: () => expireTrendingHashtags(app.db) },
  ]
  let running: ReturnType<typeof runRegularly> | undefined
  app.addHook('onReady', async () => {
    running = runRegularly(app.log, jobs)
  })
  app.addHook('onClose', async () => running?.close())
}
