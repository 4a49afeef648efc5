import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { users } from '#db/schema/accounts.ts'
import { isVisible } from '#db/visibility.ts'
import { cacheRead } from '#db/read-cache.ts'

const hours = 48
const minScore = 3
const maxTrending = 10

/**
 * The ids of trending discussions, the highest score first. At most ten seconds old. The query reads the comments and likes of
 * 48 hours from two indexes.
 */
export const findTrendingIds = cacheRead(10_000, selectTrendingIds)

async function selectTrendingIds(db: Db): Promise<number[]> {
  const isRecent = sql`created_at > now() - make_interval(hours => ${hours})`
  const { rows } = await db.execute<{ id: number }>(sql`
    select d.id from (
      select discussion_id, sum(score) as score from (
        select discussion_id, 2 * count(*) as score from ${comments}
        where ${isRecent} and discussion_id is not null and is_visible group by discussion_id
        union all
        select discussion_id, count(*) from ${reactions}
        where ${isRecent} and discussion_id is not null group by discussion_id
      ) recent group by discussion_id having sum(score) >= ${minScore} offset 0
    ) scored
    join ${discussions} d on d.id = scored.discussion_id join ${users} u on u.id = d.user_id and ${isVisible('d', 'u')}
    order by scored.score desc, d.id desc limit ${maxTrending}`)
  return rows.map(({ id }) => id)
}
