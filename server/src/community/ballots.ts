import { createHmac, randomBytes } from 'node:crypto'
import { codeOf } from '@wtpu/contract/circles/on-demand/codes'
import { site } from '@wtpu/contract/site/name'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/client.ts'
import { ballots, circleMembers, circles, paperPolls, papers } from '#db/schema/circles.ts'
import { polls, pollVotes } from '#db/schema/polls.ts'
import { isOpenPaper } from '#db/visibility.ts'
import { renderMail } from '#mail/layout.ts'
import type { Mail, OutgoingMail } from '#mail/transport.ts'
import { timeIn } from '#notifications/mails.ts'
import { unsubscribeUrls } from '#notifications/unsubscribe.ts'

type App = Pick<FastifyInstance, 'config' | 'keys' | 'outbox'>
export type BallotKeys = { ballots: Buffer }

const hmac = ({ ballots: key }: BallotKeys, purpose: string, value: string | Buffer) =>
  createHmac('sha256', key).update(`${purpose} `).update(value).digest()

export interface LinkSeed {
  seed: Buffer
  ended_links: number
}

/** The token of a ballot's link: 128 bits that only the site's key makes of the seed, so that it is nowhere stored. */
const tokenOf = (keys: BallotKeys, { seed, ended_links: ended }: LinkSeed): string =>
  hmac(keys, ended === 0 ? 'link' : `link after ${ended}`, seed)
    .subarray(0, 16)
    .toString('base64url')

export const linkOf = ({ config, keys }: Pick<App, 'config' | 'keys'>, ballot: LinkSeed): string =>
  `${config.publicUrl}/ballot#${tokenOf(keys, ballot)}`

/** The code of a ballot. Undefined for some seeds, which are not used. */
export const codeOfSeed = (keys: BallotKeys, seed: Buffer): string | undefined =>
  codeOf(hmac(keys, 'code', seed).readBigUInt64BE() >> 9n)

export const hashOfToken = (keys: BallotKeys, token: string): Buffer => hmac(keys, 'hash of a link', token)
export const hashOfLink = (keys: BallotKeys, ballot: LinkSeed): Buffer => hashOfToken(keys, tokenOf(keys, ballot))
export const hashOfCode = (keys: BallotKeys, code: string): Buffer => hmac(keys, 'hash of a code', code)

function newSeed(keys: BallotKeys): { seed: Buffer; code: string } {
  for (;;) {
    const seed = randomBytes(16)
    const code = codeOfSeed(keys, seed)
    if (code !== undefined) return { seed, code }
  }
}

/** SQL: the voter of a ballot has answered a question of the paper, by whichever way. */
export const hasAnswered = (ballot: string) => sql<boolean>`exists (select from ${paperPolls} of_paper
  join ${pollVotes} given on given.poll_id = of_paper.poll_id and given.voter_id = ${sql.raw(ballot)}.voter_id
  where of_paper.paper_id = ${sql.raw(ballot)}.paper_id)`

const rowsOfInsert = 5_000

/**
 * Gives each row of the circle that is not struck a ballot of the paper, and mails its link, also to rows that have got an address
 * since. The circle is locked, so that no row is missed. @returns the number of new ballots
 */
