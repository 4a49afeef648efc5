import { minLikesOfGroup, minReactionsOfComment } from '@wtpu/contract/disclosure'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { commonGroundMembers } from '#db/schema/common-ground.ts'
import { comments, reactions } from '#db/schema/community.ts'

interface Rank {
  id: number
  agreement: number
  valued: boolean
  reactions: number
}

const rowsPerUpdate = 500

/**
 * Ranks comments of discussions by the product over the groups, or without groups over the thirds of the line, of (likes + 1) / (reactions + 2). Stored is its logarithm relative
 * to a comment without reactions, which keeps its place when the number of groups changes. Authors are notified of who likes
 * their comments, so a rank or badge that followed single likes would tell the groups of those people: both change only after
 * several new reactions, and the badge stays.
 */
export async function rankComments(db: Db): Promise<void> {
  const changed = await findChanged(db)
  // Some rows at a time, so that nobody waits long for them.
  for (let start = 0; start < changed.length; start += rowsPerUpdate) {
    const ranks = changed.slice(start, start + rowsPerUpdate)
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from ${comments} where id = any(${sql.param(ranks.map(({ id }) => id))}::int[])
        order by id for no key update`)
      await tx.execute(sql`
        update ${comments} set group_agreement = rank.agreement, valued_across_groups = rank.valued,
          group_reactions = rank.reactions
        from json_to_recordset(${JSON.stringify(ranks)}) as rank (id int, agreement int, valued boolean, reactions int)
        where ${comments.id} = rank.id`)
    })
  }
}

async function findChanged(db: Db): Promise<Rank[]> {
  const { rows } = await db.execute<Rank>(sql`
    with has_groups as (
      select exists (select from ${commonGroundMembers} where "group" is not null) as yes
    ), part as (
      select voter_id, case when yes then "group" else third::text end as part from ${commonGroundMembers}, has_groups
    ), counted as (
      select reaction.comment_id as id, count(*) filter (where reaction.value = 1) as likes, count(*) as reactions
      from ${reactions} reaction join ${users} who on who.id = reaction.user_id
        join part on part.voter_id = who.voter_id and part.part is not null
      where reaction.comment_id is not null group by reaction.comment_id, part.part
    ), ranked as (
      select id, sum(reactions)::int as reactions, round(1000 * sum(ln(2.0 * (likes + 1) / (reactions + 2))))::int as agreement,
        count(*) filter (where likes >= ${minLikesOfGroup}) >= 2 as valued
      from counted group by id
    )
    select comment.id, coalesce(ranked.agreement, 0) as agreement, coalesce(ranked.reactions, 0) as reactions,
      comment.valued_across_groups or coalesce(ranked.valued, false) as valued
    from ${comments} comment left join ranked using (id)
    where comment.discussion_id is not null and (ranked.id is not null or comment.group_reactions <> 0)
      and abs(coalesce(ranked.reactions, 0) - comment.group_reactions) >= ${minReactionsOfComment}
    order by comment.id`)
  return rows
}
