import type { FastifyInstance } from 'fastify'
import { adminRoutes } from './features/admin/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { boilerRoomRoutes } from './features/boiler-room/routes.ts'
import { commonGroundRoutes } from './features/common-ground/routes.ts'
import { forumRoutes } from './features/forums/routes.ts'
import { moderationRoutes } from './features/moderation/routes.ts'
import { politicianRoutes } from './features/politicians/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { tallyRoutes } from './features/tally/routes.ts'
import { pollRoutes } from './features/polls/routes.ts'
import { reasonRoutes } from './features/reasons/routes.ts'
import { compressTexts } from './http/compression.ts'
import { watchConnectionQueue } from './http/connection-queue.ts'
import { limitConnections } from './http/connections.ts'
import { handleErrors } from './http/errors.ts'
import { parseIntegers } from './http/integers.ts'
import { boundsOf, warnAboutMissingTrustProxy } from './http/network.ts'
import { networkKey } from './http/limits/rate-limit.ts'
import { setHeadersOfRoutes, setSecurityHeaders } from './http/security.ts'
import { ignoreTypeOfNoBody } from './http/request-body.ts'
import { admitOnlyMembers } from './http/members-only.ts'
import { closePartsThatAreOff } from './http/parts.ts'
import { askForProof } from './http/proof.ts'
import { rejectSeveralHosts, rejectUnstorableText } from './http/text.ts'
import { isSignedMedia, signMediaForMembers } from './http/signed-media.ts'
import { registerConcurrencyLimit, acquireSlot } from './http/concurrency-limit.ts'
import { registerUploads } from './http/uploads/uploads.ts'
import { liveRoutes } from './live/stream.ts'
import { mediaRoutes } from './media/routes.ts'
import { isWithheld } from './media/withheld-media.ts'
import { measure } from './metrics.ts'
import { collectDocs } from './site/docs/docs.ts'
import { healthRoutes } from './site/health.ts'
import { webFolder } from './site/pages.ts'
import { readRelease } from './site/release.ts'
import { siteRoutes } from './site/routes.ts'
import { type Dependencies, openServer } from './open-server.ts'
import { openServices } from './open-services.ts'

const streamsPerNetwork = 20

/** Builds the server without listening. Lists everything that is mounted, in order. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config, web = webFolder } = dependencies
  const app = openServer(dependencies)
  const { limitStore, live } = await openServices(app, dependencies)

  if (config.metrics) measure(app)
  warnAboutMissingTrustProxy(app)
  handleErrors(app)
  setSecurityHeaders(app)
  rejectSeveralHosts(app)
  ignoreTypeOfNoBody(app)
  rejectUnstorableText(app)
  parseIntegers(app)
  registerConcurrencyLimit(app, limitStore)
  signMediaForMembers(app)
  compressTexts(app)
  limitConnections(app)
  watchConnectionQueue(app)
  closePartsThatAreOff(app)
  admitOnlyMembers(app)
  askForProof(app)
  const release = readRelease(web)
  setHeadersOfRoutes(app, release)
  await registerUploads(app)
  await collectDocs(app)

  liveRoutes(
    app,
    live,
    (request) => limitStore.take('streams', boundsOf(networkKey(request), streamsPerNetwork)),
    release,
  )
  healthRoutes(app)
  mediaRoutes(app, app.files, {
    publicAddress: config.mediaUrl,
    isWithheld: (name) => app.reads.run((from) => isWithheld(from, name)),
    isSigned: (signer, name, query) => isSignedMedia(config.jwtSecret, signer, name, query),
    preHandler: acquireSlot,
  })
  await app.register(async (features) => {
    features.addHook('preHandler', acquireSlot)
    // Called, because none needs a context of its own (docs/pitfalls.md).
    for (const routes of featureRoutes) await routes(features, {})
  })
  await siteRoutes(app, web)
  return app
}

const featureRoutes = [
  accountRoutes,
  boilerRoomRoutes,
  forumRoutes,
  politicianRoutes,
  pollRoutes,
  reasonRoutes,
  searchRoutes,
  notificationRoutes,
  moderationRoutes,
  adminRoutes,
  commonGroundRoutes,
  tallyRoutes,
]
