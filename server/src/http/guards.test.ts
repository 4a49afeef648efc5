import { proofMinutes } from '@wtpu/contract/accounts/proof'
import type { ErrorCode } from '@wtpu/contract/errors'
import { eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions, users } from '#db/schema/accounts.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { ago } from '#testing/ago.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { isPublicPath } from '#live/messages.ts'
import { endSessions } from './session-cache.ts'

/** Everybody may send these. */
const publicCalls = [
  'GET /api/common-ground/',
  'GET /api/common-ground/line.csv',
  'GET /api/common-ground/polls.csv',
  'GET /api/moderation/figures/',
  'GET /api/moderation/held/{kind}/{id}/',
  'GET /api/moderation/log.csv',
  'GET /api/moderation/log/',
  'GET /api/oembed',
  'GET /api/pages/{name}/',
  'GET /api/politicians/',
  'GET /api/politicians/by_name/',
  'GET /api/politicians/districts/',
  'GET /api/politicians/filter_options/',
  'GET /api/politicians/{id}/',
  'GET /api/politicians/{id}/rating_history/',
  'GET /api/politicians/{id}/votes/',
  'GET /api/politicians/{id}/voting-summary/',
  'GET /api/polls/',
  'GET /api/polls/categories/',
  'GET /api/polls/featured/',
  'GET /api/polls/question-of-the-day/',
  'GET /api/polls/summary/',
  'GET /api/polls/{id}/',
  'GET /api/polls/{id}/ballots.csv',
  'GET /api/polls/{id}/groups/',
  'GET /api/polls/{id}/results/',
  'GET /api/polls/{id}/roll-call/',
  'GET /api/polls/{id}/seal.json',
  'GET /api/polls/{id}/totals.csv',
  'GET /api/polls/{id}/totals.json',
  'GET /api/registration/',
  'GET /api/roll-calls/',
  'GET /api/roll-calls/{id}/',
  'GET /api/roll-calls/{id}/positions/',
  'GET /api/roll-calls/{id}/votes.csv',
  'GET /api/roll-calls/{id}/votes.json',
  'GET /api/search/',
  'GET /api/site/parts/',
  'GET /api/tally-log/',
  'GET /auth/api/user/{id}/',
  'POST /api/ballots/',
  'POST /api/ballots/open/',
  'POST /api/error-reports/',
  'POST /api/invitation/',
  'POST /api/moderation/appeals/',
  'POST /api/polls/answers/count/',
  'POST /api/polls/answers/decline/',
  'POST /api/polls/answers/link/',
  'POST /api/polls/{id}/answers/',
  'POST /api/site-access/',
  'POST /auth/api/email/confirm/',
  'POST /auth/api/email/decline/',
  'POST /auth/api/email/link/',
  'POST /auth/api/google/',
  'POST /auth/api/google/start/',
  'POST /auth/api/logout/',
  'POST /auth/api/passkeys/sign-in/',
  'POST /auth/api/passkeys/sign-in/start/',
  'POST /auth/api/password_reset/',
  'POST /auth/api/password_reset/confirm/',
  'POST /auth/api/providers/{id}/',
  'POST /auth/api/providers/{id}/start/',
  'POST /auth/api/register/',
  'POST /auth/api/token/',
  'POST /auth/api/token/refresh/',
  'POST /auth/api/token/second-factor/',
  'POST /unsubscribe/{token}',
]

/** What suspended members still do: they protect themselves, choose what they receive, appeal, and leave. */
const writesWhileSuspended = [
  'DELETE /api/notifications/push/',
  'DELETE /api/people/{id}/block/',
  'DELETE /api/people/{id}/mute/',
  'PATCH /api/notifications/settings/',
  'POST /api/live/identify/',
  'POST /api/moderation/actions/{id}/appeal/',
  'POST /api/notifications/read/',
  'POST /api/pages/terms/seen/',
  'POST /auth/api/account/delete/',
  'POST /auth/api/sessions/end_others/',
  'PUT /api/forums/discussions/{id}/watch/',
  'PUT /api/notifications/push/',
  'PUT /api/people/{id}/block/',
  'PUT /api/people/{id}/mute/',
]

