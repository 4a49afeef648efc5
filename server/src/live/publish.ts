import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { encode, type Message, type OwnPath, type Path } from './messages.ts'

/** The channel for messages, of PostgreSQL and Redis. Every server process listens to both. */
export const invalidationChannel = 'wtpu_changed'

interface Connected {
  /** Called for each message of this server, before the write is answered. */
  onOwn(message: Message): void
  /** Whether servers read from replicas, which must have replayed the change. */
  needsPosition?: boolean
  /** Sends messages to all servers, if there is Redis. @returns false if they were not sent. */
  publish?(message: string): Promise<boolean>
}

type Encoded = ReturnType<typeof encode>

interface Pending {
  /** By path and note, so that a repetition is sent once. */
  messages: Map<string, Message>
  flushing: Promise<void> | undefined
}

const pending = new WeakMap<Db, Pending>()
const connected = new WeakMap<Db, Connected>()
const pauseMilliseconds = 100
const retryMilliseconds = 1_000

/**
 * Sends a message to all servers. Call it after the commit. This server receives it at once, so that people see their own
 * writes; the others are notified at most ten times a second. NOTIFY inside each transaction would hold a lock until its flush
 * to disk, so that votes would commit one after another (ADR 9).
 */
export function publish(db: Db, message: Message): void {
  connected.get(db)?.onOwn(message)
  const own = pending.get(db) ?? { messages: new Map(), flushing: undefined }
  pending.set(db, own)
  const { path, note } = encode(message)
  own.messages.set(`${path} ${note}`, message)
  own.flushing ??= flush(db, own).finally(() => {
    own.flushing = undefined
  })
}

/** Tells all servers and browsers that responses under `path` are outdated. Call it after the commit. */
export const publishInvalidation = (db: Db, path: Path): void => publish(db, { kind: 'stale', path })

/** Users per message: PostgreSQL sends at most 8,000 bytes. */
const usersPerMessage = 500

/** Tells all servers, and the streams of these users, that their notifications have changed. Call it after the commit. */
export function publishNews(db: Db, users: readonly number[]): void {
  for (const message of inMessages(new Set(users), (userIds) => ({ kind: 'news', userIds }))) publish(db, message)
}

function inMessages(users: ReadonlySet<number>, message: (userIds: number[]) => Message): Message[] {
  const ids = [...users]
  const starts = Array.from({ length: Math.ceil(ids.length / usersPerMessage) }, (_, index) => index * usersPerMessage)
  return starts.map((start) => message(ids.slice(start, start + usersPerMessage)))
}

/** Tells the streams of a user that what only they see under `path` has changed. Call it after the commit. */
export const publishOwn = (db: Db, userId: number, path: OwnPath): void =>
  publish(db, { kind: 'own', userIds: [userId], path })

/**
 * Invalidates the cached responses of this server only: of lists that are not live, so that they do not change under their
 * readers.
 */
export function invalidateHere(db: Db, path: Path): void {
  connected.get(db)?.onOwn({ kind: 'stale', path })
}

/** Connects the messages of a database with this server. */
export function connectInvalidations(db: Db, to: Connected): void {
  connected.set(db, to)
}

/** For bulk writers such as imports, which do not know yet where in the log they will be. PostgreSQL sends the notification when the transaction commits. */
export async function publishInvalidationOnCommit(tx: Db, path: Path): Promise<void> {
  await tx.execute(sql`select pg_notify(${invalidationChannel}, ${path})`)
}

/** Resolves once all pending notifications are sent. */
export async function flushInvalidations(db: Db): Promise<void> {
  await pending.get(db)?.flushing
}

async function flush(db: Db, { messages }: Pending): Promise<void> {
  let failures = 0
  // A vote publishes twice, and so does each other vote of its batch.
  await Promise.resolve()
  while (messages.size > 0 && failures < 5) {
    const batch = [...messages]
    messages.clear()
    const encoded = withOwnTogether(batch.map(([, message]) => message)).map(encode)
    try {
      // No wait for the disk: if a crash loses an invalidation, clients refetch everything when they reconnect.
      const isSent = await publishThrough(db, encoded)
      if (!isSent) await notify(db, encoded)
      failures = 0
      await pause(pauseMilliseconds)
    } catch {
      // The database is unavailable. Retry up to five times, then keep the messages until the next change. Servers treat
      // everything as stale after they reconnect.
      for (const [key, message] of batch) messages.set(key, message)
      failures++
      await pause(retryMilliseconds)
    }
  }
}

/** One message for all who voted since the last flush, instead of one for each vote. */
function withOwnTogether(messages: readonly Message[]): Message[] {
  const others: Message[] = []
  const byPath = new Map<OwnPath, Set<number>>()
  for (const message of messages) {
    if (message.kind !== 'own') others.push(message)
    else for (const id of message.userIds) byPath.set(message.path, (byPath.get(message.path) ?? new Set()).add(id))
  }
  const own = [...byPath].flatMap(([path, users]) => inMessages(users, (userIds) => ({ kind: 'own', userIds, path })))
  return [...others, ...own]
}

async function publishThrough(db: Db, messages: readonly Encoded[]): Promise<boolean> {
  const { publish: send, needsPosition } = connected.get(db) ?? {}
  if (!send) return false
  const position = needsPosition ? await currentPosition(db) : ''
  return send(messages.map(({ path, note }) => `${path} ${position} ${note}`).join('\n'))
}

async function notify(db: Db, messages: readonly Encoded[]): Promise<void> {
  await db.execute(sql`select set_config('synchronous_commit', 'off', true),
    pg_notify(${invalidationChannel}, path || ' ' || pg_current_wal_lsn() || ' ' || note)
    from json_to_recordset(${JSON.stringify(messages)}) as message (path text, note text)`)
}

async function currentPosition(db: Db): Promise<string> {
  const { rows } = await db.execute<{ position: string }>(sql`select pg_current_wal_lsn()::text as position`)
  return rows[0]?.position ?? ''
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
