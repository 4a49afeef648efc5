import { isOpenKind, kindsWhere, notificationKinds } from '@wtpu/contract/notifications/on-demand/kinds'
import { isOn, partsOfContent } from '@wtpu/contract/site/parts'
import { sql, type SQL } from 'drizzle-orm'

/** A further condition on `notifications`: they are not about a part of the site that is off. They come back with it. */
export function isOfOpenPart(): SQL {
  const closed = notificationKinds.filter((kind) => !isOpenKind(kind))
  const pages = Object.entries(partsOfContent).flatMap(([page, part]) => (isOn(part) ? [] : [page]))
  if (closed.length + pages.length === 0) return sql``
  const ofSeveralParts = kindsWhere(({ parts }) => parts !== null && parts.length > 1)
  return sql` and kind <> all(${sql.param(closed)}::text[]) and not (page_kind is not null
    and kind = any(${sql.param(ofSeveralParts)}::text[]) and page_kind = any(${sql.param(pages)}::text[]))`
}

/** How many notifications of a user are unread. The counter also counts those of parts that are off. */
export function unreadOf(userId: SQL): SQL<number> {
  const open = isOfOpenPart()
  return open.queryChunks.length === 0
    ? sql`coalesce((select unread from inboxes where user_id = ${userId}), 0)`
    : sql`(select count(*)::int from notifications where user_id = ${userId} and read_at is null${open})`
}
