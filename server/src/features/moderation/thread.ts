import { selectWritten } from '#db/schema/columns.ts'
import type { Written } from '@wtpu/contract/schemas'
import { displayName } from '@wtpu/contract/accounts/names'
import type { Case } from '@wtpu/contract/moderation/cases'
import type { ReportKind } from '@wtpu/contract/moderation/reports'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { comments } from '#db/schema/community.ts'
import { hasSlot } from '#db/visibility.ts'

/** On each side of a comment, and the latest ones of a post or discussion. */
const shown = 5
const textLength = 500

type Thread = NonNullable<Case['content']>['thread']

interface Place {
  discussion_id: number | null
  post_id: number | null
  politician_id: number | null
  parent_id: number | null
  path: number[]
}

/** The comments around the content of a case: those it replies to and its neighbors, or the latest ones on it. */
export async function findThread(db: Db, kind: ReportKind, id: number): Promise<Thread> {
  if (kind === 'post') return selectThread(db, latest(sql`post_id = ${id} and is_visible`))
  if (kind === 'discussion') {
    return selectThread(db, latest(sql`discussion_id = ${id} and parent_id is null and ${hasSlot()}`))
  }
  if (kind !== 'comment') return []
  const { rows } = await db.execute<Place>(sql`
    select discussion_id, post_id, politician_id, parent_id, path from ${comments} where id = ${id}`)
  const [place] = rows
  if (!place) return []
  const siblings = siblingsOf(place)
  const above = place.path.slice(-shown)
  return selectThread(
    db,
    sql`(select id from ${comments} where id in (${sql.join([...above, id], sql`, `)}))
      union all (${latest(sql`${siblings} and id < ${id}`)})
      union all (select id from ${comments} where ${siblings} and id > ${id} order by id limit ${shown})`,
    id,
  )
}

interface ThreadRow extends Written {
  id: number
  text: string
  first_name: string
  last_name: string
  username: string | null
  created_at: string
  is_reply: boolean
}

async function selectThread(db: Db, ids: SQL, subject?: number): Promise<Thread> {
  const { rows } = await db.execute<ThreadRow>(sql`
    select c.id, left(c.text, ${textLength}) as text, ${selectWritten('c')}, ${isoTime('c.created_at')} as created_at,
      c.parent_id is not null as is_reply, u.first_name, u.last_name, u.username
    from ${comments} c join ${users} u on u.id = c.user_id where c.id in (${ids}) order by c.id`)
  return rows.map(({ first_name, last_name, username, ...comment }) => ({
    ...comment,
    author: displayName({ first_name, last_name, username }),
    is_subject: comment.id === subject,
  }))
}

const latest = (where: SQL) => sql`select id from ${comments} where ${where} order by id desc limit ${shown}`

/** In the words of the indexes of threads. */
function siblingsOf({ discussion_id, post_id, politician_id, parent_id }: Place): SQL {
  if (parent_id !== null) return sql`parent_id = ${parent_id} and ${hasSlot()}`
  if (discussion_id !== null) return sql`discussion_id = ${discussion_id} and parent_id is null and ${hasSlot()}`
  return post_id !== null
    ? sql`post_id = ${post_id} and is_visible`
    : sql`politician_id = ${politician_id} and is_visible`
}