/** They need a proof of a short time ago that the viewer is who they are. */
const sensitiveCalls = [
  'GET /api/admin/newsletter/',
  'PATCH /api/admin/accounts/{id}/',
  'POST /api/admin/invitations/',
  'POST /api/admin/invitations/staff/',
  'POST /api/admin/mail-domains/{domain}/take-out/',
  'POST /api/admin/papers/{id}/send/',
  'POST /api/admin/papers/{id}/sheets/print/',
  'POST /api/admin/people/suspend/',
  'POST /api/admin/people/{id}/data/',
  'POST /api/admin/people/{id}/delete/',
  'POST /auth/api/factors/app/confirm/',
  'POST /auth/api/factors/app/remove/',
  'POST /auth/api/factors/app/start/',
  'POST /auth/api/factors/recovery-codes/',
  'POST /auth/api/passkeys/',
  'POST /auth/api/passkeys/start/',
  'POST /auth/api/passkeys/{id}/remove/',
  'PUT /api/admin/access-code/',
  'PUT /api/admin/mail-server/',
  'PUT /api/admin/pages/{name}/',
  'PUT /api/admin/parts/',
  'PUT /api/admin/registration/',
  'PUT /api/admin/retention/',
]

/** Other writes of admins: each can be taken back at the same place, and neither gives power nor shows secrets. */
const ordinaryAdminWrites = [
  'DELETE /api/admin/categories/{id}/',
  'DELETE /api/admin/circles/{id}/',
  'DELETE /api/admin/featured-polls/{id}/',
  'DELETE /api/admin/invitations/{id}/',
  'DELETE /api/admin/papers/{id}/',
  'DELETE /api/admin/papers/{id}/kit/',
  'DELETE /api/admin/questions/{id}/',
  'PATCH /api/admin/categories/{id}/',
  'PATCH /api/admin/circles/{id}/',
  'POST /api/admin/categories/',
  'POST /api/admin/categories/{id}/move/',
  'POST /api/admin/circles/',
  'POST /api/admin/officials/',
  'POST /api/admin/officials/stop/',
  'POST /api/admin/papers/',
  'POST /api/admin/papers/{id}/kit/',
  'POST /api/admin/papers/{id}/remind/',
  'POST /api/admin/papers/{id}/sheets/',
  'POST /api/admin/people/{id}/confirmation/',
  'POST /api/admin/people/{id}/sessions/end/',
  'POST /api/admin/questions/{id}/move/',
  'POST /api/admin/site/logo/',
  'POST /api/admin/test-mail/',
  'PUT /api/admin/circles/{id}/list/',
  'PUT /api/admin/featured-polls/{id}/',
  'PUT /api/admin/mail-domains/',
  'PUT /api/admin/questions/{id}/',
  'PUT /api/admin/setup/',
  'PUT /api/admin/site/',
]

const isForAdmins = (url: string) => url.startsWith('/api/admin/')
const isForStaff = (url: string) =>
  isForAdmins(url) ||
  /^\/api\/moderation\/(cases\/|decisions\/|log\/accounts\/|.*\/(undo|decision)\/$)|\/recent-voters\/$/.test(url)

let t: TestApp
beforeAll(async () => void (t = await startTestApp()))
afterAll(() => t[Symbol.asyncDispose]())

const calls = () =>
  Object.entries(t.app.swagger().paths ?? {}).flatMap(([url, methods]) =>
    Object.keys(methods ?? {}).map((method) => ({ method: method.toUpperCase() as 'GET', url })),
  )

/** Guards decide before parameters and bodies are read, so any will do. */
const send = ({ method, url }: { method: InjectOptions['method'] & string; url: string }, authorization?: string) =>
  t.app.inject({
    method,
    url: url.replace(/\{\w+\}/g, '1'),
    headers: authorization ? { authorization } : {},
    ...(method !== 'GET' && { payload: {} }),
  })

