import { answerBallot, type Ballot, openBallot } from '@wtpu/contract/circles/on-demand/ballots'
import { type Circle, createCircle, type ListReport, replaceList } from '@wtpu/contract/circles/on-demand/circles'
import { codeOf } from '@wtpu/contract/circles/on-demand/codes'
import { createPaper, getPaper, type Paper, sendPaper } from '@wtpu/contract/circles/on-demand/papers'
import { enterSheet, listSheets, printSheets, type Sheet, type Sheets } from '@wtpu/contract/circles/on-demand/sheets'
import { getPoll, type Poll } from '@wtpu/contract/polls/polls'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { papers } from '#db/schema/circles.ts'
import { findOrCreateVoter } from '#db/voters.ts'
import { ago, established } from './ago.ts'
import { startMailbox } from './mailbox.ts'
import { sendForm } from './send-form.ts'
import { startTestApp } from './test-app.ts'

export const threePeople = 'email,name,group\nada@a.example,Ada,North\nben@b.example,Ben,South\ncy@c.example,Cy,South\n'

/** A site with a mailbox, an admin and a circle without a list. */
export async function startCircle() {
  const mailbox = await startMailbox()
  const t = await startTestApp({ smtpUrl: mailbox.url, publicUrl: 'https://wtpu.example', trustedProxies: 1 })
  const admin = await t.make.user({ role: 'admin', ...established })
  const circle = (await t.as(admin).call(createCircle, { body: { name: 'Members' } })).json<Circle>()
  const upload = async (csv: string, { check = false, by = admin }: { check?: boolean; by?: { id: number } } = {}) => {
    const url = `/api/admin/circles/${circle.id}/list/?check=${check}`
    return sendForm(t, by, { ...replaceList, url }, { files: [{ field: 'list', bytes: Buffer.from(csv) }] })
  }
  const list = async (csv: string, check = false) => {
    const response = await upload(csv, { check })
    expect([response.statusCode, response.json().detail]).toEqual([200, undefined])
    return response.json<ListReport>()
  }
  const draft = async (input: object = {}) => {
    const response = await t.as(admin).call(createPaper, {
      body: {
        circle: circle.id,
        title: 'Dues and hall',
        questions: [
          { question: 'Raise the dues?', options: ['Yes', 'No', 'Not sure'] },
          { question: 'Buy the hall?', options: ['Yes', 'No'] },
        ],
        reveal: 'always',
        closes_at: new Date(Date.now() + 86_400_000).toISOString(),
        ...input,
      },
    })
    expect([response.statusCode, response.json().detail]).toEqual([201, undefined])
    return response.json<Paper>()
  }
  const send = async (paper: { id: number }) => t.as(admin).call(sendPaper, { params: { id: paper.id } })
  const paperOf = async ({ id }: { id: number }) => (await t.as(admin).call(getPaper, { params: { id } })).json<Paper>()
  const tokensTo = (email: string) =>
    mailbox.mails.flatMap(({ to, text }) =>
      to?.[0]?.address === email ? (/\/ballot#([\w-]{22})\b/.exec(text ?? '')?.[1] ?? []) : [],
    )
  const tokenOf = async (email: string) => {
    await expect.poll(() => tokensTo(email).length).toBeGreaterThan(0)
    return tokensTo(email)[0] ?? ''
  }
  const open = async (key: object) => t.call(openBallot, { body: key })
  const answer = (ballot: Ballot, key: object, options: (number | undefined)[], more: object = {}) =>
    t.call(answerBallot, {
      body: {
        ...key,
        answers: ballot.questions.flatMap(({ poll, options: all }, index) =>
          options[index] === undefined ? [] : [{ poll, option: all[options[index]]!.id }],
        ),
        ...more,
      },
    })
  const counts = async (poll: number | undefined) =>
    (await t.call(getPoll, { params: { id: poll ?? 0 } })).json<Poll>().options.map(({ vote_count: votes }) => votes)
  const close = async ({ id }: { id: number }) => {
    await t.db
      .update(papers)
      .set({ closesAt: ago('1 minute') })
      .where(eq(papers.id, id))
    await t.db
      .execute(sql`update polls set published_at = now() - interval '1 hour', closes_at = now() - interval '1 minute'
      where id in (select poll_id from paper_polls where paper_id = ${id})`)
  }
  const member = async (email: string, confirmed = true) => {
    const user = await t.make.user({ email, ...(confirmed && established) })
    const voterId = await findOrCreateVoter(t.db, t.app.voterKey(email))
    await t.db.update(users).set({ voterId }).where(eq(users.id, user.id))
    return user
  }
  /** A list of three, and a paper of two questions that was sent to it. */
  const sent = async (input: object = {}) => {
    await list(threePeople)
    const paper = await draft(input)
    expect((await send(paper)).statusCode).toBe(200)
    const ballot = (await open({ token: await tokenOf('ada@a.example') })).json<Ballot>()
    return { paper: await paperOf(paper), ballot, token: await tokenOf('ada@a.example') }
  }
  return {
    ...t,
    mailbox,
    admin,
    circle,
    upload,
    list,
    draft,
    send,
    sent,
    paperOf,
    tokensTo,
    tokenOf,
    open,
    answer,
    counts,
    close,
    member,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await mailbox[Symbol.asyncDispose]()
    },
  }
}

export type CircleSite = Awaited<ReturnType<typeof startCircle>>

/** A list of two with addresses and two with codes, a paper, and its sheets. */
export async function withSheets(t: CircleSite, input: object = {}) {
  const own = [1, 2].map((n) => codeOf(BigInt(1_000_000_007 * n)) ?? '')
  await t.list(
    `email,code,name,id\nada@a.example,,Ada,1\nben@b.example,,Ben,2\n${own.map((code, index) => `,${code},No mail,${index + 3}\n`).join('')}`,
  )
  const paper = await t.draft(input)
  const print = async (rows: 'all' | 'without_address' = 'all', after?: number) =>
    (await t.as(t.admin).call(printSheets, { params: paper, body: { rows, after } })).json()
  expect(await print()).toMatchObject({ code: 'paper_draft' })
  await t.send(paper)
  const { sheets } = await print()
  const codes = sheets.map(({ code }: Sheet) => code) as string[]
  const ballot = (await t.open({ code: codes[0] })).json<Ballot>()
  const enter = async (code: string | undefined, options: (number | undefined)[], by: { id: number } = t.admin) =>
    (
      await t.as(by).call(enterSheet, {
        params: paper,
        body: {
          code: code ?? '',
          answers: ballot.questions.flatMap(({ poll, options: all }, index) =>
            options[index] === undefined ? [] : [{ poll, option: all[options[index]]!.id }],
          ),
        },
      })
    ).json()
  const left = async (by: { id: number } = t.admin) =>
    (await t.as(by).call(listSheets, { params: paper })).json<Sheets>()
  return { paper: await t.paperOf(paper), own, print, sheets: sheets as Sheet[], codes, ballot, enter, left }
}
