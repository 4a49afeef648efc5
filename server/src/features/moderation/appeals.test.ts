import * as appeals from '@wtpu/contract/moderation/appeals'
import * as contract from '@wtpu/contract/moderation/cases'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { startMailbox } from '#testing/mailbox.ts'
import { blockAccount } from './on-server.ts'
import { type Row, report, startSite } from '#testing/moderated-site.ts'

describe('appeals', () => {
  async function startAppealed() {
    const site = await startSite()
    const { t, author, ada, findCase, decide, appeal } = site
    const post = await t.make.post({ author })
    await report(t, await t.make.user(), { kind: 'post', id: post.id })
    const { id } = await findCase({ kind: 'post', id: post.id })
    const actionId = (await decide(ada, id, { action: 'remove' })).json<{ action_id: number }>().action_id
    const appealed = await appeal(author, actionId)
    const obstacleOf = async (moderator: Row) => {
      const found = (await t.as(moderator).call(contract.getCase, { params: { id } })).json<contract.Case>()
      return found.actions.find((action) => action.id === actionId)?.appeal_obstacle
    }
    return { ...site, post, caseId: id, actionId, appealed, appealId: appealed.json<Row>().id, obstacleOf }
  }

  test('are made once, by whom the decision is about, and are in the same queue', async () => {
    await using site = await startAppealed()
    const { t, author, ada, caseId, actionId, appealed, appeal } = site
    expect(appealed.statusCode).toBe(201)
    expect((await appeal(author, actionId)).json()).toMatchObject({ code: 'already_appealed' })
    expect((await appeal(await t.make.user(), actionId)).statusCode).toBe(404)
    const list = (await t.as(ada).call(contract.listCases, { querystring: { status: 'appeals' } })).json()
    expect(list).toMatchObject({ results: [{ id: caseId }], counts: { open: 0, appeals: 1, closed: 1 } })
  })

  test('are rejected a month after their decision, and once it is undone, whatever other decisions there are', async () => {
    await using site = await startSite()
    const { t, author, ada, undo, appeal } = site
    const decision = { actor: 'ada', actorId: ada.id, action: 'warn', subjectKind: 'post', userId: author.id } as const
    const warn = async (daysAgo: number) => {
      const { id: subjectId } = await t.make.post({ author })
      const createdAt = new Date(Date.now() - daysAgo * 24 * 60 * 60_000)
      const action = { ...decision, subjectId, reason: 'Please stay with the argument.', rule: 1, createdAt }
      const [made] = await t.db.insert(moderationActions).values(action).returning({ id: moderationActions.id })
      return made!.id
    }
    const [late, undone, inTime] = [await warn(31), await warn(1), await warn(29)]
    await undo(ada, undone)

    expect((await appeal(author, late)).json()).toMatchObject({ code: 'appeal_too_late' })
    expect((await appeal(author, undone)).json()).toMatchObject({ code: 'already_undone' })
    expect((await appeal(author, inTime)).statusCode).toBe(201)
  })

  test('are decided by another moderator, and a granted one undoes the decision', async () => {
    await using site = await startAppealed()
    const { t, author, ada, grace, post, appealId, decideAppeal, isShown, mine, obstacleOf } = site
    expect(await obstacleOf(ada)).toBe('You made this decision, so another moderator decides on the appeal.')
    expect(await obstacleOf(grace)).toBeNull()
    expect((await decideAppeal(ada, appealId, true)).json()).toMatchObject({ code: 'own_case' })
    expect((await decideAppeal(grace, appealId, true)).json()).toEqual({ granted: true })
    expect((await decideAppeal(grace, appealId, false)).json()).toMatchObject({ code: 'already_decided' })
    expect(await isShown(post)).toBe(true)
    expect(await findWrongCounters(t.db)).toEqual([])
    expect((await mine(author)).decisions).toMatchObject([
      { undone: true, appeal: { granted: true, answer: 'We looked again.' } },
    ])
  })

  test.each([
    [
      'by a moderator',
      async ({ t, author, ada, findCase, decide }: Awaited<ReturnType<typeof startSite>>) => {
        const content = { kind: 'user', id: author.id } as const
        await report(t, await t.make.user(), content)
        await decide(ada, (await findCase(content)).id, { action: 'block' })
      },
    ],
    [
      'on the server',
      async ({ t, author }: Awaited<ReturnType<typeof startSite>>) => {
        await t.make.user()
        await blockAccount(t.app, author.email, { actor: 'root', reason: 'spam' })
        t.app.outbox.wake()
      },
    ],
  ])('of a user blocked %s come by the link of the mail, once, and end the block', async (_by, block) => {
    await using mails = await startMailbox()
    await using site = await startSite({ smtpUrl: mails.url })
    const { t, grace, decideAppeal } = site
    await block(site)
    await expect.poll(() => mails.mails.length).toBe(1)
    const token = /\/appeal#(\S+)/.exec(mails.mails[0]?.text ?? '')?.[1] ?? ''
    const appeal = (link: string, text = 'It was a joke.') =>
      t.call(appeals.createAppealByLink, { body: { token: link, text } })

    for (const link of ['', token.slice(0, -1), token.replace('.', '1.')]) {
      expect((await appeal(link)).json()).toMatchObject({ code: 'not_found' })
    }
    expect((await appeal(token, ' ')).json().fields).toEqual({ text: ['Please say why.'] })
    const appealed = await appeal(token)
    expect(appealed.statusCode).toBe(201)
    expect((await appeal(token)).json()).toMatchObject({ code: 'already_appealed' })
    await decideAppeal(grace, appealed.json<Row>().id, true)
    expect(await t.db.$count(users, eq(users.isActive, true))).toBe(5)
    await expect.poll(() => mails.mails.map(({ subject }) => subject)).toContain('Your appeal was granted')
  })

  test('are decided by the same moderator only if there is no other, and the answer says so', async () => {
    await using site = await startAppealed()
    const { t, author, ada, grace, appealId, decideAppeal, mine, obstacleOf } = site
    await t.db.update(users).set({ role: 'user' }).where(eq(users.id, grace.id))
    expect(await obstacleOf(ada)).toBeNull()
    expect((await decideAppeal(ada, appealId, false)).statusCode).toBe(200)
    const [decision] = (await mine(author)).decisions
    expect(decision?.appeal?.answer).toContain('Decided by the same moderator, because there is no other.')
    const said = 'Appeal not granted by the same moderator, because there was no other'
    for (const url of ['/api/moderation/log.csv', '/feeds/moderation.atom']) {
      expect((await t.app.inject(url)).body).toContain(said)
    }
  })

  test('end as granted when the moderator undoes their own decision, which gives all that they ask for', async () => {
    await using site = await startAppealed()
    const { t, author, ada, grace, post, actionId, appealId, undo, decideAppeal, isShown, mine } = site
    expect((await undo(ada, actionId)).statusCode).toBe(200)
    expect(await isShown(post)).toBe(true)
    expect((await decideAppeal(grace, appealId, false)).json()).toMatchObject({ code: 'already_decided' })
    expect((await mine(author)).decisions).toMatchObject([{ undone: true, appeal: { granted: true } }])
    const log = (await t.call(contract.listModerationLog, { querystring: {} })).json()
    expect(log.results).toMatchObject([{ action: 'undo' }, { appeal: 'granted', appeal_by_same: true }])
  })

  test('during an undo: the decision is undone once, and no appeal stays open', async () => {
    await using site = await startSite()
    const { t, author, ada, grace, findCase, decide, appeal, undo } = site
    for (let round = 0; round < 5; round++) {
      const content = { kind: 'post', id: (await t.make.post({ author })).id } as const
      await report(t, await t.make.user(), content)
      const decided = await decide(ada, (await findCase(content)).id, { action: 'remove' })
      const id = decided.json<{ action_id: number }>().action_id
      const [appealed, undone] = await Promise.all([appeal(author, id), undo(grace, id)])
      expect(undone.statusCode).toBe(200)
      expect([201, 409]).toContain(appealed.statusCode)
    }
    const list = (await t.as(ada).call(contract.listCases, { querystring: {} })).json<contract.CasePage>()
    expect(list.counts.appeals).toBe(0)
    expect(await findWrongCounters(t.db)).toEqual([])
  })
})
