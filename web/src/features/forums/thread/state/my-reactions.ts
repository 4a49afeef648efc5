import { listMyReactions, maxReactionIds } from '@wtpu/contract/forums/comments'
import { call } from '#lib/api/api.ts'
import { createStore, type Store } from '#lib/store.ts'

/** 1 a like, -1 a dislike, 0 none. */
export type Reaction = 1 | 0 | -1

/** Ids that rows ask for in the same moment are requested together. */
const batchMs = 20
const retryMs = 10_000

export interface ReactionStore extends Store<ReadonlyMap<number, Reaction>> {
  get: (commentId: number) => Reaction
  set: (commentId: number, value: Reaction) => void
  /** Requests the viewer's reactions to comments that were not requested before. */
  load: (commentIds: readonly number[]) => void
  close: () => void
}

/**
 * The viewer's reactions to the loaded comments. They are kept apart from the comments, whose replies everyone shares, and
 * only change by the viewer's own actions.
 */
export function newReactionStore(): ReactionStore {
  const values = new Map<number, Reaction>()
  const requested = new Set<number>()
  const { notify, ...store } = createStore(() => values)
  let queue: number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = (ms: number) => void (timer ??= setTimeout(() => void flush(), ms))
  async function flush() {
    timer = undefined
    const batch = queue.slice(0, maxReactionIds)
    queue = queue.slice(maxReactionIds)
    if (queue.length > 0) schedule(batchMs)
    try {
      const reactions = await call(listMyReactions, { querystring: { comments: batch.join(',') } })
      // A reaction of the meantime is newer than the reply.
      for (const { comment, value } of reactions) if (!values.has(comment)) values.set(comment, value)
      notify()
    } catch {
      queue = [...queue, ...batch]
      schedule(retryMs)
    }
  }
  return {
    ...store,
    get: (id) => values.get(id) ?? 0,
    set(id, value) {
      values.set(id, value)
      notify()
    },
    load(ids) {
      const added = ids.filter((id) => !requested.has(id))
      for (const id of added) requested.add(id)
      queue = [...queue, ...added]
      if (queue.length > 0) schedule(batchMs)
    },
    close() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
