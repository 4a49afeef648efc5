import type { KindThat } from './writing/kinds.ts'

/**
 * The one way to name any piece of content, wherever it is shown: for comments, reactions, edits, removals, reports and
 * search results.
 */
export interface ContentRef {
  kind: KindThat<'react' | 'comment on'> | 'politician'
  id: number
}
