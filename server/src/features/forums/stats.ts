import * as contract from '@wtpu/contract/forums/discussions'
import type { ForumCategory, ForumStats } from '@wtpu/contract/forums/discussions'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { discussions, forumCounters } from '#db/schema/forums.ts'
import { categories } from '#db/schema/polls.ts'
import { cacheRead } from '#db/read-cache.ts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { signedIn } from '#http/auth.ts'
import { shareRoute } from '#http/cache/shared-response.ts'

/** Accounts that are neither blocked nor deleted. Reads all accounts, so the number may be a minute old. */
const countMembers = cacheRead(60_000, (db) => db.$count(users, sql`is_active`))

async function findForumStats(db: Db): Promise<ForumStats> {
  const [members, { rows }] = await Promise.all([
    countMembers(db),
    db.execute<Omit<ForumStats, 'members'>>(sql`
      select coalesce(sum(discussions), 0)::int as discussions,
        coalesce(sum(discussions + comments), 0)::int as posts,
        (select count(*)::int from ${discussions} d where d.is_visible
          and d.created_at >= date_trunc('day', now(), site_time_zone())) as today_discussions
      from ${forumCounters}`),
  ])
  const [counted] = rows
  if (!counted) throw new Error('a query without groups returned no row')
  return { members, ...counted }
}

async function findForumCategories(db: Db): Promise<ForumCategory[]> {
  const { rows } = await db.execute<ForumCategory>(sql`
    select c.id, c.name as category, coalesce(sum(counted.discussions), 0)::int as discussion_count
    from ${categories} c left join ${forumCounters} counted on counted.category_id = c.id
    group by c.id order by c.position, c.id`)
  return rows
}

const maxAgeSeconds = 10

export const forumStatsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  shareRoute(app, contract.getForumStats, { seconds: maxAgeSeconds, guard: signedIn, read: (db) => findForumStats(db) })

  shareRoute(app, contract.listForumCategories, {
    seconds: maxAgeSeconds,
    guard: signedIn,
    read: (db) => findForumCategories(db),
  })
}
