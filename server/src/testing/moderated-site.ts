import { getPost } from '@wtpu/contract/boiler-room/posts'
import * as appeals from '@wtpu/contract/moderation/appeals'
import * as contract from '@wtpu/contract/moderation/cases'
import * as ownDecisions from '@wtpu/contract/moderation/own-decisions'
import { createReport, type NewReport } from '@wtpu/contract/moderation/reports'
import type { Party } from '@wtpu/contract/politicians'
import { sql } from 'drizzle-orm'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

export type Row = { id: number }
export type Reported = Pick<NewReport, 'kind' | 'id'>

export const weekOld = { email_verified_at: new Date(), created_at: sql`now() - interval '8 days'` }
const monthOld = { ...weekOld, created_at: sql`now() - interval '31 days'` }
export const makeReporter = (t: TestApp, age = weekOld) => t.make.user(age)

let networks = 0
/** Each from a network of its own. */
export async function report(
  t: TestApp,
  reporter: Row,
  content: Reported,
  over: Partial<NewReport> & { from?: string } = {},
) {
  const { from = `203.0.${Math.floor(networks / 250)}.${(networks++ % 250) + 1}`, ...fields } = over
  const body = { ...content, reason: 'spam' as const, ...fields }
  const authorization = await t.as(reporter).authorization()
  return t.call(createReport, { body }, { authorization, 'x-forwarded-for': from })
}

export async function startSite(config: { smtpUrl?: string } = {}) {
  const t = await startTestApp({ trustedProxies: 1, ...config })
  const [author, reader, ada, grace] = [
    await t.make.user({ first_name: 'Anna', last_name: 'Author' }),
    await t.make.user(),
    await t.make.user({ role: 'moderator', username: 'ada' }),
    await t.make.user({ role: 'moderator', username: 'grace' }),
  ]
  const findCase = async (content: Reported) => {
    const { results } = (await t.as(ada).call(contract.listCases, { querystring: {} })).json<contract.CasePage>()
    return results.find((found) => found.kind === content.kind && found.content_id === content.id)!
  }
  return {
    t,
    author,
    ada,
    grace,
    findCase,
    reportByThree: async (content: Reported, age = content.kind === 'poll' ? monthOld : weekOld) => {
      for (let index = 0; index < 3; index++) await report(t, await makeReporter(t, age), content)
    },
    decide: (moderator: Row, id: number, body: Partial<contract.NewDecision> & Pick<contract.NewDecision, 'action'>) =>
      t.as(moderator).call(contract.decideCase, {
        params: { id },
        body: { rule: 1, sentence: 'Please stay with the argument.', ...body },
      }),
    undo: (moderator: Row, id: number) =>
      t.as(moderator).call(contract.undoAction, { params: { id }, body: { reason: 'That was a mistake.' } }),
    appeal: (user: Row, id: number, text = 'It was a joke.') =>
      t.as(user).call(appeals.createAppeal, { params: { id }, body: { text } }),
    decideAppeal: (moderator: Row, id: number, granted: boolean) =>
      t.as(moderator).call(appeals.decideAppeal, { params: { id }, body: { granted, answer: 'We looked again.' } }),
    mine: async (user: Row) =>
      (await t.as(user).call(ownDecisions.listOwnDecisions, {})).json<{
        held: ownDecisions.HeldContent[]
        decisions: ownDecisions.OwnDecision[]
        reports: ownDecisions.OwnReport[]
      }>(),
    isShown: async (post: Row) => (await t.as(reader).call(getPost, { params: post })).statusCode === 200,
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  }
}

export async function wallComment(t: TestApp, author: Row, party?: Party): Promise<number> {
  const { id } = await t.make.politician({ party })
  const { rows } = await t.db.execute<{ id: number }>(
    sql`insert into comments (politician_id, user_id, text) values (${id}, ${author.id}, 'On a wall') returning id`,
  )
  return rows[0]!.id
}
