import type { Input } from '@wtpu/contract/endpoint'
import type { markNotificationsRead } from '@wtpu/contract/notifications/notifications'
import { type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { prepareStatement } from '#db/statement.ts'
import { newLru } from '#http/cache/lru.ts'
import { isOfOpenPart, unreadOf } from './open-parts.ts'
import { publishNews } from '#live/publish.ts'

/** The number of unread notifications, and the version of terms that came after the user and that they have not seen. */
interface News {
  unread: number
  new_terms?: number | undefined
}

interface NewsRow extends Record<string, unknown> {
  unread: number
  new_terms: number | null
}

const selectNews = (userId: Placeholder | number) => sql`select ${unreadOf(sql`account.id`)} as unread,
      (select max(version) from site_pages where name = 'terms' and version > account.terms_seen
        and account.created_at < published_at) as new_terms
    from users account where id = ${userId}`
/** For sites with all parts that notify, as most are. */
const findNewsOfAll = prepareStatement<NewsRow>('news_of_user', selectNews(sql.placeholder('userId')))

const findNews = async (db: Db, userId: number): Promise<NewsRow[]> =>
  isOfOpenPart().queryChunks.length > 0
    ? (await db.execute<NewsRow>(selectNews(userId))).rows
    : findNewsOfAll(db, { userId })

/** What each user has not seen, in this server's memory until there is news about them, so that a page view without news costs no query. */
export class UnseenNews {
  readonly #db: Db
  readonly #known = newLru<number, Promise<News>>(50_000, { ttl: 60_000 })

  constructor(db: Db) {
    this.#db = db
  }

  find(userId: number): Promise<News> {
    const known = this.#known.get(userId)
    if (known) return known
    const reading = findNews(this.#db, userId).then(([row]) => ({
      unread: row?.unread ?? 0,
      new_terms: row?.new_terms ?? undefined,
    }))
    this.#known.set(userId, reading)
    reading.catch(() => this.#known.delete(userId))
    return reading
  }

  forget(userIds: readonly number[]): void {
    for (const userId of userIds) this.#known.delete(userId)
  }

  clear(): void {
    this.#known.clear()
  }
}

type Which = Input<typeof markNotificationsRead>['body']

export async function markRead(db: Db, { userId, which }: { userId: number; which: Which }): Promise<void> {
  const { rowCount } = await db.execute(sql`
    with done as (
      update notifications set read_at = now(), mail_due_at = null
      where user_id = ${userId} and read_at is null and ${conditionOf(which)} returning id
    ), counted as (
      update inboxes set unread = unread - (select count(*) from done) where user_id = ${userId}
    )
    select id from done`)
  if (rowCount) publishNews(db, [userId])
}

function conditionOf(which: Which): SQL {
  if ('ids' in which) return sql`id = any(${sql.param(which.ids)}::bigint[])`
  // Clients know the time in milliseconds.
  if ('before' in which) return sql`date_trunc('milliseconds', updated_at) <= ${which.before}::timestamptz`
  return sql`page_kind = ${which.page.kind} and page_id = ${which.page.id}`
}
