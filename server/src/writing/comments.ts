import { insertedWritten } from '#db/schema/columns.ts'
import { lengthProblem } from '@wtpu/contract/lengths'
import { toMarkdown, toParagraphs, type Written } from '@wtpu/contract/schemas'
import { commentsOn, kinds } from '@wtpu/contract/writing/kinds'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { politicians } from '#db/schema/politicians.ts'
import { isWriter, participationError, type Writer } from '#http/auth.ts'
import { ApiError, assertFields, notFound } from '#http/errors.ts'
import { tryAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { assertMayComment } from './blocks.ts'
import { assertVisible, type Parent, parentColumn, publishComment } from './content.ts'
import { countComments } from './delete-comments.ts'
import { assertNotHeld, type Inserted, publish } from './publish.ts'
import { enterThread, findPosition, lockThread, type ThreadPosition, topLevel } from './threads.ts'

/** Normalizes the text of a comment; on discussions it is Markdown. @throws ApiError 400 if it is empty or too long */
export function toCommentText(rawText: string, on: Parent['kind']): string {
  const { markdown, maxLength } = commentsOn[on]
  const text = markdown ? toMarkdown(rawText) : toParagraphs(rawText)
  const problem = text === '' ? 'A comment needs some text.' : lengthProblem('A comment', text, maxLength)
  assertFields({ [markdown ? 'content' : 'text']: problem })
  return text
}

interface NewComment extends Writer, Written {
  on: Parent
  /** On discussions: the comment that this one replies to. */
  parentId?: number | null
  text: string
  idempotencyKey?: string
}

/** The same idempotency key again returns the comment that was posted with it. */
export async function createComment(db: Db, comment: NewComment): Promise<{ id: number }> {
  const { on, userId, confirmedOnly, idempotencyKey: key } = comment
  const text = toCommentText(comment.text, on.kind)
  const id = await publish(db, 'comment', {
    writer: { userId, confirmedOnly },
    key,
    text,
    markdown: commentsOn[on.kind].markdown,
    insert: (tx) => insertComment(tx, { ...comment, text }),
  })
  publishComment(db, on)
  return { id }
}

async function insertComment(
  tx: Db,
  { on, parentId = null, userId, text, idempotencyKey, confirmedOnly, ...written }: NewComment,
): Promise<Inserted> {
  const position = await findPlace(tx, { on, parentId, userId })
  const { names, values } = insertedWritten(comments, written)
  // The insert statement itself checks that the author may post. The clock, unlike now(), is later than that of all comments
  // that were written before under the lock of the thread.
  const { rows } = await tx.execute<{ id: number; created_at: string }>(sql`
    insert into ${comments} (${sql.identifier(parentColumn(on.kind).name)}, parent_id, path, user_id, idempotency_key, text,
      ${names}, created_at)
    select ${on.id}::int, ${position.parentId}::int, ${sql.param(position.path)}::int[], ${users.id}, ${idempotencyKey ?? null}::uuid,
      ${text}, ${values}, clock_timestamp()
    from ${users} where ${isWriter({ userId, confirmedOnly })}
    on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
    returning id, created_at::text`)
  const [row] = rows
  if (!row) return findRepeated(tx, { on, userId, idempotencyKey })
  await limitSlow(tx, on, userId)
  return {
    id: row.id,
    settle: async () => {
      if (on.kind === 'discussion') await enterThread(tx, on.id, { createdAt: row.created_at, repliedTo: parentId })
      if (on.kind === 'post' && !(await countComments(tx, on, 1))) throw notFound(kinds.post.name)
    },
  }
}

/** In slow mode, each user comments once a minute. @throws ApiError 429 */
async function limitSlow(tx: Db, { kind, id }: Parent, userId: number): Promise<void> {
  if (kind === 'post') return
  const table = { discussion: discussions, politician: politicians }[kind]
  const [place] = await tx.select({ isSlow: table.isSlow }).from(table).where(eq(table.id, id))
  if (!place?.isSlow) return
  const retryAfter = await tryAttempt(tx, `slow ${kind} ${id} ${userId}`, accountLimits.slowComments)
  if (retryAfter !== undefined) throw new ApiError('slow_mode', { retryAfter })
}

/** Where the comment will be. Locks the thread of a discussion. @throws ApiError why the user may not comment here */
async function findPlace(
  tx: Db,
  { on, parentId, userId }: Pick<NewComment, 'on' | 'userId'> & { parentId: number | null },
): Promise<ThreadPosition> {
  if (on.kind === 'discussion') await lockThread(tx, on.id)
  await assertVisible(tx, on)
  await assertMayComment(tx, { on, parentId, userId })
  return on.kind === 'discussion' ? findPosition(tx, on.id, parentId) : topLevel
}

/** The comment that an earlier request with this key posted. @throws ApiError why no comment was inserted, or 409 if it is held */
async function findRepeated(
  tx: Db,
  { on, userId, idempotencyKey }: Pick<NewComment, 'on' | 'userId' | 'idempotencyKey'>,
): Promise<Inserted> {
  if (idempotencyKey === undefined) throw await participationError(tx, userId)
  const [comment] = await tx
    .select({ id: comments.id, on: parentColumn(on.kind) })
    .from(comments)
    .where(and(eq(comments.userId, userId), eq(comments.idempotencyKey, idempotencyKey)))
  if (!comment) throw await participationError(tx, userId)
  if (comment.on !== on.id) throw new ApiError('idempotency_key_used')
  await assertNotHeld(tx, 'comment', comment.id)
  return { id: comment.id, isRepeated: true }
}
