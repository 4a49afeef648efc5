import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { seededRandom } from '#server/demo/random.ts'

/** Levels of the deepest thread of the large seed. */
const deepestLevels = 12

/** For each comment of a thread, in order of time, the place of the comment that it replies to, from 0. -1 is the top level. */
type Thread = number[]

/** Most threads repeat this: comments without replies, with one, and with two and a reply to one of them. */
const usualThread: Thread = [-1, 0, 1, -1, 3, -1, -1, 0]

/** Starts with a chain through all levels. Then half of the comments are at the top level, and the others reply anywhere. */
function deepThread(count: number): Thread {
  const random = seededRandom(23)
  const levels: number[] = []
  return Array.from({ length: count }, (_, place) => {
    const isTop = place === 0 || (place >= deepestLevels && random.next() < 0.5)
    let parent = place < deepestLevels ? place - 1 : Math.floor(random.next() ** 2 * place)
    // Replies to comments at the last level go to the first comment.
    if (!isTop && (levels[parent] ?? 0) >= deepestLevels - 1) parent = 0
    levels.push(isTop ? 0 : (levels[parent] ?? 0) + 1)
    return isTop ? -1 : parent
  })
}

/**
 * Creates the table `seed_threads`, from which statements pick the ancestors and the direct replies of a comment, as places
 * in its thread. Longer threads repeat theirs.
 */
export async function createThreads(db: Db, deepCount: number): Promise<{ usual: number }> {
  await db.execute(sql`create unlogged table seed_threads
    (is_deep boolean, place int, above int[] not null, replies int[] not null, primary key (is_deep, place))`)
  for (const [isDeep, thread] of [usualThread, deepThread(deepCount)].entries()) {
    const rows = thread.map((_parent, place) => ({
      place,
      above: ancestorsOf(thread, place),
      replies: thread.flatMap((parent, reply) => (parent === place ? [reply] : [])),
    }))
    await db.execute(sql`
      insert into seed_threads select ${isDeep === 1}, place, above, replies
      from json_to_recordset(${JSON.stringify(rows)}) as thread (place int, above int[], replies int[])`)
  }
  await db.execute(sql`analyze seed_threads`)
  return { usual: usualThread.length }
}

function ancestorsOf(thread: Thread, place: number): number[] {
  const above: number[] = []
  for (let at = thread[place] ?? -1; at >= 0; at = thread[at] ?? -1) above.unshift(at)
  return above
}
