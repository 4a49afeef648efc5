import * as contract from '@wtpu/contract/on-demand/admin'
import { createDiscussion } from '@wtpu/contract/forums/discussions'
import { listModerationLog } from '@wtpu/contract/moderation/cases'
import { listPollCategories, listPolls } from '@wtpu/contract/polls/polls'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/mails.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

async function startSite(smtpUrl?: string) {
  const t = await startTestApp({ smtpUrl })
  const [admin, other, moderator, user] = [
    await t.make.user({ role: 'admin', username: 'ada' }),
    await t.make.user({ role: 'admin', username: 'grace' }),
    await t.make.user({ role: 'moderator' }),
    await t.make.user({ username: 'lin', email: 'lin@wtpu.example' }),
  ]
  return { t, admin, other, moderator, user, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
}

const reasons = async (t: TestApp) =>
  (await t.db.select().from(moderationActions).orderBy(moderationActions.id)).map(({ reason }) => reason)

const namesOf = (list: contract.ManagedCategory[]) => list.map(({ name }) => name)

test('an admin finds an account by email or username, gives it a role and marks its identity as checked', async () => {
  // Mails wait.
  await using site = await startSite('smtp://127.0.0.1:9')
  const { t, admin, moderator, user } = site
  const find = async (q: string) => (await t.as(admin).call(contract.findManagedAccount, { querystring: { q } })).json()
  const lin = { id: user.id, username: 'lin', email: 'lin@wtpu.example', role: 'user', verified: false }
  expect(await find('LIN@wtpu.example')).toMatchObject([lin])
  expect(await find('Lin')).toMatchObject([lin])
  expect(await find('li')).toEqual([])

  const update = (id: number, body: { role?: contract.Role; verified?: boolean }) =>
    t.as(admin).call(contract.updateManagedAccount, { params: { id }, body })
  expect((await update(user.id, { role: 'moderator', verified: true })).json()).toMatchObject({
    role: 'moderator',
    verified: true,
  })
  await update(user.id, { verified: true })
  // To both admins, also to the one who gave the role, whose account may be in other hands.
  expect(await t.db.$count(mails)).toBe(2)
  expect((await update(moderator.id, { role: 'user' })).statusCode).toBe(200)
  expect((await update(user.id + 999, { role: 'user' })).statusCode).toBe(404)
  const staff = (await t.as(admin).call(contract.listStaff, {})).json<contract.ManagedAccount[]>()
  expect(new Set(staff.map(({ username }) => username))).toEqual(new Set(['ada', 'grace', 'lin']))
  expect(await reasons(t)).toEqual([
    'An account became a moderator.',
    'The identity of an account was checked.',
    'An account is no longer staff.',
  ])
  // The public log says what happened, and not to whom.
  const log = (await t.call(listModerationLog, { querystring: {} })).body
  expect(log).toContain('An account became a moderator.')
  expect(log).not.toContain('lin')
})

test('two admins who end each other’s role at the same time leave one', async () => {
  await using site = await startSite()
  const { t, admin, other } = site
  const demote = (by: { id: number }, id: number) =>
    t.as(by).call(contract.updateManagedAccount, { params: { id }, body: { role: 'user' } })

  const responses = await Promise.all([demote(admin, other.id), demote(other, admin.id)])

  expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    expect.toSatisfy((status) => [403, 404, 409].includes(status)),
  ])
  const left = await t.db.select({ id: users.id }).from(users).where(eq(users.role, 'admin'))
  expect(left).toHaveLength(1)
  const last = await demote({ id: left[0]!.id }, left[0]!.id)
  expect([last.statusCode, last.json().code]).toEqual([409, 'last_admin'])
})

test('features a poll and takes it back', async () => {
  await using site = await startSite()
  const { t, admin } = site
  const poll = await t.make.poll()
  const params = { id: poll.id }

  expect((await t.as(admin).call(contract.featurePoll, { params })).json()).toMatchObject([{ id: poll.id }])
  await t.as(admin).call(contract.featurePoll, { params })
  expect((await t.as(admin).call(contract.unfeaturePoll, { params })).json()).toEqual([])
  expect((await t.as(admin).call(contract.featurePoll, { params: { id: poll.id + 1 } })).statusCode).toBe(404)
  expect(await reasons(t)).toHaveLength(2)
})