export async function issueBallots(
  tx: Db,
  { keys, outbox }: { keys: BallotKeys; outbox: Pick<App['outbox'], 'enqueue'> },
  { paperId, isLate, closesAt }: { paperId: number; isLate: boolean; closesAt: Date },
): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select m.id from ${circleMembers} m join ${papers} p on p.circle_id = m.circle_id
    where p.id = ${paperId} and m.struck_at is null
      and not exists (select from ${ballots} b where b.paper_id = p.id and b.member_id = m.id)
    order by m.id`)
  const { rows: addressed } = await tx.execute<{ id: number }>(sql`
    update ${ballots} b set delivery = 'waiting' from ${circleMembers} m
    where b.paper_id = ${paperId} and b.delivery is null and m.id = b.member_id and m.email is not null and m.struck_at is null
    returning b.id`)
  for (let from = 0; from < rows.length; from += rowsOfInsert) {
    const made = rows.slice(from, from + rowsOfInsert).map(({ id }) => {
      const { seed, code } = newSeed(keys)
      return {
        id,
        seed: seed.toString('hex'),
        token: hashOfLink(keys, { seed, ended_links: 0 }).toString('hex'),
        code: hashOfCode(keys, code).toString('hex'),
      }
    })
    // oxlint-disable-next-line no-await-in-loop -- one after the other, in one transaction
    await tx.execute(sql`
      insert into ${ballots} (paper_id, member_id, voter_id, seed, token_hash, code_hash, is_late, "group", delivery)
      select ${paperId}, made.id, m.voter_id, decode(seed, 'hex'), decode(token, 'hex'), decode(code, 'hex'), ${isLate}, m."group",
        case when m.email is not null then 'waiting' end
      from json_to_recordset(${JSON.stringify(made)}) as made (id int, seed text, token text, code text)
      join ${circleMembers} m on m.id = made.id
      on conflict do nothing`)
  }
  await tx.execute(sql`update ${polls} set eligible = (select count(*) from ${ballots} where paper_id = ${paperId})
    where id in (select poll_id from ${paperPolls} where paper_id = ${paperId})`)
  const { rows: waiting } = await tx.execute<{ id: number }>(sql`
    select b.id from ${ballots} b
    where b.paper_id = ${paperId} and b.delivery = 'waiting'
      and b.member_id = any(${sql.param(rows.map(({ id }) => id))}::int[]) order by b.id`)
  const ids = [...addressed, ...waiting].map(({ id }) => id)
  await mailBallots(tx, { outbox }, { ids, closesAt, isReminder: false })
  return rows.length
}

export async function mailBallots(
  tx: Db,
  { outbox }: { outbox: Pick<App['outbox'], 'enqueue'> },
  { ids, closesAt, isReminder }: { ids: number[]; closesAt: Date; isReminder: boolean },
): Promise<void> {
  const usefulMinutes = (closesAt.getTime() - Date.now()) / 60_000
  const { rows } = await tx.execute<{ id: number; link: number }>(sql`
    select id, ended_links as link from ${ballots} where id = any(${sql.param(ids)}::int[]) order by id`)
  const mails = rows.map(({ id, link }) => ({
    to: '',
    subject: '',
    text: '',
    html: '',
    ballot: { id, link, isReminder },
  }))
  if (mails.length > 0) await outbox.enqueue(tx, mails, { kind: 'ballot', usefulMinutes })
}

interface Facts extends Record<string, unknown>, LinkSeed {
  member: number
  email: string
  circle: string
  reply_to: string | null
  title: string
  introduction: string
  closes_at: string
  is_changeable: boolean
  /** Whether it was answered before the row got its address. */
  is_answered: boolean
}

/**
 * Written when it is sent. Undefined if the link has ended, the row was struck or the paper has closed; a reminder also if it was answered
 * or they were stopped.
 */
export async function writeBallotMail(
  tx: Db,
  { config, keys }: Pick<App, 'config' | 'keys'>,
  { id, link = 0, isReminder }: NonNullable<Mail['ballot']>,
): Promise<Mail | undefined> {
  const { rows } = await tx.execute<Facts>(sql`
    select b.seed, b.ended_links, m.id as member, m.email, c.name as circle, c.reply_to, p.title, p.introduction,
      to_json(p.closes_at)#>>'{}' as closes_at, p.is_changeable, b.voter_id <> m.voter_id and ${hasAnswered('b')} as is_answered
    from ${ballots} b join ${circleMembers} m on m.id = b.member_id join ${papers} p on p.id = b.paper_id
      join ${circles} c on c.id = p.circle_id
    where b.id = ${id} and b.ended_links = ${link} and m.email is not null and m.struck_at is null and ${isOpenPaper('p')}
      and (not ${isReminder} or m.reminders_stopped_at is null and not ${hasAnswered('b')})`)
  const [facts] = rows
  if (!facts) return undefined
  const { circle, title, introduction } = facts
  const closes = timeIn(config.siteTimeZone, facts.closes_at)
  const stop = unsubscribeUrls(config, facts.member, 'ballots')
  const body = renderMail({
    publicUrl: config.publicUrl,
    title,
    paragraphs: [
      isReminder
        ? `You have not answered this ballot yet. It closes on ${closes}.`
        : `You are invited to answer a ballot, because you are on the list “${circle}”. It closes on ${closes}.`,
      ...introduction.split('\n\n').filter(Boolean),
      ...(facts.is_answered
        ? ['Your address on the list was changed. The ballot was answered before that, and the answer stays.']
        : []),
      'This link is your right to answer. Do not pass it on: it counts once.',
      // The code itself opens the site to everyone who reads the mail.
      ...(config.siteAccessCode ? ['The site asks for an access code first. Ask those who invited you for it.'] : []),
      ...(facts.is_changeable ? ['You can change your answer until the ballot closes.'] : []),
      `${site.name} can see who has answered. Its database knows which ballot is whose, as in every election by mail link; it is not secret from those who run the server.`,
    ],
    action: { label: 'Open the ballot', url: linkOf({ config, keys }, facts) },
    footnote: `You receive this mail because ${site.name} has your address on the list “${circle}”.`,
    footerLinks: [{ label: 'Do not remind me of ballots of this list', url: stop.page }],
  })
  return {
    to: facts.email,
    subject: isReminder ? `Reminder: ${title}` : title,
    ...body,
    ...(facts.reply_to && { replyTo: facts.reply_to }),
    ...(isReminder && { unsubscribeUrl: stop.oneClick }),
  }
}

const maxAnswer = 300

/**
 * Keeps what became of the mails, with the words of the mail server. Only those without an answer are reminded, so what became of a
 * reminder is kept only where the mail before was refused: else it would tell who has answered.
 */
export async function recordBallotMails(
  tx: Db,
  mails: readonly (Pick<OutgoingMail, 'ballot'> & { answer: string })[],
  delivery: 'accepted' | 'refused',
): Promise<void> {
  const told = mails.flatMap(({ ballot, answer }) =>
    ballot ? [{ link: 0, ...ballot, answer: answer.slice(0, maxAnswer) }] : [],
  )
  if (told.length === 0) return
  await tx.execute(sql`
    update ${ballots} set delivery = ${delivery}, server_answer = told.answer
    from json_to_recordset(${JSON.stringify(told)}) as told (id int, link int, answer text, "isReminder" boolean)
    where ${ballots.id} = told.id and ended_links = told.link and (not told."isReminder" or ${ballots.delivery} = 'refused')`)
}
