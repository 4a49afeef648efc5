import { stored } from '#writing/kinds.ts'
import { kindsThat } from '@wtpu/contract/writing/kinds'
import { sql } from 'drizzle-orm'
import { BatchWriter } from '#db/batch-writer.ts'
import type { Db } from '#db/client.ts'
import { mutesAndBlocks } from '#db/schema/boiler-room.ts'
import { reactions } from '#db/schema/community.ts'
import { notificationEvents } from '#db/schema/notifications.ts'
import { prepareStatement } from '#db/statement.ts'
import { allReaching } from '#db/people.ts'
import { lockSubject, type Place, type Subject } from '#writing/content.ts'

export type Value = 1 | -1

/** A user's own reaction. Without one, `value` is 0. */
interface Own {
  id: number
  value: Value | 0
}

export interface ReactionWrite {
  to: Subject
  userId: number
  /** What the reaction becomes, given what it is. */
  change(own: Own): Value | 0
}

export interface Outcome {
  /** Undefined if the subject is not visible. */
  on: Place | undefined
  /** Whether the account may act. */
  isActive: boolean
  /** Whether the author of the subject has blocked the user, who may take a reaction back only. */
  isBlocked: boolean
  before: Value | 0
  after: Value | 0
  /** The id of the reaction that is stored now. */
  id: number
  likeCount: number
  dislikeCount: number
}

/**
 * Writes reactions together with those to the same subject that arrive at the same time, which would otherwise wait for
 * each other's commit. A transaction holds the lock of one subject only, so reactions to several cannot deadlock.
 */
export const reactionWriter = new BatchWriter<ReactionWrite, Outcome>({
  name: 'reactions',
  queueOf: ({ to }) => `${to.kind} ${to.id}`,
  write: writeReactions,
})

async function writeReactions(
  tx: Db,
  inputs: readonly ReactionWrite[],
  active: ReadonlySet<number>,
): Promise<{ results: Outcome[]; last?: Promise<void> }> {
  const to = inputs[0]?.to
  if (!to) return { results: [] }
  const userIds = inputs.map(({ userId }) => userId)
  const on = await lockSubject(tx, to)
  const before = new Map<number, Own>()
  const [owns, blocks] = await Promise.all([
    statementsOf(to.kind).findOwn(tx, { subject: to.id, userIds }),
    statementsOf(to.kind).findBlocked(tx, { subject: to.id, userIds }),
  ])
  for (const row of owns) before.set(row.user_id, row)
  const blocked = new Set(blocks.map(({ user_id }) => user_id))
  const outcomes = inputs.map(({ userId, change }): Outcome => {
    const own = before.get(userId) ?? { id: 0, value: 0 }
    const isActive = active.has(userId)
    const wanted = on && isActive ? change(own) : own.value
    const isBlocked = wanted !== own.value && wanted !== 0 && blocked.has(userId)
    const after = isBlocked ? own.value : wanted
    return { on, isActive, isBlocked, before: own.value, after, id: own.id, likeCount: 0, dislikeCount: 0 }
  })
  return { results: outcomes, ...(on && { last: applyChanges(tx, to, userIds, outcomes) }) }
}

/**
 * Writes the changes and sets each outcome's id and counts: those after its own change, as if written one by one. Its statement is
 * sent together with COMMIT, because all who comment on the subject or react to it wait for the lock.
 */
async function applyChanges(tx: Db, to: Subject, userIds: readonly number[], outcomes: Outcome[]): Promise<void> {
  const changed = outcomes.flatMap((outcome, index) =>
    outcome.before !== outcome.after ? [{ ...outcome, userId: userIds[index] ?? 0 }] : [],
  )
  const sum = (value: Value) => changed.reduce((total, change) => total + stepOf(change, value), 0)
  const [written] = await statementsOf(to.kind).apply(tx, {
    subject: to.id,
    removed: changed.filter((change) => change.after === 0).map(({ userId }) => userId),
    userIds: changed.filter((change) => change.after !== 0).map(({ userId }) => userId),
    values: changed.filter((change) => change.after !== 0).map(({ after }) => after),
    likes: sum(1),
    dislikes: sum(-1),
    likers: changed.filter((change) => stepOf(change, 1) !== 0).map(({ userId }) => userId),
  })
  if (!written) return
  const ids = new Map(written.stored.map(({ id, user_id }) => [user_id, id]))
  let [likeCount, dislikeCount] = [written.likes - sum(1), written.dislikes - sum(-1)]
  for (const [index, outcome] of outcomes.entries()) {
    likeCount += stepOf(outcome, 1)
    dislikeCount += stepOf(outcome, -1)
    Object.assign(outcome, { id: ids.get(userIds[index] ?? 0) ?? outcome.id, likeCount, dislikeCount })
  }
}

function stepOf({ before, after }: Pick<Outcome, 'before' | 'after'>, value: Value): number {
  return Number(after === value) - Number(before === value)
}

interface Written {
  likes: number
  dislikes: number
  stored: { id: number; user_id: number }[]
}

const named = (name: string) => sql.placeholder(name)

/** Only comments count dislikes. */
function prepareFor(kind: Subject['kind']) {
  const { table } = stored[kind]
  const countsDislikes = kind === 'comment'
  const subject = sql.identifier(`${kind}_id`)
  const dislikes = sql.raw(countsDislikes ? 'dislike_count' : '0')
  const setDislikes = countsDislikes ? sql`, dislike_count = dislike_count + ${named('dislikes')}::int` : sql``
  return {
    findOwn: prepareStatement<Own & { user_id: number }>(
      `own_reactions_${kind}`,
      sql`select id, user_id, value from ${reactions}
        where ${subject} = ${named('subject')} and user_id = any(${named('userIds')}::int[])`,
    ),
    findBlocked: prepareStatement<{ user_id: number }>(
      `blocked_reactions_${kind}`,
      // A block is looked up by key for each account, because the author may have blocked a thousand people.
      sql`select reaching.user_id from ${allReaching(sql`${named('userIds')}::int[]`)} reaching
        cross join lateral (select from ${mutesAndBlocks} block where block.kind = 'block' and block.other_id = reaching.source_id
          and block.user_id = (select author.user_id from ${table} author where author.id = ${named('subject')}) limit 1) found`,
    ),
    apply: prepareStatement<Written>(
      `react_${kind}`,
      sql`with removed as (
          delete from ${reactions} where ${subject} = ${named('subject')} and user_id = any(${named('removed')}::int[])
        ), stored as (
          insert into ${reactions} (${subject}, user_id, value)
          select ${named('subject')}::int, user_id, value
          from unnest(${named('userIds')}::int[], ${named('values')}::smallint[]) as wanted(user_id, value)
          on conflict (${subject}, user_id) where ${subject} is not null do update set value = excluded.value
          returning id, user_id
        ), events as (
          insert into ${notificationEvents} (kind, user_id, content_kind, content_id)
          select 'reaction', user_id, ${sql.raw(`'${kind}'`)}, ${named('subject')} from unnest(${named('likers')}::int[]) as user_id
        )
        update ${table} set like_count = like_count + ${named('likes')}::int ${setDislikes}
        where id = ${named('subject')}
        returning like_count as likes, ${dislikes} as dislikes,
          (select coalesce(json_agg(stored), '[]') from stored) as stored`,
    ),
  }
}

const statements = new Map(kindsThat('react').map((kind) => [kind, prepareFor(kind)]))

function statementsOf(kind: Subject['kind']) {
  const found = statements.get(kind)
  if (!found) throw new Error(`nobody reacts to the kind ${kind}`)
  return found
}