test('calls of staff do not exist for others, and those of admins not for moderators', async () => {
  const user = await t.as(await t.make.user()).authorization()
  const moderator = await t.as(await t.make.user({ role: 'moderator' })).authorization()
  const staffCalls = calls().filter(({ url }) => isForStaff(url))
  expect(staffCalls.length).toBeGreaterThan(40)
  for (const call of staffCalls) {
    const others = [await send(call), await send(call, user)]
    if (isForAdmins(call.url)) others.push(await send(call, moderator))
    for (const { statusCode, body } of others) {
      expect([call, statusCode, body]).toEqual([call, 404, others[0]?.body])
    }
    // A client whose token has expired renews it.
    expect([call, (await send(call, 'Bearer expired')).statusCode]).toEqual([call, 401])
  }
  expect(await t.db.$count(moderationActions)).toBe(0)
})

test('every other call requires sign-in, except those that are named here', async () => {
  const withoutSignIn: string[] = []
  for (const call of calls().filter(({ url }) => !isForStaff(url))) {
    const response = await send(call)
    if (!response.body.includes('"not_signed_in"')) withoutSignIn.push(`${call.method} ${call.url}`)
    else expect([call, response.statusCode]).toEqual([call, 401])
  }
  expect(withoutSignIn.toSorted()).toEqual(publicCalls)
})

test('a live stream without a user hears of nothing but areas of public calls', () => {
  const areaOf = (call: string) => /^GET (\/(?:auth\/)?api\/[\w-]+\/)/.exec(call)?.[1]
  const all = new Set(calls().map(({ method, url }) => areaOf(`${method} ${url}`)))
  const open = new Set(publicCalls.map(areaOf))
  const heard = [...all].filter((area) => area && !open.has(area) && isPublicPath(`${area}7/`))
  expect(heard).toEqual([])
})

/** The writes that do not answer with `code` to the token of an admin with this sanction. */
async function writesThatAnswerOtherwise(code: ErrorCode, sanction: Partial<typeof users.$inferInsert>) {
  const found: string[] = []
  for (const call of calls().filter(({ method }) => method !== 'GET')) {
    // A new account for each, because some writes have limits or end the session.
    const user = await t.make.user({ role: 'admin' })
    const authorization = await t.as(user).authorization()
    await t.db.update(users).set(sanction).where(eq(users.id, user.id))
    if (sanction.suspendedUntil) t.app.sessionCache.end(user.id)
    else await endSessions(t.db, user.id)
    const { body } = await send(call, authorization)
    if (!body.includes(`"code":"${code}"`)) found.push(`${call.method} ${call.url}`)
  }
  return found.toSorted()
}

const publicWrites = publicCalls.filter((call) => !call.startsWith('GET '))

test.each(['blockedAt', 'deletedAt'] as const)('the token of an account with %s writes nothing', async (column) => {
  expect(await writesThatAnswerOtherwise('not_signed_in', { [column]: new Date() })).toEqual(publicWrites)
})

test('the token of a suspended account writes only what concerns the account itself', async () => {
  const suspendedUntil = new Date(Date.now() + 3_600_000)
  expect(await writesThatAnswerOtherwise('suspended', { suspendedUntil })).toEqual(
    [...publicWrites, ...writesWhileSuspended].toSorted(),
  )
})

test('each write of admins is sensitive or named as ordinary, and sensitive ones ask for a proof', async () => {
  const admin = await t.make.user({ role: 'admin' })
  const authorization = await t.as(admin).authorization()
  await t.db
    .update(sessions)
    .set({ provedAt: ago(`${proofMinutes} minutes`) })
    .where(eq(sessions.userId, admin.id))
  const asking: string[] = []
  const others: string[] = []
  for (const call of calls()) {
    // The call itself ends the session.
    if (call.url === '/auth/api/account/delete/') continue
    const { body } = await send(call, authorization)
    const name = `${call.method} ${call.url}`
    if (body.includes('"proof_required"')) asking.push(name)
    else if (isForAdmins(call.url) && call.method !== 'GET') others.push(name)
  }
  expect(asking.toSorted()).toEqual(sensitiveCalls)
  expect(others.toSorted()).toEqual(ordinaryAdminWrites)
})
