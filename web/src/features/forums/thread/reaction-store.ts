import { listMyReactions, maxReactionIds, type ForumComment } from '@wtpu/contract/forums/comments'
import { call } from '#lib/api/api.ts'
import { createStore, type Store } from '#lib/store.ts'
import { visitComments } from './comment-pages.ts'

/** 1 a like, -1 a dislike, 0 none. */
export type Reaction = 1 | 0 | -1

/** Reactions that rows ask for in the same moment are requested together. */
const batchMs = 20
const retryMs = 10_000

export interface ReactionStore extends Store<ReadonlyMap<number, Reaction>> {
  get: (commentId: number) => Reaction
  set: (commentId: number, value: Reaction) => void
  /** Requests the viewer's reactions to comments and their replies, unless they were requested before. */
  load: (comments: readonly ForumComment[]) => void
  close: () => void
}

/**
 * The viewer's reactions to the loaded comments. They are stored apart from the comments, because everyone gets the same
 * response with the comments, and reactions only change by the viewer's own actions.
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
    const batch = queue.splice(0, maxReactionIds)
    if (queue.length > 0) schedule(batchMs)
    try {
      const reactions = await call(listMyReactions, { querystring: { comments: batch.join(',') } })
      // A reaction that the viewer gave in the meantime is newer than the response.
      for (const { comment, value } of reactions) if (!values.has(comment)) values.set(comment, value)
      notify()
    } catch {
      queue.push(...batch)
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
    load(comments) {
      visitComments(comments, ({ id, state }) => {
        if (state !== 'shown' || requested.has(id)) return
        requested.add(id)
        queue.push(id)
      })
      if (queue.length > 0) schedule(batchMs)
    },
    close() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
