import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { atRate, inGroups, openStream, send } from './client.ts'

export interface Viral {
  port: number
  db: Db
  /** Tokens of the author, then of readers, then of those who like, then of those who comment. */
  tokens: string[]
  author: number
  readers: number
  likesPerSecond: number
  commentsPerSecond: number
  seconds: number
}

/** As in web/src/community/content-counts.ts. */
const delays = { refetch: 10_000, jitter: 2_000 }

/** Readers have a post and its comments open while others like it and comment. Their browsers do what the web does. */
export async function measureViral(bench: Viral) {
  const { port, db, tokens, author, readers, likesPerSecond, commentsPerSecond, seconds } = bench
  const { rows } = await db.execute<{ id: number }>(
    sql`insert into posts (user_id, text) values (${author}, 'A post that everybody reads') returning id`,
  )
  const id = rows[0]?.id ?? 0
  const reads = { all: 0, rejected: 0 }
  const running: Promise<void>[] = []
  const read = async (path: string, index: number) => {
    const { status } = await send(port, { path, network: index, token: tokens[index] })
    reads.all++
    if (status !== 200) reads.rejected++
  }
  const comments = `/api/boilerroom/post-comments/?post=${id}&limit=20`
  /** When each reader fetches the comments next, or did last. */
  const nextAt: number[] = []
  const fetchComments = () => {
    for (let index = 0; index < readers; index++) {
      const now = performance.now()
      if ((nextAt[index] ?? 0) > now) continue
      const at = Math.max(now, (nextAt[index] ?? -Infinity) + delays.refetch) + Math.random() * delays.jitter
      nextAt[index] = at
      running.push(pause(at - now).then(() => read(comments, index)))
    }
  }
  let known = 0
  // All streams get the same events, so only one is read.
  const onText = (text: string) => {
    if (text.includes(`data: /api/boilerroom/posts/${id}/\n`)) {
      for (let index = 0; index < readers; index++)
        running.push(read(`/api/boilerroom/posts/${id}/state/`, index), read(comments, index))
    }
    const count = Number(new RegExp(`"id":${id},"likes_count":\\d+,"comments_count":(\\d+)`).exec(text)?.[1] ?? known)
    if (count !== known) fetchComments()
    known = count
  }
  const streams = await inGroups(readers, 100, (index) =>
    openStream(port, index, tokens[index], index === 0 ? onText : undefined),
  )
  const likers = likesPerSecond * seconds
  const write = (index: number, path: string, body: object) =>
    send(port, { path, method: 'POST', network: index, token: tokens[index], body })
  const [likes, written] = await Promise.all([
    atRate(likesPerSecond, seconds, (index) => write(readers + index, `/api/boilerroom/posts/${id}/like/`, {})),
    atRate(commentsPerSecond, seconds, (index) =>
      write(readers + likers + index, '/api/boilerroom/post-comments/', { post: id, text: `Comment ${index}` }),
    ),
  ])
  await pause(3_000)
  await Promise.all(running)
  for (const stream of streams) stream?.close()
  const acknowledged = {
    likes: likes.filter(({ status }) => status === 200).length,
    comments: written.filter(({ status }) => status === 201).length,
  }
  return {
    times: likes.map(({ ms }) => ms),
    failed: likes.length + written.length - acknowledged.likes - acknowledged.comments,
    reads,
    streams: streams.filter((stream) => stream !== undefined).length,
    lost: await countLost(db, id, acknowledged),
  }
}

/** Writes that were acknowledged and are not stored, and counters that differ from their rows. */
async function countLost(db: Db, post: number, acknowledged: { likes: number; comments: number }): Promise<number> {
  const { rows } = await db.execute<Record<'likes' | 'comments' | 'like_count' | 'comment_count', number>>(sql`
    select like_count, comment_count, (select count(*)::int from reactions where post_id = posts.id) as likes,
      (select count(*)::int from comments where post_id = posts.id and is_visible) as comments
    from posts where id = ${post}`)
  const stored = rows[0] ?? { likes: 0, comments: 0, like_count: -1, comment_count: -1 }
  return (
    Math.max(0, acknowledged.likes - stored.likes) +
    Math.max(0, acknowledged.comments - stored.comments) +
    Math.abs(stored.likes - stored.like_count) +
    Math.abs(stored.comments - stored.comment_count)
  )
}