test('adds, renames, orders and deletes categories, which lists and searches follow', async () => {
  await using site = await startSite()
  const { t, admin, user } = site
  const as = t.as(admin)
  const before = (await as.call(contract.listManagedCategories, {})).json<contract.ManagedCategory[]>()
  expect(namesOf(before).slice(0, 2)).toEqual(['Environment', 'Healthcare'])

  const added = (await as.call(contract.createCategory, { body: { name: ' Public  transit ' } })).json()
  const { id } = added.at(-1)
  expect(added.at(-1)).toEqual({ id, name: 'Public transit', in_use: false })
  const again = await as.call(contract.createCategory, { body: { name: 'public TRANSIT' } })
  expect([again.statusCode, again.json().code]).toEqual([409, 'category_exists'])
  for (const name of ['​ ', '12', 'x'.repeat(41)])
    expect((await as.call(contract.createCategory, { body: { name } })).statusCode, name).toBe(400)

  const discussion = { title: 'Buses', description: 'More of them.', category: id, tag_ids: [] }
  expect((await t.as(user).call(createDiscussion, { body: discussion })).statusCode).toBe(201)
  await t.make.poll({ category: 'Public transit', question: 'More trains?' })
  const used = await as.call(contract.deleteCategory, { params: { id } })
  expect([used.statusCode, used.json().code]).toEqual([409, 'category_in_use'])

  const renamed = await as.call(contract.renameCategory, { params: { id }, body: { name: 'Railways' } })
  expect(renamed.statusCode).toBe(200)
  const found = await t.call(listPolls, { querystring: { q: 'railways' } })
  expect(found.body).toContain('More trains?')
  const { rows } = await t.db.execute(sql`select keywords from discussions`)
  expect(rows).toEqual([{ keywords: 'Railways' }])

  const moved = (await as.call(contract.moveCategory, { params: { id }, body: { direction: 'up' } })).json()
  expect(namesOf(moved).slice(-2)).toEqual(['Railways', 'General'])
  expect(namesOf((await t.call(listPollCategories, {})).json())).toEqual(namesOf(moved))
  const first = before[0]!.id
  await as.call(contract.moveCategory, { params: { id: first }, body: { direction: 'up' } })
  expect((await as.call(contract.deleteCategory, { params: { id: first } })).json()).not.toContainEqual(
    expect.objectContaining({ name: 'Environment' }),
  )
  expect((await as.call(contract.deleteCategory, { params: { id: first } })).statusCode).toBe(404)
  expect(await reasons(t)).toEqual([
    'Added the category “Public transit”.',
    'Renamed the category “Public transit” to “Railways”.',
    'Moved the category “Railways” up.',
    'Deleted the category “Environment”, which nothing had.',
  ])
})

test('a discussion that starts while its category is deleted has it, or the category is gone', async () => {
  await using site = await startSite()
  const { t, admin, user } = site
  const { id } = (await t.as(admin).call(contract.createCategory, { body: { name: 'Short-lived' } })).json().at(-1)
  const body = { title: 'Buses', description: 'More of them.', category: id, tag_ids: [] }

  const [started, deleted] = await Promise.all([
    t.as(user).call(createDiscussion, { body }),
    t.as(admin).call(contract.deleteCategory, { params: { id } }),
  ])

  expect([started.statusCode < 300, deleted.statusCode === 200]).toSatisfy(([starts, deletes]) => starts !== deletes)
  expect(started.statusCode).toBeLessThan(500)
})

test('tells the state of the site', async () => {
  await using site = await startSite()
  const state = (await site.t.as(site.admin).call(contract.getSiteState, {})).json()
  expect(state).toMatchObject({ mail: { is_sent: false, waiting: 0 }, last_import: null, open_cases: 0 })
  expect(state.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(state.database.bytes).toBeGreaterThan(1_000_000)
})

test.each([
  ['İzmir', 'izmir'],
  ['Ärzte', 'ärzte'],
  ['Ψηφοφορία', 'ΨΗΦΟΦΟΡΊΑ'],
])('a category %s leaves no place for %s, because the database decides what is the same', async (name, other) => {
  await using site = await startSite()
  const as = site.t.as(site.admin)
  expect((await as.call(contract.createCategory, { body: { name } })).statusCode).toBe(200)

  const response = await as.call(contract.createCategory, { body: { name: other } })

  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([409, ['name']])
})
