import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { hasAnswered, hashOfLink, type LinkSeed, mailBallots } from '#community/ballots.ts'
import { recordKeeper, type Viewer } from '#community/circle-keepers.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { ballots, circles, paperPolls, papers } from '#db/schema/circles.ts'
import { pollVotes } from '#db/schema/polls.ts'
import { voterKeys } from '#db/schema/voters.ts'
import { isOpenPaper } from '#db/visibility.ts'

type App = Pick<FastifyInstance, 'keys' | 'outbox'>

/** A row of the list that a file changes. */
export interface Changed {
  id: number
  voter: number | null
  /** The voter that the row had. */
  before: number
  /** It had no address. */
  getsAddress: boolean
  /** It had that of another mailbox. */
  isReaddressed: boolean
}

const voterColumns = (changed: readonly Changed[]) =>
  sql`json_to_recordset(${JSON.stringify(changed.map(({ id, voter, before }) => ({ id, voter, before })))}) as r (id int, voter int, before int)`

/**
 * Waits for answers that are being stored: those by link or code hold the lock of the ballot, those by account that of the user. New
 * accounts of the mailboxes wait, and then find that they have no ballot.
 */
async function lockAnswers(tx: Db, changed: readonly Changed[]): Promise<void> {
  const rows = voterColumns(changed)
  await tx.execute(
    sql`select from ${voterKeys} where voter_id in (select before from ${rows}) order by email_key for no key update`,
  )
  await tx.execute(
    sql`select from ${ballots} where member_id in (select id from ${rows}) order by id for no key update`,
  )
  await tx.execute(
    sql`select from ${users} where voter_id in (select before from ${rows}) order by id for no key update`,
  )
}

/** SQL: no other ballot of the paper is that of the mailbox which the row of a ballot `b` gets. */
const isFree = sql`not exists (select from ${ballots} other where other.paper_id = b.paper_id and other.voter_id = r.voter)`

/**
 * Rows that had only a code become those of mailboxes, with their votes, so that code, link and account share them. The answers of all
 * rows that get another mailbox are locked.
 */
export async function joinMailboxes(tx: Db, changed: readonly Changed[]): Promise<void> {
  const others = changed.filter(({ voter, before }) => voter !== null && voter !== before)
  if (others.length === 0) return
  await lockAnswers(tx, others)
  const rows = voterColumns(others.filter(({ isReaddressed }) => !isReaddressed))
  await tx.execute(sql`update ${users} set voter_id = r.voter from ${rows} where ${users.voterId} = r.before`)
  await tx.execute(sql`
    with joined as (
      update ${ballots} b set voter_id = r.voter from ${rows} where b.member_id = r.id and ${isFree} returning b.paper_id, r.before, r.voter
    )
    update ${pollVotes} set voter_id = joined.voter from joined join ${paperPolls} asked on asked.paper_id = joined.paper_id
    where ${pollVotes.pollId} = asked.poll_id and ${pollVotes.voterId} = joined.before`)
}

/**
 * Ends the links of rows that have got another address, and mails new ones. A ballot without an answer becomes that of the new mailbox;
 * an answer stays with the earlier one, and the new link opens it. Nothing that keepers see depends on that, because it would tell who has
 * answered.
 */
export async function moveBallots(
  tx: Db,
  app: App,
  { circleId, viewer, changed }: { circleId: number; viewer: Viewer; changed: readonly Changed[] },
): Promise<void> {
  const readdressed = changed.filter(({ isReaddressed }) => isReaddressed)
  if (readdressed.length === 0) return
  const { rows } = await tx.execute<LinkSeed & { id: number; voter: number; closes_at: string }>(sql`
    select b.id, b.seed, b.ended_links + 1 as ended_links, to_json(p.closes_at)#>>'{}' as closes_at,
      case when ${hasAnswered('b')} or not ${isFree} then b.voter_id else r.voter end as voter
    from ${ballots} b join ${voterColumns(readdressed)} on r.id = b.member_id join ${papers} p on p.id = b.paper_id
    where ${isOpenPaper('p')} order by b.id`)
  if (rows.length === 0) return
  const links = rows.map((row) => ({ ...row, seed: undefined, token: hashOfLink(app.keys, row).toString('hex') }))
  await tx.execute(sql`
    update ${ballots} set voter_id = link.voter, ended_links = link.ended_links, token_hash = decode(link.token, 'hex'),
      delivery = 'waiting', server_answer = null
    from json_to_recordset(${JSON.stringify(links)}) as link (id int, voter int, ended_links int, token text)
    where ${ballots.id} = link.id`)
  for (const [closesAt, ofPaper] of Map.groupBy(rows, ({ closes_at: at }) => at))
    // oxlint-disable-next-line no-await-in-loop -- a handful, in one transaction
    await mailBallots(tx, app, {
      ids: ofPaper.map(({ id }) => id),
      closesAt: new Date(closesAt),
      isReminder: false,
    })
  const [circle] = await tx.select({ name: circles.name }).from(circles).where(eq(circles.id, circleId))
  const people = readdressed.length === 1 ? 'one person has' : `${readdressed.length} people have`
  const reason = `On the list “${circle?.name}”, ${people} another address. New links of ballot papers that are open were mailed there.`
  await recordKeeper(tx, viewer, reason)
}
