/**
 * The one way to name any piece of content, wherever it is shown: for comments, reactions, edits, removals, reports and
 * search results.
 */
export interface ContentRef {
  kind: 'politician' | 'post' | 'discussion' | 'comment'
  id: number
}
