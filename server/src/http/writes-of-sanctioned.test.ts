import type { InjectOptions } from 'fastify'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { startTestApp } from '#testing/test-app.ts'
import { endSessions } from './session-cache.ts'

/** Writes without a session: each checks a password, a code or a secret link, or stores nothing about a person. */
const withoutSession = [
  'POST /api/error-reports/',
  'POST /api/invitation/',
  'POST /api/moderation/appeals/',
  'POST /api/site-access/',
  'POST /auth/api/email/confirm/',
  'POST /auth/api/google/',
  'POST /auth/api/google/start/',
  'POST /auth/api/logout/',
  'POST /auth/api/password_reset/',
  'POST /auth/api/password_reset/confirm/',
  'POST /auth/api/register/',
  'POST /auth/api/token/',
  'POST /auth/api/token/refresh/',
  'POST /unsubscribe/:token',
]
/** What suspended users still do: they protect themselves, choose what they receive, appeal, and leave. */
const whileSuspended = [
  'DELETE /api/notifications/push/',
  'DELETE /api/people/:id/block/',
  'DELETE /api/people/:id/mute/',
  'PATCH /api/notifications/settings/',
  'POST /api/live/identify/',
  'POST /api/moderation/actions/:id/appeal/',
  'POST /api/notifications/read/',
  'POST /api/pages/terms/seen/',
  'POST /auth/api/account/delete/',
  'POST /auth/api/sessions/end_others/',
  'PUT /api/forums/discussions/:id/watch/',
  'PUT /api/notifications/push/',
  'PUT /api/people/:id/block/',
  'PUT /api/people/:id/mute/',
]

interface Write {
  method: InjectOptions['method'] & string
  url: string
}
const nameOf = ({ method, url }: Write) => `${method} ${url}`

/** Guards run before a request is read, so the requests need no body. */
async function start() {
  const writes: Write[] = []
  const t = await startTestApp({}, undefined, undefined, undefined, (route) => {
    for (const method of [route.method].flat()) {
      if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') writes.push({ method, url: route.url })
    }
  })
  /** What each write answers to an account. Each attempt is of a new one, because some have limits or end the session. */
  const answers = async (sanction: (userId: number) => Promise<unknown>) => {
    const found = new Map<string, number>()
    for (const write of writes) {
      const user = await t.make.user({ role: 'admin' })
      const authorization = await t.as(user).authorization()
      await sanction(user.id)
      t.app.sessionCache.end(user.id)
      const url = write.url.replace(/:\w+/g, '1')
      const { statusCode } = await t.app.inject({ method: write.method, url, headers: { authorization } })
      found.set(nameOf(write), statusCode)
    }
    return found
  }
  return { ...t, writes, answers }
}

const except = (answers: Map<string, number>, status: number) =>
  [...answers].filter(([, found]) => found !== status).map(([name]) => name)

test.each(['blockedAt', 'deletedAt'] as const)('the token of an account with %s writes nothing', async (column) => {
  await using t = await start()

  const answers = await t.answers(async (id) => {
    await t.db
      .update(users)
      .set({ [column]: new Date() })
      .where(eq(users.id, id))
    await endSessions(t.db, id)
  })

  expect(t.writes.length).toBeGreaterThan(100)
  expect(except(answers, 401).toSorted()).toEqual(withoutSession)
})

test('the token of a suspended account writes only what concerns the account itself', async () => {
  await using t = await start()

  const answers = await t.answers((id) =>
    t.db
      .update(users)
      .set({ suspendedUntil: new Date(Date.now() + 3_600_000) })
      .where(eq(users.id, id)),
  )

  expect(except(answers, 403).toSorted()).toEqual([...withoutSession, ...whileSuspended].toSorted())
})
