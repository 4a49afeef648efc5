import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { users } from '#db/schema/accounts.ts'
import { isVisible } from '#db/visibility.ts'
import { selectScores } from '#community/trending.ts'
import { cacheRead } from '#db/read-cache.ts'

const scores = selectScores(
  [
    { table: sql`${comments}`, about: 'discussion_id', where: sql`is_visible`, weight: 2 },
    { table: sql`${reactions}`, about: 'discussion_id' },
  ],
  { hours: 48, minScore: 3 },
)
const maxTrending = 10

/**
 * The ids of trending discussions, the highest score first. At most ten seconds old. The query reads the comments and likes of
 * 48 hours from two indexes.
 */
export const findTrendingIds = cacheRead(10_000, selectTrendingIds)

async function selectTrendingIds(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select d.id from (${scores} offset 0) scored
    join ${discussions} d on d.id = scored.id join ${users} u on u.id = d.user_id and ${isVisible('d', 'u')}
    order by scored.score desc, d.id desc limit ${maxTrending}`)
  return rows.map(({ id }) => id)
}
