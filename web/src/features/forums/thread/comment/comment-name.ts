import type { ForumComment } from '@wtpu/contract/forums/comments'
import { plainText } from '@wtpu/contract/forums/plain-text'
import { contentName } from '#community/comment-row.tsx'
import { tombstones } from '#features/forums/thread/messages.ts'

/** Enough of the Markdown text for the excerpt in the name. */
const excerptSource = 200

/** Names a comment for screen readers: "Ada’s comment: Well said". */
export function nameOf({ state, user_name, content }: ForumComment): string {
  return state === 'shown'
    ? contentName('comment', user_name, plainText(content.slice(0, excerptSource)))
    : `the comment “${tombstones[state]}”`
}
