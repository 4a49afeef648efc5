import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments, revisions } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { isVisible, isVisibleComment } from '#db/visibility.ts'
import { notFound } from '#http/errors.ts'
import { contentNames } from './content.ts'

interface Editable {
  kind: 'post' | 'discussion' | 'comment'
  id: number
}

const editable = {
  post: { table: posts, key: 'postId', isVisible: isVisible('posts') },
  discussion: { table: discussions, key: 'discussionId', isVisible: isVisible('discussions') },
  // Comments elsewhere cannot be edited.
  comment: { table: comments, key: 'commentId', isVisible: and(isNotNull(comments.discussionId), isVisibleComment()) },
} as const

/** The newest ones. A post cannot have more: its author has 15 minutes, and 30 writes a minute. */
const maxRevisions = 500

/** Stores the text that an edit is about to replace. The row of the content is locked. */
export async function addRevision(
  tx: Db,
  { kind, id }: Editable,
  { text, title }: { text: string; title?: string },
): Promise<void> {
  const { table, key } = editable[kind]
  const writtenAt = sql`(select coalesce(${table.editedAt}, ${table.createdAt}) from ${table} where ${table.id} = ${id})`
  await tx.insert(revisions).values({ [key]: id, title, text, writtenAt })
}

/** The earlier texts of visible content, newest first, and the titles of a discussion. @throws ApiError 404 */
export async function findRevisions(db: Db, { kind, id }: Editable) {
  const { table, key, isVisible: condition } = editable[kind]
  const found = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), condition))
  if (found.length === 0) throw notFound(contentNames[kind])
  return db
    .select({
      title: sql<string>`${revisions.title}`,
      text: revisions.text,
      created_at: isoTime(revisions.writtenAt),
    })
    .from(revisions)
    .where(eq(revisions[key], id))
    .orderBy(desc(revisions.id))
    .limit(maxRevisions)
}
