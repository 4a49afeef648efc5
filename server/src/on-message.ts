import type { FastifyInstance } from 'fastify'
import { loadIdentity } from './db/identity.ts'
import { loadSettings } from './db/site-settings.ts'
import type { PollClock } from './features/polls/clock.ts'
import type { Message, Path } from './live/messages.ts'
import type { ResponseCache } from './http/cache/response-cache.ts'
import { invalidateFeeds } from './site/feeds.ts'

/** What a message of this or another server changes here. `position` is where its change is in the log of the database. */
export function invalidateBy(app: FastifyInstance, clock: PollClock, message: Message, position?: string): void {
  app.reads.require(position)
  switch (message.kind) {
    case 'session':
    case 'blocks':
      return app.sessionCache.forget(message.userId)
    case 'news':
      return app.unseenNews.forget(message.userIds)
    case 'own':
    case 'ticket':
      return
    case 'site':
      return reloadIdentity(app)
    // New counts change the lists of their area, but no search, and nobody is notified of them.
    case 'counts':
      return app.cache.invalidateCounts(`/api/${message.of}/`, message.id)
    case 'activity':
      app.notifications.wake()
      return invalidateBelow(app.cache, message.path)
    case 'stale':
      return invalidatePath(app, clock, message.path)
  }
}

/** Paths of responses that show what changes under other paths. */
const shown: Record<string, readonly Path[]> = {
  '/api/boilerroom/feed/': ['/api/boilerroom/'],
  '/api/politicians/mine/': ['/api/polls/', '/api/roll-calls/'],
}

function invalidateBelow(cache: ResponseCache, path: Path): void {
  cache.invalidate(path)
  for (const [by, paths] of Object.entries(shown)) if (paths.some((of) => path.startsWith(of))) cache.invalidate(by)
}

/** Pages and feeds contain the name of the site, and lists what belongs to its parts. The server that wrote knows both already. */
function reloadIdentity(app: FastifyInstance): void {
  const forget = () => {
    app.cache.invalidate('/')
    app.unseenNews.clear()
  }
  forget()
  void Promise.all([loadIdentity(app.db), loadSettings(app)]).then(forget, (error: unknown) =>
    app.log.error({ err: error }, 'the name, look, parts and settings of the site could not be read'),
  )
}

function invalidatePath(app: FastifyInstance, clock: PollClock, path: Path): void {
  // After a lost connection everything may have changed.
  if (path === '/api/') reloadIdentity(app)
  app.notifications.wake()
  if ('/auth/api/'.startsWith(path)) app.sessionCache.clear()
  if (['/api/notifications/', '/api/pages/'].some((of) => of.startsWith(path))) app.unseenNews.clear()
  invalidateBelow(app.cache, path)
  // Searches find content of every area.
  app.cache.invalidate('/api/search/')
  invalidateFeeds(app.cache, path)
  if ('/api/polls/'.startsWith(path)) clock.replan()
}
