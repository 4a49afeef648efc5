import type { MemberCounts } from '@wtpu/contract/live'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { isVisible, isVisibleComment } from '#db/visibility.ts'
import type { CountedContent } from './messages.ts'

export type ContentIds = Record<CountedContent, number[]>

/** Reads the counts of all this content in one statement. What is hidden is left out, because all users receive the result. */
export async function readContentCounts(db: Db, ids: ContentIds): Promise<MemberCounts> {
  const { rows } = await db.execute<Omit<MemberCounts, 'walls'>>(sql`select
    coalesce((select json_agg(json_build_object('id', ${posts.id}, 'likes_count', ${posts.likeCount},
        'comments_count', ${posts.commentCount}))
      from ${posts} where ${posts.id} = any(${sql.param(ids.posts)}::int[]) and ${isVisible('posts')}), '[]') as posts,
    coalesce((select json_agg(json_build_object('id', ${discussions.id}, 'like_count', ${discussions.likeCount},
        'num_comments', ${discussions.commentCount}))
      from ${discussions} where ${discussions.id} = any(${sql.param(ids.discussions)}::int[])
        and ${isVisible('discussions')}), '[]') as discussions,
    coalesce((select json_agg(json_build_object('id', ${comments.id}, 'like_count', ${comments.likeCount},
        'dislike_count', ${comments.dislikeCount}))
      from ${comments} where ${comments.id} = any(${sql.param(ids.comments)}::int[])
        and ${isVisibleComment()}), '[]') as comments`)
  const [counts] = rows
  if (!counts) throw new Error('A select without from returned no row')
  return { ...counts, walls: ids.walls }
}

/** The rest waits for the next second. */
const maxAtOnce = 200
/** What is new beyond this number is left out: its counts are right again after its next change, or when they are fetched. */
const maxWaiting = 5_000
/** Within this time after a stream was opened, its browser says whose it is. */
const repeatMilliseconds = 5_000

interface Options {
  read(ids: ContentIds): Promise<MemberCounts>
  /** Sends an event to the streams of users. */
  send(text: string): void
  now?(): number
}

/** Collects content with new reactions or comments, and sends the current counts of all of it as one event. */
export function collectContent({ read, send, now = () => performance.now() }: Options) {
  /** Such as `posts/7`. */
  const waiting = new Set<string>()
  /** When something happened to it last, the oldest first. */
  const recent = new Map<string, number>()
  let reading = false

  const forgetOld = () => {
    for (const [key, at] of recent) {
      if (recent.size <= maxWaiting && at > now() - repeatMilliseconds) return
      recent.delete(key)
    }
  }
  const wait = (key: string) => void (waiting.size < maxWaiting && waiting.add(key))
  return {
    isEmpty: () => waiting.size === 0,
    add(of: CountedContent, id: number): void {
      const key = `${of}/${id}`
      recent.delete(key)
      recent.set(key, now())
      forgetOld()
      wait(key)
    },
    /** For a stream that belongs to a user from now on, and has missed what was sent since it was opened. */
    repeat(): void {
      forgetOld()
      for (const key of recent.keys()) wait(key)
    },
    clear: () => waiting.clear(),
    /** While an earlier read is not finished, content waits for the next call. */
    async flush(): Promise<void> {
      if (reading || waiting.size === 0) return
      const keys = [...waiting].slice(0, maxAtOnce)
      for (const key of keys) waiting.delete(key)
      reading = true
      try {
        const counts = await read(idsOf(keys))
        if (Object.values(counts).some(({ length }) => length > 0)) {
          send(`event: counts\ndata: ${JSON.stringify(counts)}\n\n`)
        }
      } catch {
        // The database is unavailable or slow.
        keys.forEach(wait)
      } finally {
        reading = false
      }
    },
  }
}

function idsOf(keys: readonly string[]): ContentIds {
  const of = (kind: CountedContent) =>
    keys.filter((key) => key.startsWith(`${kind}/`)).map((key) => Number(key.slice(kind.length + 1)))
  return { posts: of('posts'), discussions: of('discussions'), comments: of('comments'), walls: of('walls') }
}
