import type { ForumComment } from '@wtpu/contract/forums/comments'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { hasSlot } from '#db/visibility.ts'
import { selectForumComments } from './rows.ts'

/** Replies that a page shows below each comment of the level above, from the second level. The others are loaded on request. */
const firstReplies = [3, 1, 1]

interface Branches {
  /** The comments of the page, in order. */
  ids: number[]
  /** How many levels to show, including the page itself. */
  levels: number
  /** Comments to include, one of each level, starting with one of `ids`. Each replies to the one before. */
  chain: number[]
}

/** Comments with their first replies. One query, which reads each branch by an index, whatever the size of the thread. */
export async function selectBranches(db: Db, { ids, levels, chain }: Branches): Promise<ForumComment[]> {
  if (ids.length === 0) return []
  const rows = await selectForumComments(db, sql`${comments.id} in (${branchIds(ids, levels, chain)})`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const top = new Set(ids)
  for (const row of rows) if (row.parent !== null && !top.has(row.id)) byId.get(row.parent)?.replies.push(row)
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function branchIds(ids: number[], levels: number, chain: number[]): SQL {
  const parts = [sql`level1 as (select id from unnest(${sql.param(ids)}::int[]) id)`]
  const names = [sql`level1`]
  for (const [index, limit] of firstReplies.slice(0, levels - 1).entries()) {
    const above = sql.identifier(`level${index + 1}`)
    const name = sql.identifier(`level${index + 2}`)
    const extra = chain[index + 1]
    parts.push(sql`${name} as (
      select reply.id from ${above} above cross join lateral (
        select c.id from ${comments} c where c.parent_id = above.id and ${hasSlot('c')} order by c.id limit ${limit}) reply
      ${extra === undefined ? sql`` : sql`union select ${extra}::int`})`)
    names.push(sql`${name}`)
  }
  const all = names.map((name) => sql`select id from ${name}`)
  return sql`with ${sql.join(parts, sql`, `)} ${sql.join(all, sql` union all `)}`
}
