import type { KindThat } from '@wtpu/contract/writing/kinds'
import { urlKey } from '#lib/api/api.ts'

/** Keys follow the paths of the API, so that an invalidation of a path reaches everything below it. */
export const contentPaths = {
  post: '/api/boilerroom/posts/',
  discussion: '/api/forums/discussions/',
} as const satisfies Record<KindThat<'comment on'>, string>

type Kind = keyof typeof contentPaths

/** The key of everything about one post or discussion. */
export const contentKey = (kind: Kind, id: number) => urlKey(`${contentPaths[kind]}${id}/`)

/** The key of the query of its counts. */
export const stateKey = (kind: Kind, id: number) => [...contentKey(kind, id), 'state']

/** The key of all lists of its comments. */
export const commentsKey = (kind: Kind, id: number) => [...contentKey(kind, id), 'comments']
